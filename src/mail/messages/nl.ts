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
    'Er is een account voor u bij {site}. Dit adres is de gebruikersnaam. Kies een wachtwoord om te beginnen.',
  choosePassword: 'Wachtwoord kiezen',

  resetSubject: 'Kies een nieuw wachtwoord voor {site}',
  reset:
    'Iemand, waarschijnlijk uzelf, vraagt een nieuw wachtwoord voor het account bij {site} dat dit adres heeft.',
  chooseNewPassword: 'Nieuw wachtwoord kiezen',
  resetNotYou: 'Als u dat niet was, negeer dit bericht dan: uw wachtwoord blijft zoals het is.',

  passwordChangedSubject: 'Uw wachtwoord bij {site} is gewijzigd',
  passwordChanged: 'Het wachtwoord van uw account bij {site} is gewijzigd op {at}.',
  changeNotYou: 'Als u dat niet was, kies dan meteen een nieuw wachtwoord: dat beëindigt alle sessies.',

  methodSubject: 'Nieuwe manier van aanmelden bij {site}',
  method: 'Uw account bij {site} heeft op {at} een nieuwe manier van aanmelden gekregen: {method}.',
  passkey: 'een passkey',
  provider: 'aanmelden met {name}',
  recoveryCodes: 'herstelcodes',

  methodNotYou:
    'Was u het niet, kies dan meteen een nieuw wachtwoord en verwijder deze manier van aanmelden uit uw account.',
  confirmSubject: 'Bevestig uw adres voor {site}',
  confirm: 'Een account bij {site} krijgt dit adres: {address}.',
  confirmAddress: 'Het adres bevestigen',
  addressChangedSubject: 'Uw adres bij {site} is gewijzigd',
  addressChanged:
    'Mails voor uw account bij {site} gaan vanaf nu naar een ander adres. Het adres is gewijzigd op {at}.',
  tellWhoRuns: 'Was u het niet, zeg het dan meteen tegen wie {site} beheert.',

  refusedSubject: 'Iemand is niet toegelaten tot {site}',
  refusedPerson:
    'Iemand die door {method} is toegelaten, heeft het adres van het account {login} bij {site}. Dat account is daar van iemand anders, dus er is niet aangemeld.',
  refusedPersonHint:
    'Gaat het om dezelfde persoon, dan meldt die zich aan als voorheen en koppelt het nieuwe account van {method} aan het eigen account hier.',
  showPeople: 'De accounts bekijken',
  testSubject: 'E-mail van {site} komt aan',
  test: 'Dit is een test, aangevraagd door wie de mailserver van {site} heeft ingesteld: berichten bereiken dit adres.',

  ...submissionsNl,
}
