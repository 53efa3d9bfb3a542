import type { Catalogue } from '../../messages/catalogue.ts'

/** What the list of keys says, in English. */
export const en = {
  title: 'Keys',
  everywhere: 'Everywhere',
  inList: 'In the list of events, on its row',
  inWaiting: 'While deciding what waits',
  inEvent: 'While writing an event',
  nextBefore: 'next, before',
  these: 'these keys',
  save: 'save',
  switchOff: 'Single letters do nothing while you write. They can be switched off in your account.',
} as const satisfies Catalogue
