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
}
