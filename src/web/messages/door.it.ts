import type { Texts } from './catalogue.ts'
import type { doorEn } from './door.en.ts'

/** Signing in, in Italian. */
export const doorIt: Texts<typeof doorEn> = {
  signInTo: 'per modificare «{name}»',
  nameOrEmail: 'Nome o indirizzo e-mail',
  signInWrong: 'Questo nome e questa password non vanno insieme.',
  signInWrongHint: 'Controlli entrambi, e se è attivo il blocco maiuscole.',
  signInElsewhere: 'Si accede da {url}',
  signInElsewhereHint:
    'Questa pagina è arrivata senza cifratura, via http: qui il browser non conserva l’accesso. Apra quell’indirizzo.',
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

  setupTitle: 'Apriamo il suo calendario',
  setupIntro: 'Tre brevi passi. Tutto si può cambiare dopo.',
  setupCalendar: '1. Il calendario',
  setupName: 'Come si chiama?',
  setupNameHint: 'Sta in cima a ogni pagina e in ogni feed.',
  setupZone: 'Dove scorre il suo orologio?',
  setupZoneHint: 'Gli eventi iniziano secondo questo orologio. Controlli che sia quello giusto.',
  setupLanguage: 'Lingua delle pagine',
  setupColour: 'Colore di link e pulsanti',
  setupColourHint: 'Ognuno è leggibile da tutti, in chiaro e in scuro.',
  colourNames: 'Laguna|Blu|Cobalto|Viola|Orchidea|Rosa|Vermiglio|Arancione|Ocra|Oliva|Verde|Ottanio',
  setupAccount: '2. Il suo account',
  yourName: 'Il suo nome',
  emailAddress: 'Indirizzo e-mail',
  setupFilling: '3. Che cosa deve contenere?',
  fillImport: 'Portare i miei eventi',
  fillImportHint:
    'Da WordPress, da un indirizzo iCalendar (Google, Outlook, un altro calendario) o da una tabella.',
  fillEmpty: 'Iniziare vuoto',
  fillEmptyHint: 'Aggiunge lei il primo evento. Serve un minuto.',
  fillDemo: 'Mostrarmene uno pieno',
  fillDemoHint:
    'Una città inventata con un anno di eventi, per provare. Ci vuole un minuto perché ci siano tutti.',
  openCalendar: 'Aprire il calendario',
  setupSignedIn: 'Accederà come suo amministratore.',
  setupSample: 'Così comincia la sua pagina iniziale.',
  setupFault: 'Così non va bene.',
  setupFaults: 'Qualcosa così non va bene. Non è stato salvato nulla.',
  setupFixed: 'Fissato da {name} dove gira il servizio.',
  setupOver: 'Questa pagina vale una volta, per chi ha il suo link.',
}
