import type { MailTexts } from '../mail.texts.ts'
import { submissionsNl } from './submissions.nl.ts'

/** Dutch. */
export const nl: MailTexts = {
  greeting: 'Beste {name},',
  ending: 'Verzonden door {site} · {url}',
  linkEnds: 'De link werkt één keer, tot {until}.',
  notExpected: 'Als u dit bericht niet verwachtte, hoeft u niets te doen.',

  invitationSubject: 'Uw account bij {site}',
  invitation:
    'Er is een account voor u bij {site}. Uw gebruikersnaam is {login}. Kies een wachtwoord om te beginnen.',
  choosePassword: 'Wachtwoord kiezen',

  resetSubject: 'Kies een nieuw wachtwoord voor {site}',
  reset: 'Iemand, waarschijnlijk uzelf, vraagt een nieuw wachtwoord voor uw account {login} bij {site}.',
  chooseNewPassword: 'Nieuw wachtwoord kiezen',
  resetNotYou: 'Als u dat niet was, negeer dit bericht dan: uw wachtwoord blijft zoals het is.',

  passwordChangedSubject: 'Uw wachtwoord bij {site} is gewijzigd',
  passwordChanged: 'Het wachtwoord van uw account {login} bij {site} is gewijzigd op {at}.',
  changeNotYou: 'Als u dat niet was, kies dan meteen een nieuw wachtwoord: dat beëindigt alle sessies.',

  methodSubject: 'Nieuwe manier van aanmelden bij {site}',
  method: 'Uw account {login} bij {site} heeft op {at} een nieuwe manier van aanmelden gekregen: {method}.',
  passkey: 'de passkey ‘{name}’',
  provider: 'aanmelden met {name}',
  recoveryCodes: 'herstelcodes',

  methodNotYou:
    'Was u het niet, kies dan meteen een nieuw wachtwoord en verwijder deze manier van aanmelden uit uw account.',
  confirmSubject: 'Bevestig uw adres voor {site}',
  confirm: 'Uw account {login} bij {site} krijgt het adres {address}.',
  confirmAddress: 'Het adres bevestigen',
  addressChangedSubject: 'Uw adres bij {site} is gewijzigd',
  addressChanged:
    'Mails voor uw account {login} bij {site} gaan vanaf nu naar {other}. Het adres is gewijzigd op {at}.',
  tellWhoRuns: 'Was u het niet, zeg het dan meteen tegen wie {site} beheert.',

  testSubject: 'E-mail van {site} komt aan',
  test: 'Dit is een test, aangevraagd door wie de mailserver van {site} heeft ingesteld: berichten bereiken dit adres.',

  ...submissionsNl,
}
