import { zoneNamed } from '../../../pure/calendar/zone.ts'
import type { ImportedEvent, ImportRecord, Unreadable } from '../imports.record.ts'
import { icalSource } from './ical.source.ts'

/** The current time in tests of iCalendar. */
export const now = Temporal.Instant.from('2031-01-01T00:00:00Z')
/** The zone of the site in these tests. */
export const siteZone = zoneNamed('America/New_York')

/** Everything that is read from a file, and its notes. */
export async function read(
  text: string,
): Promise<{ records: (ImportRecord | Unreadable)[]; notes: string[] }> {
  const records: (ImportRecord | Unreadable)[] = []
  const notes: string[] = []
  for await (const batch of icalSource(text, { siteZone, now }).read(undefined, new Map())) {
    records.push(...batch.records)
    notes.push(...(batch.notes ?? []))
  }
  return { records, notes }
}

/** The events of a file that could be read. */
export async function eventsIn(text: string): Promise<ImportedEvent[]> {
  const { records } = await read(text)
  return records.filter((record): record is ImportedEvent => record.kind === 'event' && !('fault' in record))
}

/** The times of events as texts: `key start – end zone`. */
export async function timesIn(text: string): Promise<string[]> {
  const events = await eventsIn(text)
  return events.map(
    ({ key, fields }) =>
      `${key} ${String(fields['start_date'])} – ${String(fields['end_date'])} ${String(fields['timezone'])}`,
  )
}

/** A file with these lines. */
export const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
/** The lines of an event. */
export const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
/** An event with only the required properties. */
export const simple = event(
  'UID:one@example.org',
  'SUMMARY:Fair',
  'DTSTART:20310311T180000Z',
  'DTEND:20310311T200000Z',
)
