import type { Texts } from './catalogue.ts'
import type { doorEn } from './door.en.ts'

/** Signing in, in Italian. */
export const doorIt: Texts<typeof doorEn> = {
  signInTo: 'per modificare «{name}»',
  nameOrEmail: 'Nome o indirizzo e-mail',
  signInWrong: 'Questo nome e questa password non vanno insieme.',
  signInWrongHint: 'Controlli entrambi, e se è attivo il blocco maiuscole.',
  signInTooOften: 'Troppi tentativi.',
  signInWait: {
    one: 'Dopo diversi tentativi aspettiamo un po’. Può riprovare tra {count} secondo.',
    other: 'Dopo diversi tentativi aspettiamo un po’. Può riprovare tra {count} secondi.',
  },
  signInAfter: 'Accedi · attendere {count} s',
  signOut: 'Esci',
  signedOut: 'È uscito',
  signedOutHint: 'Chi userà dopo questo browser vedrà ciò che vedono tutti.',

  forgotten: 'Dimenticata?',
  forgotTitle: 'Password dimenticata?',
  forgotHint:
    'Scriva il suo nome o indirizzo e-mail: arriverà un messaggio con un link per sceglierne un’altra.',
  sendLink: 'Inviare il link',
  forgotSent: 'Se questo account esiste, un messaggio è in arrivo.',
  forgotSentHint:
    'Il link vale una volta, per un’ora. Se non arriva nulla, guardi nella posta indesiderata o chieda a un amministratore.',
  forgotNoMail:
    'Questo calendario non invia e-mail. Un amministratore può creare un link con cui sceglierne un’altra.',
  chooseTitle: 'Scegliere una password',
  chooseHint: 'per «{name}»',
  newPassword: 'Nuova password',
  newPasswordHint: '12 caratteri o più. Più parole che non c’entrano l’una con l’altra vanno bene.',
  savePassword: 'Salvare e accedere',
  passwordShort: 'Servono 12 caratteri o più.',
  passwordLong: 'Può avere al massimo 1000 caratteri.',
  passwordCommon:
    'Questa è tra quelle che si provano per prime. Prenda più parole che non c’entrano l’una con l’altra.',
  passwordPersonal: 'Questa è fatta di ciò che tutti sanno di lei. Prenda parole che non c’entrano.',
  linkOver: 'Questo link è già stato usato o è troppo vecchio',
  linkOverHint: 'Un link vale una volta e per poco tempo.',
  askAgain: 'Chiedere un altro link',
}
