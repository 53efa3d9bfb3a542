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
  providerOther: 'Das Konto mit Ihrer Adresse gehört bei {name} jemand anderem',
  providerOtherHint:
    'Wer diese Seite betreibt, weiß davon. Wenn es Ihres ist, melden Sie sich wie bisher an und verbinden Sie {name} in Ihrem Konto.',

  usePasskey: 'Mit Passkey anmelden',
  passkeyNone:
    'Es wurde kein Passkey benutzt. Versuchen Sie es noch einmal oder melden Sie sich mit Ihrem Passwort an.',
  passkeyUnknown: 'Dieser Passkey öffnet hier kein Konto',
  passkeyUnknownHint:
    'Vielleicht wurde er entfernt. Melden Sie sich anders an und fügen Sie ihn in Ihrem Konto wieder hinzu.',
  passkeyRefused: 'Der Passkey ließ sich nicht prüfen',
  passkeyRefusedHint: 'Versuchen Sie es noch einmal. Hilft das nicht, melden Sie sich mit Ihrem Passwort an.',
  otherWay: 'Anders anmelden',
  useRecoveryCode: 'Wiederherstellungscode benutzen',
  recoveryTitle: 'Mit einem Wiederherstellungscode anmelden',
  recoveryHint: 'Jeder Ihrer Codes gilt einmal.',
  recoveryCode: 'Wiederherstellungscode',
  recoveryWrong: 'Dieser Name und dieser Code gehören nicht zusammen.',
  recoveryWrongHint: 'Ein benutzter Code gilt nicht noch einmal.',

  emailTitle: 'Adresse bestätigen',
  emailHint: '„{name}“ soll Mails an {email} bekommen.',
  emailConfirm: 'Adresse bestätigen',
  emailDone: 'Ihre Adresse ist bestätigt',
  emailDoneHint: 'Mails gehen von nun an an {email}.',
  emailTaken: 'Die Adresse gehört inzwischen zu einem anderen Konto',
  emailTakenHint: 'Ihr Konto behält die Adresse, die es hatte.',
  joinTaken: 'Dieses Konto bei {name} öffnet hier ein anderes Konto',
  joinTakenHint: 'Melden Sie sich damit an, um zu sehen, welches, und entfernen Sie es dort zuerst.',
}
