import type { Texts } from './catalogue.ts'
import type { waysEn } from './ways.en.ts'

/** Signing in by other ways than a password, in Dutch. */
export const waysNl: Texts<typeof waysEn> = {
  orElse: 'of',
  signInWith: 'Aanmelden met {name}',
  providerAway: '{name} is op dit moment niet bereikbaar',
  providerAwayHint: 'Probeer het zo nog eens, of meld u aan met uw wachtwoord.',
  providerRefused: '{name} heeft u niet binnengelaten',
  providerRefusedHint: 'Probeer het nog eens. Helpt dat niet, vraag het dan aan wie deze site beheert.',
  providerStale: 'Dat duurde te lang, of begon in een ander venster',
  providerStaleHint: 'Begin opnieuw.',
  providerClockHint:
    'De klokken van deze site en van {name} lopen uiteen. Wie deze site beheert, kan dat herstellen.',
  providerNoRole: 'Uw account bij {name} heeft geen toegang tot deze kalender',
  providerNoAccount: 'Er is hier geen account voor u',
  providerNoEmail: '{name} heeft uw e-mailadres niet doorgegeven',
  providerAsk: 'Vraag het aan wie deze site beheert.',
  providerTaken: 'Er is hier al een account met uw adres',
  providerTakenHint:
    '{name} heeft niet bevestigd dat het adres van u is. Meld u aan met het wachtwoord van dat account.',
  providerOther: 'Het account met uw adres is bij {name} van iemand anders',
  providerOtherHint:
    'Wie deze site beheert, weet ervan. Is het van u, meld u dan aan als voorheen en koppel {name} in uw account.',

  usePasskey: 'Een passkey gebruiken',
  passkeyNone: 'Er is geen passkey gebruikt. Probeer het opnieuw of meld u aan met uw wachtwoord.',
  passkeyUnknown: 'Deze passkey opent hier geen account',
  passkeyUnknownHint:
    'Misschien is hij verwijderd. Meld u op een andere manier aan en voeg hem in uw account weer toe.',
  passkeyRefused: 'De passkey kon niet worden gecontroleerd',
  passkeyRefusedHint: 'Probeer het opnieuw. Helpt dat niet, meld u dan aan met uw wachtwoord.',
  otherWay: 'Anders aanmelden',
  useRecoveryCode: 'Een herstelcode gebruiken',
  recoveryTitle: 'Aanmelden met een herstelcode',
  recoveryHint: 'Elke code werkt één keer.',
  recoveryCode: 'Herstelcode',
  recoveryWrong: 'Die naam en herstelcode horen niet bij elkaar.',
  recoveryWrongHint: 'Een gebruikte code werkt niet nog eens.',

  emailTitle: 'Bevestig uw adres',
  emailHint: '“{name}” krijgt mails voortaan op {email}.',
  emailConfirm: 'Het adres bevestigen',
  emailDone: 'Uw adres is bevestigd',
  emailDoneHint: 'Mails gaan vanaf nu naar {email}.',
  emailTaken: 'Het adres hoort inmiddels bij een ander account',
  emailTakenHint: 'Uw account houdt het adres dat het had.',
  joinTaken: 'Dit account bij {name} opent hier een ander account',
  joinTakenHint: 'Log ermee in om te zien welk, en verwijder het daar eerst.',
}
