import type { EventWithLinks } from '../../../records/events/events.row.ts'
import { csvCells } from '../../feeds/csv.ts'
import { feedEvent } from '../../feeds/feed.event.ts'
import { siteOf } from '../../../http/site.ts'
import { OwnReading } from '../imports.own.ts'
import type { TableSettings, ImportedEvent, OwnTable } from '../imports.record.ts'
import type { Columns } from './csv.columns.ts'
import type { DayReadings } from './csv.days.ts'
import { readEventRow } from './csv.event.ts'
import type { Field } from './csv.headers.ts'

/** Dates of our tables have the year first. */
const isoDays: DayReadings = {
  of: () => ({ orders: { '/': 'ymd', '.': 'ymd', '-': 'ymd' }, today: new Temporal.PlainDate(1970, 1, 1) }),
  notes: () => [],
}

/** Addresses of pages and images depend on who asks; they are compared without what does. */
const anySite = siteOf({ siteUrl: 'http://localhost', restRoot: '' }, '', '')

/** The columns of our tables that have another name than their field. */
const columnOf: Readonly<Partial<Record<Field, string>>> = { venue: 'location' }

/** The record of an event as a table with these columns would have it now. */
export function recordNow(
  event: EventWithLinks,
  { table, now, ...settings }: { table: OwnTable; now: Temporal.Instant } & TableSettings,
): ImportedEvent {
  const said = csvCells(feedEvent(event, anySite, settings))
  // The columns are those that the reader of the table has found.
  const columns = new Map(table.columns) as Columns
  const cells: string[] = []
  for (const [field, index] of columns) cells[index] = said[columnOf[field as Field] ?? field] ?? ''
  const row = { line: 0, cells: Array.from(cells, (cell) => cell ?? '') }
  const { siteZone } = settings
  const { all: own } = settings.declared
  const read = readEventRow(row, { table: { columns, isOwn: true }, days: isoDays, siteZone, now, own })
  const found = read.find(
    (record): record is ImportedEvent => record.kind === 'event' && !('fault' in record),
  )
  return (found && new OwnReading(settings.declared).record(found)) ?? { kind: 'event', key: '', fields: {} }
}
