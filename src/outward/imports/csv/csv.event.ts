import { hash } from 'node:crypto'
import { readWhen } from '../../../pure/calendar/whenText.ts'
import { type Zone, zoneNamed } from '../../../pure/calendar/zone.ts'
import { eventFields } from '../../../fields/events.fields.ts'
import type { Declaration } from '../../../fields/own/declaration.ts'
import { quote } from '../../../pure/params/parameter.ts'
import { isFree, symbolOf, withCurrency } from '../imports.cost.ts'
import { fold } from '../../../pure/text/fold.ts'
import { escapeHtml } from '../../../pure/text/html.ts'
import { createZones } from '../ical/ical.zones.ts'
import type { Clock } from '../imports.fields.ts'
import { imageRecords, keysOf, termRecords } from '../imports.links.ts'
import type { ImportedEvent, ImportRecord, Unreadable } from '../imports.record.ts'
import { cellsOf, type RowCells, webAddress } from './csv.cells.ts'
import type { DayReadings } from './csv.days.ts'
import { isAddress, organizerIds, organizersOf, venueOf } from './csv.linked.ts'
import type { Row } from './csv.rows.ts'
import type { TableSays } from './csv.says.ts'
import { ownCells } from './csv.own.ts'
import { readStatus } from './csv.status.ts'
import type { Table } from './csv.table.ts'
import { readTimes } from './csv.times.ts'
import { valuesIn } from './csv.values.ts'

/** What reading the rows of a table depends on. */
export interface RowReading extends Clock, Omit<TableSays, 'dates'> {
  readonly table: Pick<Table, 'columns' | 'isOwn'> & {
    /** The position of what says when events were changed last, in a table of ours. */
    readonly modified?: number | undefined
  }
  readonly days: DayReadings
  /** The fields that the calendar has declared. */
  readonly own?: readonly Declaration[] | undefined
}

/** What is said by several columns. */
const byHand = {
  website: 'a place may be its address',
  event_status: 'several columns tell what happens',
}

/** The event of a row, after the records that it is linked to; or why there is none. */
export function readEventRow(row: Row, reading: RowReading): (ImportRecord | Unreadable)[] {
  const cells = cellsOf(row, reading.table)
  const { cell, has } = cells
  const at = `line ${row.line}`
  const zone = zoneOf(cell('timezone'), reading)
  const times = readTimes(cell, { ...reading, has, zone: zone.found })
  if ('fault' in times) return [{ kind: 'event', key: cell('uid') || cell('id'), at, fault: times.fault }]
  const status = readStatus(cell, reading.status)
  const said = valuesIn(eventFields, cells, byHand)
  const images = imageRecords(webAddress(cell('image')))
  const linked = [
    ...venueOf(cells),
    ...organizersOf(cells),
    ...termRecords('category', cells.list(cell('categories'))),
    ...termRecords('tag', cells.list(cell('tags'))),
  ]
  const event: ImportedEvent = {
    kind: 'event',
    key: keyOf(cells, String(times.fields['start_date'])),
    at,
    fields: {
      ...textFields(cells),
      status: status.status,
      event_status: status.happens,
      ...said.fields,
      ...ownCells(cells, ownFor('event', reading)),
      ...times.fields,
      ...(zone.isNamed ? { timezone: zone.found.name } : {}),
    },
    ...(has('venue') ? { venues: keysOf('venue', linked) } : {}),
    ...(has('organizers') ? { organizers: keysOf('organizer', linked) } : {}),
    ...(has('categories') ? { categories: keysOf('category', linked) } : {}),
    ...(has('tags') ? { tags: keysOf('tag', linked) } : {}),
    ...(has('image') ? { image: keysOf('image', images)[0] ?? null } : {}),
    ...ownName(cells, row, reading),
    lost: [
      ...zone.lost,
      ...times.lost,
      ...status.lost,
      ...said.lost,
      ...lostOf(cells, row, images.length > 0),
    ],
  }
  return [...linked, ...images, event]
}

function ownFor(kind: Declaration['kinds'][number], { own = [] }: RowReading): readonly Declaration[] {
  return own.filter(({ kinds }) => kinds.includes(kind))
}

