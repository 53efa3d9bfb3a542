import type { Catalogue } from './catalogue.ts'

/** Signing in, in English: other languages follow it. */
export const doorEn = {
  signInTo: 'to edit “{name}”',
  nameOrEmail: 'Name or email address',
  signInWrong: 'That name and password do not belong together.',
  signInWrongHint: 'Check both, and whether Caps Lock is on.',
  signInElsewhere: 'Signing in works at {url}',
  signInElsewhereHint:
    'This page came unencrypted, over http: your browser keeps no sign-in here. Open that address.',
  signInTooOften: 'Too many tries.',
  signInWait: {
    one: 'After several tries we wait a little. You can try again in {count} second.',
    other: 'After several tries we wait a little. You can try again in {count} seconds.',
  },
  signInAfter: 'Sign in · wait {count} s',
  signOut: 'Sign out',
  signedOut: 'You are signed out',
  signedOutHint: 'Whoever uses this browser next sees what everybody sees.',

  forgotten: 'Forgotten?',
  forgotTitle: 'Forgotten your password?',
  forgotHint: 'Type your name or email address: a mail with a link comes, by which you choose another one.',
  sendLink: 'Send the link',
  forgotSent: 'If there is such an account, a mail is on its way.',
  forgotSentHint:
    'Its link works once, for an hour. If nothing comes, look among unwanted mail, or ask an administrator.',
  forgotNoMail:
    'This calendar sends no mail. An administrator can make a link for you, by which you choose another one.',
  chooseTitle: 'Choose a password',
  chooseHint: 'for “{name}”',
  newPassword: 'New password',
  newPasswordHint: '12 characters or more. Several words that do not belong together make a good one.',
  savePassword: 'Save and sign in',
  passwordShort: 'It takes 12 characters or more.',
  passwordLong: 'It takes at most 1,000 characters.',
  passwordCommon:
    'This one is among those that are tried first. Take several words that do not belong together.',
  passwordPersonal:
    'This one is made of what everybody knows of you. Take words that have nothing to do with that.',
  linkOver: 'This link has been used, or is too old',
  linkOverHint: 'A link works once, and for a short time only.',
  askAgain: 'Ask for another link',

  setupTitle: 'Let’s open your calendar',
  setupIntro: 'Three short steps. Everything can be changed later.',
  setupCalendar: '1. The calendar',
  setupName: 'What is it called?',
  setupNameHint: 'Stands at the top of every page and in every feed.',
  setupZone: 'Where does your clock run?',
  setupZoneHint: 'Events begin by this clock. Look whether it is right.',
  setupLanguage: 'Language of the pages',
  setupColour: 'Colour of links and buttons',
  setupColourHint: 'Each of these can be read by everybody, in light and in dark.',
  colourNames: 'Lagoon|Blue|Cobalt|Violet|Orchid|Rose|Vermilion|Orange|Ochre|Olive|Green|Teal',
  setupAccount: '2. Your account',
  yourName: 'Your name',
  emailAddress: 'Email address',
  setupFilling: '3. What shall be in it?',
  fillImport: 'Bring my events along',
  fillImportHint:
    'From WordPress, from an iCalendar address (Google, Outlook, another calendar), or from a table.',
  fillEmpty: 'Start empty',
  fillEmptyHint: 'You add the first event yourself. Takes a minute.',
  fillDemo: 'Show me a full one',
  fillDemoHint:
    'An invented city with its year of events, to play with. It takes a minute until all are there.',
  openCalendar: 'Open the calendar',
  setupSignedIn: 'You will be signed in as its administrator.',
  setupSample: 'How your front page begins.',
  setupFault: 'This cannot be taken as it is.',
  setupFaults: 'Some of it cannot be taken as it is. Nothing was stored.',
  setupFixed: 'Set by {name} where the service runs.',
  setupOver: 'This page works once, for whoever holds its link.',
} as const satisfies Catalogue
