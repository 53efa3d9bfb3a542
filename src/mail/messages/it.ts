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
    'C’è un account per te su {site}. Il tuo nome utente è {login}. Scegli una password per iniziare.',
  choosePassword: 'Scegli una password',

  resetSubject: 'Scegli una nuova password per {site}',
  reset: 'Qualcuno, probabilmente tu, ha chiesto una nuova password per il tuo account {login} su {site}.',
  chooseNewPassword: 'Scegli una nuova password',
  resetNotYou: 'Se non sei stato tu, ignora questo messaggio: la tua password resta com’è.',

  passwordChangedSubject: 'La tua password su {site} è stata cambiata',
  passwordChanged: 'La password del tuo account {login} su {site} è stata cambiata il {at}.',
  changeNotYou: 'Se non sei stato tu, scegli subito una nuova password: così terminano tutte le sessioni.',

  methodSubject: 'Nuovo modo di accedere a {site}',
  method: 'Al tuo account {login} su {site} è stato aggiunto un nuovo modo di accedere il {at}: {method}.',
  passkey: 'la passkey «{name}»',
  provider: 'accesso con {name}',
  recoveryCodes: 'codici di recupero',

  methodNotYou:
    'Se non è stato Lei, scelga subito una nuova password e rimuova dal Suo account questo modo di accedere.',
  confirmSubject: 'Confermi il Suo indirizzo per {site}',
  confirm: 'Il Suo account {login} su {site} avrà l’indirizzo {address}.',
  confirmAddress: 'Conferma l’indirizzo',
  addressChangedSubject: 'Il Suo indirizzo su {site} è stato cambiato',
  addressChanged:
    'I messaggi per il Suo account {login} su {site} vanno d’ora in poi a {other}. L’indirizzo è stato cambiato il {at}.',
  tellWhoRuns: 'Se non è stato Lei, avvisi subito chi gestisce {site}.',

  testSubject: 'Le e-mail di {site} arrivano',
  test: 'Questa è una prova, chiesta da chi ha configurato il server di posta di {site}: i messaggi raggiungono questo indirizzo.',

  ...submissionsIt,
}
