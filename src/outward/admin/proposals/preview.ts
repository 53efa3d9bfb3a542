import { ask } from '../api.ts'
import type { Organizer, Venue } from '../records.ts'
import { locale } from '../place.ts'
import type { QueueItem } from '../waiting/queue.ts'
import { nameOf, pictureUrl, type Submission, wallOf } from './proposals.ask.ts'

type Fields = Readonly<Record<string, unknown>>

/** A new event that is proposed as one that waits, so that it is looked at as visitors would see it; `repeats` says how it repeats. */
export function asWaiting(item: Submission, repeats: string): QueueItem {
  const { fields } = item
  const text = (name: string) => textIn(fields, name)
  const url = pictureUrl(item)
  return {
    source: 'event',
    who: nameOf(item),
    event: {
      id: 0,
      author: '',
      status: 'pending',
      date: '',
      modified: wallOf(item.changed),
      url: '',
      slug: '',
      title: text('title'),
      description: text('description'),
      excerpt: text('excerpt'),
      image: url === undefined ? false : { id: 0, url, width: 480, height: 270 },
      all_day: fields['all_day'] === true,
      start_date: text('start_date'),
      end_date: text('end_date'),
      timezone: text('timezone'),
      cost: listIn(fields, 'cost').map(String).join(', '),
      website: text('website'),
      featured: false,
      categories: termsIn(fields, 'categories'),
      tags: termsIn(fields, 'tags'),
      venue: linkedIn(fields, 'venue').map((one, at): Venue => ({
        id: idOf(one, at),
        status: statusOf(one),
        venue: textIn(one, 'venue'),
        address: textIn(one, 'address'),
        city: textIn(one, 'city'),
      })),
      organizer: linkedIn(fields, 'organizer').map((one, at): Organizer => ({
        id: idOf(one, at),
        status: statusOf(one),
        organizer: textIn(one, 'organizer'),
      })),
      ...(repeats === '' ? {} : { series: { id: 0, key: '', text: repeats, changed: [] } }),
    },
  }
}

/** What is to be made with the event has no ID yet. */
function idOf({ id }: Fields, at: number): number {
  return typeof id === 'number' ? id : -1 - at
}

/** What is to be made with the event does not stand among what is public. */
function statusOf({ id }: Fields): 'publish' | 'pending' {
  return typeof id === 'number' ? 'publish' : 'pending'
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
