import type { Texts } from './catalogue.ts'
import type { doorEn } from './door.en.ts'

/** Signing in, in Dutch. */
export const doorNl: Texts<typeof doorEn> = {
  signInTo: 'om “{name}” te bewerken',
  nameOrEmail: 'Naam of e-mailadres',
  signInWrong: 'Die naam en dat wachtwoord horen niet bij elkaar.',
  signInWrongHint: 'Controleer beide, en of Caps Lock aan staat.',
  signInTooOften: 'Te veel pogingen.',
  signInWait: {
    one: 'Na meerdere pogingen wachten we even. Over {count} seconde kunt u het opnieuw proberen.',
    other: 'Na meerdere pogingen wachten we even. Over {count} seconden kunt u het opnieuw proberen.',
  },
  signInAfter: 'Aanmelden · wacht {count} s',
  signOut: 'Afmelden',
  signedOut: 'U bent afgemeld',
  signedOutHint: 'Wie deze browser hierna gebruikt, ziet wat iedereen ziet.',
}
