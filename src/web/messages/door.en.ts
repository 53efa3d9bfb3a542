import type { Catalogue } from './catalogue.ts'

/** Signing in, in English: other languages follow it. */
export const doorEn = {
  signInTo: 'to edit “{name}”',
  nameOrEmail: 'Name or email address',
  signInWrong: 'That name and password do not belong together.',
  signInWrongHint: 'Check both, and whether Caps Lock is on.',
  signInTooOften: 'Too many tries.',
  signInWait: {
    one: 'After several tries we wait a little. You can try again in {count} second.',
    other: 'After several tries we wait a little. You can try again in {count} seconds.',
  },
  signInAfter: 'Sign in · wait {count} s',
  signOut: 'Sign out',
  signedOut: 'You are signed out',
  signedOutHint: 'Whoever uses this browser next sees what everybody sees.',
} as const satisfies Catalogue
