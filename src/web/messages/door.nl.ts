import type { Texts } from './catalogue.ts'
import type { doorEn } from './door.en.ts'

/** Signing in, in Dutch. */
export const doorNl: Texts<typeof doorEn> = {
  signInTo: 'om “{name}” te bewerken',
  nameOrEmail: 'Naam of e-mailadres',
  signInWrong: 'Die naam en dat wachtwoord horen niet bij elkaar.',
  signInWrongHint: 'Controleer beide, en of Caps Lock aan staat.',
  signInElsewhere: 'Aanmelden kan op {url}',
  signInElsewhereHint:
    'Deze pagina kwam onversleuteld, via http: uw browser bewaart hier geen aanmelding. Open dat adres.',
  signInTooOften: 'Te veel pogingen.',
  signInWait: {
    one: 'Na meerdere pogingen wachten we even. Over {count} seconde kunt u het opnieuw proberen.',
    other: 'Na meerdere pogingen wachten we even. Over {count} seconden kunt u het opnieuw proberen.',
  },
  signInAfter: 'Aanmelden · wacht {count} s',
  signOut: 'Afmelden',
  signedOut: 'U bent afgemeld',
  signedOutHint: 'Wie deze browser hierna gebruikt, ziet wat iedereen ziet.',

  forgotten: 'Vergeten?',
  forgotTitle: 'Wachtwoord vergeten?',
  forgotHint: 'Vul uw naam of e-mailadres in: er komt een mail met een link waarmee u een ander kiest.',
  sendLink: 'Link sturen',
  forgotSent: 'Als dat account bestaat, is er een mail onderweg.',
  forgotSentHint:
    'De link werkt één keer, een uur lang. Komt er niets, kijk dan bij ongewenste mail of vraag het een beheerder.',
  forgotNoMail:
    'Deze kalender verstuurt geen mail. Een beheerder kan een link voor u maken waarmee u een ander kiest.',
  chooseTitle: 'Een wachtwoord kiezen',
  chooseHint: 'voor “{name}”',
  newPassword: 'Nieuw wachtwoord',
  newPasswordHint: '12 tekens of meer. Meerdere woorden die niet bij elkaar horen zijn een goede keuze.',
  savePassword: 'Opslaan en aanmelden',
  passwordShort: 'Er zijn 12 tekens of meer nodig.',
  passwordLong: 'Het mag hoogstens 1000 tekens hebben.',
  passwordCommon:
    'Dit is er een die het eerst wordt geprobeerd. Neem meerdere woorden die niet bij elkaar horen.',
  passwordPersonal:
    'Dit bestaat uit wat iedereen van u weet. Neem woorden die daar niets mee te maken hebben.',
  linkOver: 'Deze link is gebruikt of te oud',
  linkOverHint: 'Een link werkt één keer en maar kort.',
  askAgain: 'Een andere link vragen',

  setupTitle: 'Laten we uw kalender openen',
  setupIntro: 'Drie korte stappen. Alles kan later worden gewijzigd.',
  setupCalendar: '1. De kalender',
  setupName: 'Hoe heet hij?',
  setupNameHint: 'Staat boven elke pagina en in elke feed.',
  setupZone: 'Waar loopt uw klok?',
  setupZoneHint: 'Evenementen beginnen volgens deze klok. Kijk of ze klopt.',
  setupLanguage: 'Taal van de pagina’s',
  setupColour: 'Kleur van links en knoppen',
  setupColourHint: 'Elk ervan is voor iedereen leesbaar, licht en donker.',
  colourNames: 'Lagune|Blauw|Kobalt|Violet|Orchidee|Roze|Vermiljoen|Oranje|Oker|Olijf|Groen|Petrol',
  setupAccount: '2. Uw account',
  yourName: 'Uw naam',
  emailAddress: 'E-mailadres',
  setupFilling: '3. Wat moet erin staan?',
  fillImport: 'Mijn evenementen meenemen',
  fillImportHint:
    'Uit WordPress, van een iCalendar-adres (Google, Outlook, een andere kalender) of uit een tabel.',
  fillEmpty: 'Leeg beginnen',
  fillEmptyHint: 'U voegt het eerste evenement zelf toe. Duurt een minuut.',
  fillDemo: 'Toon mij een volle',
  fillDemoHint:
    'Een verzonnen stad met een jaar vol evenementen, om te proberen. Het duurt een minuut tot alles er is.',
  openCalendar: 'De kalender openen',
  setupSignedIn: 'U wordt aangemeld als beheerder.',
  setupSample: 'Zo begint uw voorpagina.',
  setupFault: 'Dit kan zo niet.',
  setupFaults: 'Iets ervan kan zo niet. Er is niets opgeslagen.',
  setupFixed: 'Bepaald door {name} waar de dienst draait.',
  setupOver: 'Deze pagina werkt één keer, voor wie de link heeft.',
}
