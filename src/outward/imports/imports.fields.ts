import type { TObject } from 'typebox'
import { Type } from 'typebox'
import type { Zone } from '../../pure/calendar/zone.ts'
import { createEventParams, type CreateEvent } from '../../records/events/events.params.ts'
import { settleTimes } from '../../records/events/events.span.ts'
import type { TimeColumns } from '../../records/rows/event.row.ts'
import { decode, type Decoded } from '../../http/decodedParameters.ts'
import type { LinkedKind } from '../../records/linked/linked.kind.ts'
import { mediaParams } from '../../records/media/media.params.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import { createCategoryParams, createTagParams } from '../../records/terms/terms.params.ts'
import { stripTags } from '../../pure/text/html.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import { htmlFields, withoutGenerated } from './imports.generated.ts'
import { ownIn } from './imports.own.ts'
import type { ImportRecord } from './imports.record.ts'
import type { ImportKind } from '../../storage/schema/tables.imports.ts'

/** The fields of a record as the API reads them, and the time of an event, if it has one. */
export interface ReadFields {
  readonly values: Readonly<Record<string, unknown>>
  readonly times?: TimeColumns
  /** Values that were not accepted and can be left out, each as `field: why`. */
  readonly lost: readonly string[]
}

/** What reading dates depends on. */
export interface Clock {
  readonly siteZone: Zone
  readonly now: Temporal.Instant
}

/** What is said to reviewers, and who may come, is of this calendar, and no part of what comes from others. */
const { review_note: _note, registration: _registration, ...eventFields } = createEventParams.properties

/** The parameters that read each kind, and the field that a record must have. */
const kinds: Readonly<Record<ImportKind, { params: TObject; name?: string }>> = {
  event: { params: Type.Object(eventFields), name: 'title' },
  venue: { params: linkedParams(venueKind), name: 'venue' },
  organizer: { params: linkedParams(organizerKind), name: 'organizer' },
  category: { params: createCategoryParams, name: 'name' },
  tag: { params: createTagParams, name: 'name' },
  image: { params: mediaParams },
}

/** The parameters of an update, which include slugs; required fields are checked here. */
function linkedParams(kind: LinkedKind): TObject {
  return Type.Object(kind.updateParams.properties)
}

/**
 * Reads the fields of a record. Values that are not accepted are left out and reported. Without a name, or without valid times,
 * there is no record: `fault` says why, as a sentence.
 */
export function readFields(record: ImportRecord, clock: Clock): ReadFields | { fault: string } {
  const { name } = kinds[record.kind]
  const { values, faults } = decodedFields(record)
  if (name !== undefined) {
    const says = faults.get(name)?.message ?? (isBlank(values[name]) ? 'is missing' : undefined)
    if (says !== undefined) return { fault: `Its ${name} ${says}.` }
  }
  for (const decisive of ['status', 'start_date'] as const) {
    const fault = faults.get(decisive)
    if (fault) return { fault: `Its ${decisive} ${fault.message}.` }
  }
  const lost = [...faults].map(([field, { message }]) => `${field} ${message}`)
  if (record.kind === 'event') return withTimes(values, lost, clock)
  if (record.kind !== 'venue' || Object.keys(venueKind.faults(values)).length === 0) return { values, lost }
  const { geo_lat: _lat, geo_lng: _lng, ...rest } = values
  return { values: rest, lost: [...lost, 'geo_lat and geo_lng must both be there'] }
}

/** The fields of records as they were read: cleaning texts takes long, and each is asked for several times. */
const known = new WeakMap<ImportRecord['fields'], Pick<Decoded, 'values' | 'faults'>>()

/** The fields of a record as they would be stored: cleaned, and without what its source makes anew each time (D73). */
export function decodedFields({ kind, fields }: ImportRecord): Pick<Decoded, 'values' | 'faults'> {
  const before = known.get(fields)
  if (before) return before
  const steady: Record<string, unknown> = { ...fields }
  for (const name of htmlFields) {
    const text = fields[name]
    if (typeof text === 'string') steady[name] = withoutGenerated(text)
  }
  const decoded = decode(kinds[kind].params, steady)
  const read = { values: { ...decoded.values, ...ownIn(fields) }, faults: decoded.faults }
  known.set(fields, read)
  return read
}

/** An event that ends before it starts gets its start as its end: that is better than leaving it out. */
function withTimes(
  values: ReadFields['values'],
  lost: readonly string[],
  clock: Clock,
): ReadFields | { fault: string } {
  const sent = values as Partial<CreateEvent>
  if (sent.start_date === undefined && sent.end_date === undefined) return { values, lost }
  const { start_date, end_date = start_date } = sent
  if (start_date === undefined || end_date === undefined) return { fault: 'Its start_date is missing.' }
  const settled = settleTimes({ ...sent, start_date, end_date }, clock)
  if ('columns' in settled) return { values, lost, times: settled.columns }
  const clamped = settleTimes({ ...sent, start_date, end_date: start_date }, clock)
  if ('columns' in clamped)
    return { values, times: clamped.columns, lost: [...lost, `end_date ${settled.faults['end_date']}`] }
  return { fault: `Its start_date ${clamped.faults['start_date']}.` }
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || stripTags(value).trim() === ''
}
