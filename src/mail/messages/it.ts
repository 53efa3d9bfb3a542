import type { MailTexts } from '../mail.texts.ts'
import { submissionsIt } from './submissions.it.ts'

/** Italian. */
export const it: MailTexts = {
  greeting: 'Ciao {name},',
  ending: 'Inviato da {site} · {url}',
  linkEnds: 'Il link funziona una sola volta, fino al {until}.',
  notExpected: 'Se non ti aspettavi questo messaggio, non devi fare nulla.',

  invitationSubject: 'Il tuo account su {site}',
  invitation:
    'C’è un account per te su {site}. Questo indirizzo è il nome utente. Scegli una password per iniziare.',
  choosePassword: 'Scegli una password',

  resetSubject: 'Scegli una nuova password per {site}',
  reset:
    'Qualcuno, probabilmente tu, ha chiesto una nuova password per l’account di {site} che ha questo indirizzo.',
  chooseNewPassword: 'Scegli una nuova password',
  resetNotYou: 'Se non sei stato tu, ignora questo messaggio: la tua password resta com’è.',

  passwordChangedSubject: 'La tua password su {site} è stata cambiata',
  passwordChanged: 'La password del tuo account su {site} è stata cambiata il {at}.',
  changeNotYou: 'Se non sei stato tu, scegli subito una nuova password: così terminano tutte le sessioni.',

  methodSubject: 'Nuovo modo di accedere a {site}',
  method: 'Al tuo account su {site} è stato aggiunto un nuovo modo di accedere il {at}: {method}.',
  passkey: 'una passkey',
  provider: 'accesso con {name}',
  recoveryCodes: 'codici di recupero',

  methodNotYou:
    'Se non è stato Lei, scelga subito una nuova password e rimuova dal Suo account questo modo di accedere.',
  confirmSubject: 'Confermi il Suo indirizzo per {site}',
  confirm: 'Un account su {site} avrà questo indirizzo: {address}.',
  confirmAddress: 'Conferma l’indirizzo',
  addressChangedSubject: 'Il Suo indirizzo su {site} è stato cambiato',
  addressChanged:
    'I messaggi per il Suo account su {site} vanno d’ora in poi a un altro indirizzo. L’indirizzo è stato cambiato il {at}.',
  tellWhoRuns: 'Se non è stato Lei, avvisi subito chi gestisce {site}.',

  refusedSubject: 'A qualcuno è stato negato l’accesso a {site}',
  refusedPerson:
    'Qualcuno riconosciuto da {method} ha l’indirizzo dell’account {login} di {site}. Là quell’account appartiene a un’altra persona, quindi l’accesso non è avvenuto.',
  refusedPersonHint:
    'Se è la stessa persona, acceda come prima e colleghi il nuovo account di {method} al proprio, nel suo account qui.',
  showPeople: 'Vedere gli account',
  testSubject: 'Le e-mail di {site} arrivano',
  test: 'Questa è una prova, chiesta da chi ha configurato il server di posta di {site}: i messaggi raggiungono questo indirizzo.',

  ...submissionsIt,
}
