import { partsOf } from '../../src/outward/imports/imports.report.ts'
import { readFileSync } from 'node:fs'
import { findZone } from '../../src/pure/calendar/zone.ts'
import { csvSource, type TableOptions } from '../../src/outward/imports/csv/csv.source.ts'
import { readFields } from '../../src/outward/imports/imports.fields.ts'
import type { ImportRecord, Unreadable } from '../../src/outward/imports/imports.record.ts'
import { decodeEntities } from '../../src/pure/text/html.ts'

const siteZone = findZone('Europe/Berlin') ?? { name: 'UTC', id: 'UTC' }
const now = Temporal.Instant.from('2026-10-14T10:00:00Z')

/** What an import makes of a table: its events in a line each, and what it tells. */
export interface Understood {
  /** `Title: 2026-12-05 18:30 – 2026-12-05 20:00 at Hall`, or with days alone. */
  readonly events: readonly string[]
  readonly records: readonly (ImportRecord | Unreadable)[]
  readonly notes: readonly string[]
  readonly lost: readonly string[]
  readonly left: readonly string[]
}

/** A file of the cases beside this one. */
export function caseText(name: string): string {
  return readFileSync(new URL(`cases/${name}`, import.meta.url), 'utf8')
}

/** Reads a table as an import does, in Berlin in October 2026. */
export async function understood(text: string, options: Partial<TableOptions> = {}): Promise<Understood> {
  const clock = { siteZone, now }
  const source = csvSource(text, { name: 'town.csv', map: new Map(), ...clock, ...options })
  const [records, notes]: [(ImportRecord | Unreadable)[], string[]] = [[], []]
  for await (const batch of source.read(undefined, new Map())) {
    records.push(...batch.records)
    notes.push(...(batch.notes ?? []))
  }
  const places = new Map(
    records.flatMap((record) =>
      record.kind === 'venue' && 'fields' in record
        ? [[record.key, [record.fields['venue'], record.fields['address']].filter(Boolean).join(', ')]]
        : [],
    ),
  )
  const [events, lost, left]: [string[], string[], string[]] = [[], [], []]
  for (const record of records) {
    if ('fault' in record) left.push(`${record.at}: ${record.fault}`)
    if (record.kind !== 'event' || 'fault' in record) continue
    const read = readFields(record, clock)
    if ('fault' in read) left.push(`${record.at}: ${read.fault}`)
    if ('fault' in read || !read.times) continue
    const { all_day, start_wall, end_wall } = read.times
    const [start, end] = [start_wall, end_wall].map((wall) => wall.slice(0, all_day ? 10 : 16))
    const when = start === end ? start : `${start} – ${end}`
    const where = (record.venues ?? []).map((key) => places.get(key))
    const title = decodeEntities(String(read.values['title']))
    events.push(`${title}: ${when}${where.length > 0 ? ` at ${where.join(' and ')}` : ''}`)
    lost.push(...[...(record.lost ?? []), ...read.lost].map((told) => `${record.at}: ${partsOf(told).says}`))
  }
  return { events, records, notes, lost, left }
}
