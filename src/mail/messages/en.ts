import { submissionsEn } from './submissions.en.ts'

/** English. Its keys are those that all other languages must have. */
export const en = {
  greeting: 'Hello {name},',
  ending: 'Sent by {site} · {url}',
  linkEnds: 'The link works once, until {until}.',
  notExpected: 'If you did not expect this message, you need not do anything.',

  invitationSubject: 'Your account on {site}',
  invitation: 'There is an account for you on {site}. This address is its login. Choose a password to begin.',
  choosePassword: 'Choose a password',

  resetSubject: 'Choose a new password for {site}',
  reset: 'Somebody, probably you, asked for a new password for the account on {site} that has this address.',
  chooseNewPassword: 'Choose a new password',
  resetNotYou: 'If it was not you, ignore this message: your password stays as it is.',

  passwordChangedSubject: 'Your password on {site} was changed',
  passwordChanged: 'The password of your account on {site} was changed on {at}.',
  changeNotYou: 'If it was not you, choose a new password at once: it ends all sessions.',

  methodSubject: 'New way to sign in to {site}',
  method: 'A new way to sign in was added to your account on {site} on {at}: {method}.',
  passkey: 'a passkey',
  provider: 'signing in with {name}',
  recoveryCodes: 'recovery codes',

  methodNotYou:
    'If it was not you, choose a new password at once and remove this way to sign in from your account.',
  confirmSubject: 'Confirm your address for {site}',
  confirm: 'An account on {site} is to have this address: {address}.',
  confirmAddress: 'Confirm the address',
  addressChangedSubject: 'Your address on {site} was changed',
  addressChanged:
    'Mails to your account on {site} go to another address from now on. The address was changed on {at}.',
  tellWhoRuns: 'If it was not you, tell whoever runs {site} at once.',

  refusedSubject: 'Somebody was not let in to {site}',
  refusedPerson:
    'Somebody whom {method} has let in has the address of the account {login} on {site}. That account belongs to somebody else there, so they were not signed in.',
  refusedPersonHint:
    'If both are the same person, they sign in as before and join the new account at {method} to their own, in their account here.',
  showPeople: 'Look at the accounts',
  testSubject: 'Mail from {site} works',
  test: 'This is a test. Whoever set up the mail server for {site} asked for it: mails reach this address.',

  ...submissionsEn,
} as const satisfies Readonly<Record<string, string>>
