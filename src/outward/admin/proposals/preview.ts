import { namesWhere } from '../../../fields/declare.ts'
import { eventFields } from '../../../fields/events.fields.ts'
import type { OwnValues } from '../../../fields/own/declaration.ts'
import { ask } from '../api.ts'
import type { EventRecord, Organizer, Venue } from '../records.ts'
import { locale } from '../place.ts'
import type { QueueItem } from '../waiting/queue.ts'
import { nameOf, pictureUrl, type Submission, wallOf } from './proposals.ask.ts'

type Fields = Readonly<Record<string, unknown>>

/** What a record says where nothing is proposed. */
const unsaid = {
  id: 0,
  author: '',
  status: 'pending',
  date: '',
  url: '',
  slug: '',
  title: '',
  description: '',
  excerpt: '',
  all_day: false,
  start_date: '',
  end_date: '',
  timezone: '',
  website: '',
  featured: false,
} as const satisfies Partial<EventRecord>

/** What records have as it is proposed: all but other records, and what is kept as JSON. */
const alike = namesWhere(eventFields, ({ type }) => type !== 'links' && type !== 'json')

function saidIn(fields: Fields): Partial<EventRecord> {
  return Object.fromEntries(
    alike.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  )
}

/** A new event that is proposed as one that waits, so that it is looked at as visitors would see it; `repeats` says how it repeats. */
export function asWaiting(item: Submission, repeats: string): QueueItem {
  const { fields } = item
  const url = pictureUrl(item)
  return {
    source: 'event',
    who: nameOf(item),
    event: {
      ...unsaid,
      ...saidIn(fields),
      modified: wallOf(item.changed),
      image: url === undefined ? false : { id: 0, url, width: 480, height: 270 },
      cost: listIn(fields, 'cost').map(String).join(', '),
      categories: termsIn(fields, 'categories'),
      tags: termsIn(fields, 'tags'),
      venue: linkedIn(fields, 'venue').map(venueOf),
      organizer: linkedIn(fields, 'organizer').map(organizerOf),
      ...(isValues(fields['fields']) ? { fields: fields['fields'] } : {}),
      ...(repeats === '' ? {} : { series: { id: 0, key: '', text: repeats, changed: [] } }),
    },
  }
}

/** What is said of fields that the calendar has declared. */
function isValues(own: unknown): own is OwnValues {
  return typeof own === 'object' && own !== null && Object.keys(own).length > 0
}

/** What is to be made with the event has no ID yet, and does not stand among what is public. */
function newOf({ id }: Fields, at: number): Pick<Venue, 'id' | 'status'> {
  return typeof id === 'number' ? { id, status: 'publish' } : { id: -1 - at, status: 'pending' }
}

function venueOf(one: Fields, at: number): Venue {
  return { ...one, ...newOf(one, at), venue: textIn(one, 'venue') }
}

function organizerOf(one: Fields, at: number): Organizer {
  return { ...newOf(one, at), organizer: textIn(one, 'organizer') }
}

function textIn(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

function listIn(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name]
  return Array.isArray(value) ? value : []
}

function linkedIn(fields: Fields, name: string): readonly Fields[] {
  return listIn(fields, name).filter((one): one is Fields => typeof one === 'object' && one !== null)
}

function termsIn(fields: Fields, name: string) {
  return linkedIn(fields, name).map((term) => ({
    id: Number(term['id']),
    name: textIn(term, 'name'),
    slug: '',
    parent: 0,
    count: 0,
    description: '',
  }))
}

/** How what is proposed repeats, in words; empty where it does not. Throws what {@link ask} throws. */
export async function repeatsOf({ fields }: Submission, signal: AbortSignal): Promise<string> {
  const { recurrence, start_date, end_date, timezone, all_day } = fields
  if (recurrence === undefined) return ''
  const json = { recurrence, start_date, end_date, timezone, all_day, language: locale.split('-', 1)[0] }
  return (await ask<{ text: string }>('series/preview', { method: 'POST', json, signal })).body.text
}
