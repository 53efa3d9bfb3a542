import type { Catalogue } from '../../messages/catalogue.ts'

/** What finding things from everywhere says, in English. */
export const en = {
  what: 'Find an event, a place, an organizer or a screen',
  placeholder: 'Event, place, organizer, screen …',
  event: 'event',
  place: 'place',
  organizer: 'organizer',
  person: 'person',
  screen: 'screen',
  all: 'All events with “{text}”',
  choose: 'choose',
  open: 'open',
  close: 'close',
  allIn: 'All events with “{text}” in {month}',
  allOf: 'All events in {month}',
  before: 'in',
} as const satisfies Catalogue
