import type { Texts } from './catalogue.ts'
import type { doorEn } from './door.en.ts'

/** Signing in, in German. */
export const doorDe: Texts<typeof doorEn> = {
  signInTo: 'um „{name}“ zu bearbeiten',
  nameOrEmail: 'Name oder E-Mail-Adresse',
  signInWrong: 'Dieser Name und dieses Passwort gehören nicht zusammen.',
  signInWrongHint: 'Prüfen Sie beides, und ob die Feststelltaste gedrückt ist.',
  signInTooOften: 'Zu viele Versuche.',
  signInWait: {
    one: 'Nach mehreren Versuchen warten wir ein wenig. In {count} Sekunde können Sie es wieder versuchen.',
    other:
      'Nach mehreren Versuchen warten wir ein wenig. In {count} Sekunden können Sie es wieder versuchen.',
  },
  signInAfter: 'Anmelden · {count} s warten',
  signOut: 'Abmelden',
  signedOut: 'Sie sind abgemeldet',
  signedOutHint: 'Wer diesen Browser als Nächstes benutzt, sieht, was alle sehen.',
}
