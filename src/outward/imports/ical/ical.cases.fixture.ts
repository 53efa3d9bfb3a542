import { readFileSync } from 'node:fs'
import { zoneNamed } from '../../../pure/calendar/zone.ts'
import type { ImportedEvent, ImportRecord, Unreadable } from '../imports.record.ts'
import { decodeText } from '../imports.text.ts'
import { icalSource } from './ical.source.ts'

/** How the files beside the importing tests are read. */
const about = { siteZone: zoneNamed('Europe/Berlin'), now: Temporal.Instant.from('2026-12-01T00:00:00Z') }
const folder = new URL('../../../../test/imports/cases/', import.meta.url)

async function recordsOf(text: string): Promise<(ImportRecord | Unreadable)[]> {
  const records: (ImportRecord | Unreadable)[] = []
  for await (const batch of icalSource(text, about).read(undefined, new Map())) records.push(...batch.records)
  return records
}

/** The text of one of the files: real habits of programs. */
export const fileOf = (name: string) => decodeText({ bytes: readFileSync(new URL(name, folder)) })

/** Everything that is read of a text, and of it the events, venues and organizers. */
export async function read(text: string) {
  const records = await recordsOf(text)
  const events = records.filter(
    (record): record is ImportedEvent => record.kind === 'event' && !('fault' in record),
  )
  const fields = (kind: string) =>
    records.flatMap((record) => (record.kind === kind && 'fields' in record ? [record.fields] : []))
  return { records, events, venues: fields('venue'), organizers: fields('organizer') }
}

/** The file with one of its lines changed. */
export const changed = (name: string, line: RegExp, by: string) => fileOf(name).replace(line, by)
