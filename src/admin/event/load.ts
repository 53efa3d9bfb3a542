import { ask, askWp } from '../api.ts'
import type { EventRecord } from '../records.ts'
import { type Form, formOf, type Written } from './form.ts'
import { once, readRepeat } from './repeat.ts'

/** An event as the service has it. */
export interface Loaded {
  readonly record: EventRecord
  readonly form: Form
  readonly etag: string | undefined
  /** The version of the series that it is a date of: what changes several dates names that. */
  readonly seriesEtag: string | undefined
}

/** Asks for an event and its texts as they were written. Throws what {@link ask} throws. */
export async function load(id: number): Promise<Loaded> {
  const query = { context: 'edit' }
  const [{ body: record, etag }, { body: written }] = await Promise.all([
    ask<EventRecord>(`events/${id}`, { query }),
    askWp<Written>(`tribe_events/${id}`, { query: { ...query, _fields: 'title,content,excerpt' } }),
  ])
  const series = record.series && (await ask<{ recurrence: string[] }>(`series/${record.series.id}`))
  const repeat = series ? readRepeat(series.body.recurrence) : once
  return { record, etag, seriesEtag: series?.etag, form: formOf(record, written, repeat) }
}
