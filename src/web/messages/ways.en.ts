import type { Catalogue } from './catalogue.ts'

/** Signing in by other ways than a password, in English: other languages follow it. */
export const waysEn = {
  orElse: 'or',
  signInWith: 'Sign in with {name}',
  providerAway: '{name} cannot be reached just now',
  providerAwayHint: 'Please try again in a moment, or sign in with your password.',
  providerRefused: '{name} has not let you in',
  providerRefusedHint: 'Try again. If that does not help, ask whoever runs this site.',
  providerStale: 'That took too long, or began in another window',
  providerStaleHint: 'Please begin again.',
  providerClockHint:
    'The clocks of this site and of {name} differ. Whoever runs this site can set that right.',
  providerNoRole: 'Your account at {name} has no access to this calendar',
  providerNoAccount: 'There is no account for you here',
  providerNoEmail: '{name} has not told your e-mail address',
  providerAsk: 'Ask whoever runs this site.',
  providerTaken: 'There is an account here with your address already',
  providerTakenHint:
    '{name} has not confirmed that the address is yours. Sign in with the password of that account.',
} as const satisfies Catalogue
