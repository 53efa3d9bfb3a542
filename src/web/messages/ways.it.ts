import type { Texts } from './catalogue.ts'
import type { waysEn } from './ways.en.ts'

/** Signing in by other ways than a password, in Italian. */
export const waysIt: Texts<typeof waysEn> = {
  orElse: 'oppure',
  signInWith: 'Accedi con {name}',
  providerAway: '{name} non è raggiungibile in questo momento',
  providerAwayHint: 'Riprova tra poco, o accedi con la tua password.',
  providerRefused: '{name} non ti ha fatto entrare',
  providerRefusedHint: 'Riprova. Se non basta, chiedi a chi gestisce questo sito.',
  providerStale: 'È passato troppo tempo, o hai iniziato in un’altra finestra',
  providerStaleHint: 'Ricomincia da capo.',
  providerClockHint:
    'Gli orologi di questo sito e di {name} non concordano. Chi gestisce questo sito può rimediare.',
  providerNoRole: 'Il tuo account presso {name} non ha accesso a questo calendario',
  providerNoAccount: 'Qui non c’è un account per te',
  providerNoEmail: '{name} non ha comunicato il tuo indirizzo e-mail',
  providerAsk: 'Chiedi a chi gestisce questo sito.',
  providerTaken: 'Qui c’è già un account con il tuo indirizzo',
  providerTakenHint:
    '{name} non ha confermato che l’indirizzo è tuo. Accedi con la password di quell’account.',
  providerOther: 'L’account con il tuo indirizzo appartiene a un’altra persona presso {name}',
  providerOtherHint:
    'Chi gestisce questo sito ne è stato informato. Se è tuo, accedi come prima e collega {name} nel tuo account.',

  usePasskey: 'Usa una passkey',
  passkeyNone: 'Non è stata usata nessuna passkey. Riprova, oppure accedi con la password.',
  passkeyUnknown: 'Questa passkey non apre nessun account qui',
  passkeyUnknownHint: 'Forse è stata rimossa. Accedi in un altro modo e aggiungila di nuovo nel tuo account.',
  passkeyRefused: 'Non è stato possibile verificare la passkey',
  passkeyRefusedHint: 'Riprova. Se non basta, accedi con la password.',
  otherWay: 'Accedi in un altro modo',
  useRecoveryCode: 'Usa un codice di recupero',
  recoveryTitle: 'Accedi con un codice di recupero',
  recoveryHint: 'Ogni codice vale una volta.',
  recoveryCode: 'Codice di recupero',
  recoveryWrong: 'Questo nome e questo codice di recupero non corrispondono.',
  recoveryWrongHint: 'Un codice già usato non vale più.',

  emailTitle: 'Conferma il tuo indirizzo',
  emailHint: '“{name}” riceverà i messaggi a {email}.',
  emailConfirm: 'Conferma l’indirizzo',
  emailDone: 'Il tuo indirizzo è confermato',
  emailDoneHint: 'D’ora in poi i messaggi vanno a {email}.',
  emailTaken: 'L’indirizzo appartiene ormai a un altro account',
  emailTakenHint: 'Il tuo account mantiene l’indirizzo che aveva.',
  joinTaken: 'Questo account di {name} apre qui un altro account',
  joinTakenHint: 'Accedi con esso per vedere quale, e rimuovilo prima da lì.',
}
