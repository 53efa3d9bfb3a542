import type { Texts } from './catalogue.ts'
import type { waysEn } from './ways.en.ts'

/** Signing in by other ways than a password, in German. */
export const waysDe: Texts<typeof waysEn> = {
  orElse: 'oder',
  signInWith: 'Mit {name} anmelden',
  providerAway: '{name} ist gerade nicht erreichbar',
  providerAwayHint: 'Versuchen Sie es gleich noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
  providerRefused: '{name} hat Sie nicht eingelassen',
  providerRefusedHint:
    'Versuchen Sie es noch einmal. Wenn das nicht hilft, fragen Sie, wer diese Website betreibt.',
  providerStale: 'Das hat zu lange gedauert oder in einem anderen Fenster begonnen',
  providerStaleHint: 'Bitte beginnen Sie von vorn.',
  providerClockHint:
    'Die Uhren dieser Website und von {name} gehen verschieden. Wer diese Website betreibt, kann das richten.',
  providerNoRole: 'Ihr Konto bei {name} hat keinen Zugang zu diesem Kalender',
  providerNoAccount: 'Hier gibt es kein Konto für Sie',
  providerNoEmail: '{name} hat Ihre E-Mail-Adresse nicht mitgeteilt',
  providerAsk: 'Fragen Sie, wer diese Website betreibt.',
  providerTaken: 'Hier gibt es schon ein Konto mit Ihrer Adresse',
  providerTakenHint:
    '{name} hat nicht bestätigt, dass die Adresse Ihnen gehört. Melden Sie sich mit dem Passwort jenes Kontos an.',
}
