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
    'Für Sie gibt es ein Konto bei {site}. Diese Adresse ist der Anmeldename. Wählen Sie ein Passwort, dann kann es losgehen.',
  choosePassword: 'Passwort wählen',

  resetSubject: 'Neues Passwort für {site} wählen',
  reset: 'Jemand, vermutlich Sie, möchte ein neues Passwort für das Konto bei {site}, das diese Adresse hat.',
  chooseNewPassword: 'Neues Passwort wählen',
  resetNotYou:
    'Wenn Sie das nicht waren, beachten Sie diese Nachricht nicht: Ihr Passwort bleibt, wie es ist.',

  passwordChangedSubject: 'Ihr Passwort bei {site} wurde geändert',
  passwordChanged: 'Das Passwort Ihres Kontos bei {site} wurde geändert: {at}.',
  changeNotYou: 'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort: Es beendet alle Sitzungen.',

  methodSubject: 'Neue Art der Anmeldung bei {site}',
  method: 'Ihr Konto bei {site} hat eine neue Art der Anmeldung ({at}): {method}.',
  passkey: 'ein Passkey',
  provider: 'Anmeldung mit {name}',
  recoveryCodes: 'Wiederherstellungscodes',

  methodNotYou:
    'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort und entfernen Sie diese Art der Anmeldung aus Ihrem Konto.',
  confirmSubject: 'Adresse für {site} bestätigen',
  confirm: 'Ein Konto bei {site} soll diese Adresse bekommen: {address}.',
  confirmAddress: 'Adresse bestätigen',
  addressChangedSubject: 'Ihre Adresse bei {site} wurde geändert',
  addressChanged:
    'Mails an Ihr Konto bei {site} gehen von nun an an eine andere Adresse. Sie wurde geändert: {at}.',
  tellWhoRuns: 'Wenn Sie das nicht waren, sagen Sie es sofort denen, die {site} betreiben.',

  refusedSubject: 'Jemand kam bei {site} nicht hinein',
  refusedPerson:
    'Jemand, den {method} eingelassen hat, hat die Adresse des Kontos {login} bei {site}. Dieses Konto gehört dort jemand anderem, darum fand keine Anmeldung statt.',
  refusedPersonHint:
    'Wenn beide dieselbe Person sind, meldet sie sich wie bisher an und verbindet das neue Konto bei {method} in ihrem Konto hier.',
  showPeople: 'Konten ansehen',
  testSubject: 'Mails von {site} kommen an',
  test: 'Das ist ein Test. Ihn hat angefordert, wer den Mailserver für {site} eingerichtet hat: Mails erreichen diese Adresse.',

  ...submissionsDe,
}
