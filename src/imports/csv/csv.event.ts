import { hash } from 'node:crypto'
import { findZone } from '../../calendar/zone.ts'
import { escapeHtml } from '../../text/html.ts'
import { imageRecords, keysOf, placeRecord, termRecords } from '../imports.links.ts'
import type { ImportedEvent, ImportRecord } from '../imports.record.ts'
import type { Columns, Field } from './csv.columns.ts'
import type { Row } from './csv.read.ts'

/** The cell of a field in a row; empty if there is none. */
type Cells = (field: Field) => string

/** The event of a row, after the records that it is linked to. */
export function readRow(row: Row, columns: Columns): ImportRecord[] {
  const cell: Cells = (field) => textOf(row.cells[columns.get(field) ?? -1] ?? '')
  const linked = [
    ...venueOf(cell, columns),
    ...organizersOf(cell),
    ...termRecords('category', listOf(cell('categories'))),
    ...termRecords('tag', listOf(cell('tags'))),
    ...imageRecords(cell('image')),
  ]
  const has = (field: Field) => columns.has(field)
  const event: ImportedEvent = {
    kind: 'event',
    key: keyOf(cell),
    at: `line ${row.line}`,
    fields: { ...textFields(cell, has), ...timesOf(cell) },
    ...(has('venue') ? { venues: keysOf('venue', linked) } : {}),
    ...(has('organizers') ? { organizers: keysOf('organizer', linked) } : {}),
    ...(has('categories') ? { categories: keysOf('category', linked) } : {}),
    ...(has('tags') ? { tags: keysOf('tag', linked) } : {}),
    ...(has('image') ? { image: keysOf('image', linked)[0] ?? null } : {}),
  }
  return [...linked, event]
}

/** The text of a cell without the apostrophe that our tables put before possible formulas (see `feeds/csv.ts`). */
function textOf(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')
}

/** The key of an event: its own one, or else its title and start. */
function keyOf(cell: Cells): string {
  const named = cell('uid') || cell('id')
  if (named !== '') return named
  const said = [cell('title'), cell('start_date'), cell('start_time')].join('\n').toLowerCase()
  return `row ${hash('sha256', said, 'base64url').slice(0, keyLength)}`
}

const keyLength = 22

function textFields(cell: Cells, has: (field: Field) => boolean): Record<string, unknown> {
  const website = has('website') ? cell('website') : cell('url')
  return {
    title: escapeHtml(cell('title')),
    ...(has('description') ? { description: cell('description') || null } : {}),
    ...(has('excerpt') ? { excerpt: cell('excerpt') || null } : {}),
    ...(has('cost') ? { cost: cell('cost') } : {}),
    ...(has('website') || has('url') ? { website: website || null } : {}),
    ...(has('featured') ? { featured: isYes(cell('featured')) } : {}),
    status: statusOf(cell('status').toLowerCase()),
  }
}

/** Statuses by their names in feeds; others are those of the API, which checks them. */
const statuses: Readonly<Record<string, string>> = {
  '': 'publish',
  confirmed: 'publish',
  published: 'publish',
  tentative: 'draft',
  cancelled: 'trash',
  canceled: 'trash',
}

function statusOf(said: string): string {
  return statuses[said] ?? said
}

/** Instants if the table has them, which identify an hour that occurs twice; else days and times as they are written. */
function timesOf(cell: Cells): Record<string, unknown> {
  const zone = cell('timezone')
  const start = joined(cell('start_date'), cell('start_time'))
  const end = joined(
    cell('end_date') || cell('start_date'),
    cell('end_time') || (cell('end_date') ? '' : cell('start_time')),
  )
  const hasTime = /\d:\d|\d\s*[ap]\.?m\b|T\d/i.test(start)
  const all_day = cell('all_day') === '' ? !hasTime : isYes(cell('all_day'))
  const isInstant =
    cell('utc_start_date') !== '' && cell('utc_end_date') !== '' && !all_day && findZone(zone) !== undefined
  return {
    start_date: isInstant ? `${cell('utc_start_date')} UTC` : start,
    end_date: isInstant ? `${cell('utc_end_date')} UTC` : end,
    all_day,
    ...(zone === '' ? {} : { timezone: zone }),
  }
}

function joined(date: string, time: string): string {
  return time === '' || /\d:\d/.test(date) ? date : `${date} ${time}`
}

function venueOf(cell: Cells, columns: Columns): ImportRecord[] {
  const name = cell('venue')
  if (name === '') return []
  const [lat, lng] = [cell('latitude'), cell('longitude')]
  const coordinates = lat !== '' && lng !== '' ? { geo_lat: lat, geo_lng: lng } : {}
  const key = [name, cell('address'), cell('city')].join('\n').trim().toLowerCase()
  // In a table without a column for addresses, they follow the names, as in ours.
  if (!columns.has('address') && !columns.has('city')) return [{ ...placeRecord(name, coordinates), key }]
  const fields = {
    venue: escapeHtml(name),
    status: 'publish',
    ...texts(cell, ['address', 'city', 'zip', 'country']),
    ...coordinates,
  }
  return [{ kind: 'venue', key, fields }]
}

function organizersOf(cell: Cells): ImportRecord[] {
  const names = listOf(cell('organizers'))
  const email = cell('organizer_email')
  return names.map((name, index) => ({
    kind: 'organizer',
    key: name.toLowerCase(),
    fields: {
      organizer: escapeHtml(name),
      status: 'publish',
      ...(index === 0 && email !== '' ? { email } : {}),
    },
  }))
}

function texts(cell: Cells, names: readonly Field[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (cell(name) === '' ? [] : [[name, cell(name)]])))
}

/** Names, one after the other, between semicolons, bars or commas. */
function listOf(text: string): string[] {
  return text
    .split(/[;|,\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function isYes(text: string): boolean {
  return /^(?:1|y|yes|true|x|on|ja|oui|si|sí|wahr)$/i.test(text)
}
