import type { MailTexts } from '../mail.texts.ts'
import { submissionsDe } from './submissions.de.ts'

/** German. */
export const de: MailTexts = {
  greeting: 'Guten Tag {name},',
  ending: 'Gesendet von {site} · {url}',
  linkEnds: 'Der Link gilt einmal, bis {until}.',
  notExpected: 'Wenn Sie diese Nachricht nicht erwartet haben, brauchen Sie nichts zu tun.',

  invitationSubject: 'Ihr Konto bei {site}',
  invitation:
    'Für Sie gibt es ein Konto bei {site}. Ihr Anmeldename ist {login}. Wählen Sie ein Passwort, dann kann es losgehen.',
  choosePassword: 'Passwort wählen',

  resetSubject: 'Neues Passwort für {site} wählen',
  reset: 'Jemand, vermutlich Sie, möchte ein neues Passwort für Ihr Konto {login} bei {site}.',
  chooseNewPassword: 'Neues Passwort wählen',
  resetNotYou:
    'Wenn Sie das nicht waren, beachten Sie diese Nachricht nicht: Ihr Passwort bleibt, wie es ist.',

  passwordChangedSubject: 'Ihr Passwort bei {site} wurde geändert',
  passwordChanged: 'Das Passwort Ihres Kontos {login} bei {site} wurde geändert: {at}.',
  changeNotYou: 'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort: Es beendet alle Sitzungen.',

  methodSubject: 'Neue Art der Anmeldung bei {site}',
  method: 'Ihr Konto {login} bei {site} hat eine neue Art der Anmeldung ({at}): {method}.',
  passkey: 'der Passkey „{name}“',
  provider: 'Anmeldung mit {name}',
  recoveryCodes: 'Wiederherstellungscodes',

  methodNotYou:
    'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort und entfernen Sie diese Art der Anmeldung aus Ihrem Konto.',
  confirmSubject: 'Adresse für {site} bestätigen',
  confirm: 'Ihr Konto {login} bei {site} soll die Adresse {address} bekommen.',
  confirmAddress: 'Adresse bestätigen',
  addressChangedSubject: 'Ihre Adresse bei {site} wurde geändert',
  addressChanged:
    'Mails an Ihr Konto {login} bei {site} gehen von nun an an {other}. Die Adresse wurde geändert: {at}.',
  tellWhoRuns: 'Wenn Sie das nicht waren, sagen Sie es sofort denen, die {site} betreiben.',

  testSubject: 'Mails von {site} kommen an',
  test: 'Das ist ein Test. Ihn hat angefordert, wer den Mailserver für {site} eingerichtet hat: Mails erreichen diese Adresse.',

  ...submissionsDe,
}