/** What a row is called that has the UID of a calendar, and perhaps the ID; only those of here have a meaning. */
function ownName(
  { cell }: RowCells,
  { cells }: Row,
  { table, days }: RowReading,
): Pick<ImportedEvent, 'own'> {
  const [uid, id] = [cell('uid'), Number(cell('id') || Number.NaN)]
  if (uid === '') return {}
  const said =
    table.modified === undefined
      ? undefined
      : readWhen(cells[table.modified] ?? '', days.of('utc_start_date'))
  const modified = said?.day
    ?.toPlainDateTime(said.start)
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ')
  return {
    own: {
      uid,
      ...(Number.isSafeInteger(id) ? { id } : {}),
      ...(modified === undefined ? {} : { modified }),
    },
  }
}

/** The record of a row of a table of venues or organizers. */
export function readLinkedRow(
  row: Row,
  kind: 'venue' | 'organizer',
  reading: RowReading,
): (ImportRecord | Unreadable)[] {
  const cells = cellsOf(row, reading.table)
  const records = kind === 'venue' ? venueOf(cells) : organizersOf(cells)
  const at = `line ${row.line}`
  if (records.length === 0) return [{ kind, key: '', at, fault: `Its ${kind} is missing.` }]
  const own = ownCells(cells, ownFor(kind, reading))
  return records.map((record) =>
    record.kind === kind
      ? Object.assign({}, record, { at, fields: { ...record.fields, ...own } })
      : Object.assign({}, record, { at }),
  )
}

/** The key of an event: its own one, or else its title and start, however they are written. */
function keyOf({ cell }: RowCells, start: string): string {
  const named = cell('uid') || cell('id')
  if (named !== '') return named
  const said = [fold(cell('title')), start].join('\n')
  return `row ${hash('sha256', said, 'base64url').slice(0, keyLength)}`
}

const keyLength = 22

function textFields(cells: RowCells): Record<string, unknown> {
  const { cell, has } = cells
  const place = cell('venue')
  const website =
    (has('website') ? cell('website') : cells.isOwn ? '' : cell('url')) || (isAddress(place) ? place : '')
  const hasWebsite = has('website') || (has('url') && !cells.isOwn) || isAddress(place)
  return {
    title: escapeHtml(cells.name(cell('title'))),
    ...(has('cost') ? { cost: costOf(cells) } : {}),
    ...(hasWebsite ? { website: webAddress(website) || null } : {}),
  }
}

/** The cost, with the currency that stands in a column of its own. */
function costOf({ cell }: RowCells): string {
  const cost = cell('cost')
  if (isFree(cost)) return '0'
  const symbol = cell('currency_symbol') || symbolOf(cell('currency_code'))
  const isBehind = /^(?:suf|post|after|behind|hinter)/i.test(cell('currency_position'))
  return withCurrency(cost, symbol, isBehind)
}

interface FoundZone {
  readonly found: Zone
  readonly isNamed: boolean
  readonly lost: readonly string[]
}

/** The zone of a row, by any name that programs have for it; where there is none, that said of the table, or the site’s. */
function zoneOf(name: string, { siteZone, now, timezone }: RowReading): FoundZone {
  if (name === '' && timezone !== undefined) return { found: zoneNamed(timezone), isNamed: true, lost: [] }
  if (name === '') return { found: siteZone, isNamed: false, lost: [] }
  const found = createZones([], { siteZone, now }).find(name)
  if (found) return { found, isNamed: true, lost: [] }
  const says = `timezone is ${quote(name)}, which is not known: the times were read in that of the site`
  return { found: siteZone, isNamed: false, lost: [says] }
}

function lostOf(cells: RowCells, row: Row, hasImage: boolean): string[] {
  const { cell, has } = cells
  const place = cell('venue')
  const image = cell('image')
  return [
    ...cells.broken.map(
      ([field, text]) => `${field} is ${quote(text)}, which a spreadsheet could not compute`,
    ),
    ...(row.hasOpenQuote ? ['a quote is never closed: it was taken for a letter'] : []),
    ...organizerIds(cells).map((id) => `organizers: ${id} is an ID of another calendar`),
    ...(isAddress(place) && has('website') && cell('website') !== ''
      ? [`venue: ${quote(place)} is no place`]
      : []),
    ...(image !== '' && !hasImage ? [`image is ${quote(image)}, which is no web address`] : []),
  ]
}
