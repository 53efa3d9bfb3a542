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
  providerOther: 'The account here with your address belongs to somebody else at {name}',
  providerOtherHint:
    'Whoever runs this site has been told. If it is yours, sign in as before and join {name} in your account.',

  usePasskey: 'Use a passkey',
  passkeyNone: 'No passkey was used. Try again, or sign in with your password.',
  passkeyUnknown: 'This passkey opens no account here',
  passkeyUnknownHint: 'It may have been removed. Sign in another way, and add it again in your account.',
  passkeyRefused: 'The passkey could not be checked',
  passkeyRefusedHint: 'Try again. If that does not help, sign in with your password.',
  otherWay: 'Sign in another way',
  useRecoveryCode: 'Use a recovery code',
  recoveryTitle: 'Sign in with a recovery code',
  recoveryHint: 'Each of your codes works once.',
  recoveryCode: 'Recovery code',
  recoveryWrong: 'That name and recovery code do not belong together.',
  recoveryWrongHint: 'A code that was used does not work again.',

  emailTitle: 'Confirm your address',
  emailHint: '“{name}” is to get its mails at {email}.',
  emailConfirm: 'Confirm the address',
  emailDone: 'Your address is confirmed',
  emailDoneHint: 'Mails go to {email} from now on.',
  emailTaken: 'The address belongs to another account by now',
  emailTakenHint: 'Your account keeps the address that it had.',
  joinTaken: 'This account at {name} opens another account here',
  joinTakenHint: 'Sign in with it to see which, and remove it there first.',
} as const satisfies Catalogue
