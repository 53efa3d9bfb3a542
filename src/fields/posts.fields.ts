import { choice, html, json, links, moment, not, number, text } from './field.ts'
import { statuses } from '../pure/params/words.ts'

// What events, venues and organizers have in common.

/** Nobody but an editor says it. */
export const ofEditors = not('editors decide on it')
/** It says how something is shown, not what it is. */
export const ofPages = not('it is about how pages show it')
/** It is no part of what is proposed, or told to others, but of how the record is kept here. */
export const ofCalendar = not('it is about the record in this calendar')

/** What is made with an event is as public as that. */
export const ofEvent = not('it is made with an event, and is as public as that')

export const author = number('Whose it is.', {
  byHand: true,
  column: 'author_id',
  filter: true,
  headers: ofCalendar,
  proposable: ofCalendar,
  csv: ofCalendar,
  mcp: ofCalendar,
  site: not('authors are found by their names'),
  jsonld: ofCalendar,
  ical: ofCalendar,
})

const published = {
  byHand: true,
  headers: ofCalendar,
  proposable: ofCalendar,
  mcp: ofCalendar,
  jsonld: ofCalendar,
  ical: ofCalendar,
} as const

export const date = moment('When it is published, in the zone of the site.', {
  ...published,
  column: null,
  hidden: true,
  sorted: true,
  csv: not('in UTC it is there'),
  site: not('in UTC it is read'),
})

export const date_utc = moment('When it is published, in UTC.', {
  ...published,
  column: 'date_at',
  unit: 'status',
})

/** The status, with what follows from it. */
export const status = choice('The status.', {
  byHand: true,
  words: statuses,
  initial: 'publish',
  beside: { status_before: 'text', date_floating: 'number', date_given: 'number' },
  filter: true,
  proposable: ofEditors,
})

export const image = links('The picture.', {
  byHand: true,
  column: 'image_id',
  shape: 'number',
  proposable: not('it is sent along as a file'),
  mcp: not('assistants send no files'),
})

export const slug = text('The last part of the address.', {
  byHand: true,
  headers: ofCalendar,
  proposable: ofCalendar,
  csv: not('the address has it'),
  mcp: ofCalendar,
  jsonld: ofCalendar,
  ical: ofCalendar,
})

/** The name of a venue or organizer. */
export const named = {
  byHand: true,
  column: 'title',
  told: 'title',
  beside: { title_folded: 'text' },
  sorted: true,
} as const

/** Pages repeat of the event what they say in the place of it. */
export const ofEventThere = not('pages repeat that of the event there')

/** The description of a venue or organizer. */
export const describing = {
  byHand: 'stored',
  zero: true,
  blocks: true,
  member: 'The description, rendered.',
  jsonld: ofEventThere,
} as const

/** The excerpt of a venue or organizer. */
export const excerpt = html('The excerpt, with HTML.', {
  zero: true,
  added: true,
  param: not('tec/v1 alone has it'),
  record: not('tec/v1 alone has it'),
  headers: not('tec/v1 alone has it'),
  proposable: not('tec/v1 alone has it'),
  mcp: not('tec/v1 alone has it'),
  site: not('records do not tell it'),
  jsonld: ofEventThere,
})

/** What a record says of the fields that the operator of the calendar has declared. */
export const own = json('Values of the fields that this calendar has declared (`GET …/fields`), by name.', {
  byHand: true,
  column: 'own',
  initial: '',
  shape: 'json',
  added: true,
  contents: true,
  tec: not('it is read there under its own name'),
  headers: not('each field is a column of its own'),
  proposable: not('each field is asked for by itself'),
  csv: not('each field is a column of its own'),
  mcp: not('each field is said by itself'),
  site: not('each field is known there by its name'),
  jsonld: not('each field says what it is called there'),
  ical: not('no property of calendars has it'),
})
