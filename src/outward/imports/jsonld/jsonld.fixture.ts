import { readFileSync } from 'node:fs'
import { zoneNamed } from '../../../pure/calendar/zone.ts'
import type { ImportedEvent, ImportRecord, Unreadable } from '../imports.record.ts'
import { jsonldSource } from './jsonld.source.ts'

/** The calendar that reads. */
export const about = {
  siteZone: zoneNamed('Europe/Berlin'),
  now: Temporal.Instant.from('2026-12-01T00:00:00Z'),
}
/** A file of the cases. */
export const caseOf = (name: string) =>
  readFileSync(new URL(`../../../../test/imports/cases/${name}`, import.meta.url), 'utf8')

/** What is read of a text. */
export async function read(text: string, address?: string) {
  const records: (ImportRecord | Unreadable)[] = []
  for await (const batch of jsonldSource(text, { ...about, address }).read(undefined, new Map()))
    records.push(...batch.records)
  const fieldsOf = (kind: string) =>
    records.flatMap((record) => (record.kind === kind && 'fields' in record ? [record.fields] : []))
  const events = records.filter(
    (record): record is ImportedEvent => record.kind === 'event' && !('fault' in record),
  )
  const faults = records.flatMap((record) => ('fault' in record ? record.fault : []))
  return { records, events, faults, venues: fieldsOf('venue'), organizers: fieldsOf('organizer') }
}

/** An event in one line: its title, its time, and where it is. */
export const lineOf = ({ fields, venues = [] }: ImportedEvent) =>
  [
    fields['title'],
    fields['start_date'] === fields['end_date']
      ? fields['start_date']
      : `${String(fields['start_date'])} – ${String(fields['end_date'])}`,
    ...venues,
  ].join(' | ')

/** A page with these things as JSON-LD. */
export const page = (...things: unknown[]) =>
  `<html><body>${things.map((thing) => `<script type="application/ld+json">${JSON.stringify(thing)}</script>`).join('\n')}</body></html>`
/** An event of a page. */
export const fair = { '@type': 'Event', name: 'Fair', startDate: '2027-03-02T19:00' }
