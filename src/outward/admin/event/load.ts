import { ask } from '../api.ts'
import type { EventPage, EventRecord } from '../records.ts'
import { formOf } from './fields.ts'
import type { Form, Written } from './form.ts'
import { once, readRepeat } from './repeat.ts'
import { readTickets } from './tickets.ts'

/** An event as the service has it. */
export interface Loaded {
  readonly record: EventRecord
  readonly form: Form
  readonly etag: string | undefined
  /** The version of the series that it is a date of: what changes several dates names that. */
  readonly seriesEtag: string | undefined
  /** Whether the reader may only read it: the service gives its texts as they were written to nobody else. */
  readonly isReadOnly: boolean
}

/** Asks for an event with its texts as they were written, both in one answer: of one moment. Throws what {@link ask} throws. */
export async function load(id: number): Promise<Loaded> {
  const { body, etag } = await ask<EventRecord & { raw?: Written }>(`events/${id}`, {
    query: { context: 'edit' },
  })
  const { raw, ...record } = body
  const written = raw ?? record
  if (raw === undefined) {
    const form = formOf(record, { written, repeat: once, tickets: [] })
    return { record: await inOwnWords(record), form, etag, seriesEtag: undefined, isReadOnly: true }
  }
  // After the event: what is changed in between is refused by its version.
  const [series, tickets] = await Promise.all([
    record.series && ask<{ recurrence: string[] }>(`series/${record.series.id}`),
    readTickets(id),
  ])
  const repeat = series ? readRepeat(series.body.recurrence) : once
  const form = formOf(record, { written, repeat, tickets })
  return { record, etag, seriesEtag: series?.etag, form, isReadOnly: false }
}

/** The record with the rule of its series in the language of the reader, as lists have it. Throws what {@link ask} throws. */
async function inOwnWords(record: EventRecord): Promise<EventRecord> {
  if (!record.series) return record
  const query = { include: record.id, status: record.status, _fields: 'events.series.text' }
  const { body } = await ask<EventPage>('events', { query })
  const text = body.events[0]?.series?.text
  return { ...record, series: { ...record.series, text: text ?? '' } }
}
