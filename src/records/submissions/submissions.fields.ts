import { Type, type TObject, type TProperties } from 'typebox'
import { parseWall, wallText } from '../../pure/calendar/text.ts'
import { withoutEchoes } from '../events/events.echoes.ts'
import { type CreateEvent, updateEventParams } from '../events/events.params.ts'
import type { EventWithLinks } from '../events/events.row.ts'
import type { EventRow, TimeColumns } from '../rows/event.row.ts'
import { settleTimes } from '../events/events.span.ts'
import { datesToLay, timesAt } from '../schedules/schedules.times.ts'
import { existingEvent } from '../rows/event.access.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { decode } from '../../http/decodedParameters.ts'
import type { Faults } from '../../http/resource.ts'
import type { LinkedKind } from '../linked/linked.kind.ts'
import { readLinked } from '../linked/linked.query.ts'
import { organizerKind } from '../organizers/organizers.kind.ts'
import type { Linked } from '../../pure/params/lists.ts'
import { nearest } from '../../pure/text/nearestWords.ts'
import { abridged, quote } from '../../pure/params/parameter.ts'
import type { Context } from '../../http/context.ts'
import { createWithRecurrence } from '../series/series.params.ts'
import { settleSeries } from '../series/series.settle.ts'
import { categoryKind, tagKind, type TermKind } from '../terms/terms.kind.ts'
import { readTerms, resolveTerms } from '../terms/terms.query.ts'
import { ownOf } from '../../fields/own/declaration.ts'
import { typeOf } from '../../fields/types.ts'
import { withAncestors } from '../terms/terms.ancestors.ts'
import type { SentOwn } from '../own/own.params.ts'
import { venueKind } from '../venues/venues.kind.ts'
import { isSame, termOf, valuesOf } from './submissions.difference.ts'
import { byName, type OwnRead, readOwn, saidOwn, together } from './submissions.own.ts'
import type { Fields } from './submissions.params.ts'
import { plain, proposable, proposableOf, sentAs, times } from './submissions.proposable.ts'

/** The most characters of all that is proposed, as JSON: a long announcement. */
const longestProposal = 50_000

/** How long a new event lasts that says nothing of its end, in hours. */
const usualHours = 2

/** Fields that were read: as they are stored, and as they are now. */
export interface Proposed {
  readonly proposed: Fields
  readonly base: Fields
  readonly ends_at: EpochSeconds | undefined
}

/** What is proposed, and of what. */
interface Reading {
  readonly fields: Fields
  /** The event that is to change. */
  readonly about: EventWithLinks | undefined
  readonly now: Temporal.Instant
}

function pick({ properties }: TObject, names: readonly string[]): TProperties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name)))
}

/** What may be proposed of a new event. */
export const newParams = Type.Object(pick(createWithRecurrence, [...proposable, 'recurrence']))
/** What may be proposed of one that there is. */
export const changeParams = Type.Object(pick(updateEventParams, proposable))

/**
 * Reads what is proposed as events read it: cleaned, with dates as wall clocks, and terms, venues and organizers that there are.
 * Of a change, only what differs is left. Answers what is wrong instead, by field.
 */
export async function readProposed(
  context: Context,
  { fields, about, now }: Reading,
): Promise<Proposed | { readonly faults: Faults }> {
  const declared = about ? changeParams : newParams
  const unknown = Object.keys(fields).filter((name) => !(name in declared.properties))
  if (JSON.stringify(fields).length > longestProposal)
    return {
      faults: {
        description: `must be shorter: all fields together have at most ${longestProposal} characters`,
      },
    }
  const { values, faults: found } = decode(declared, fields)
  const faults: Record<string, string> = Object.fromEntries(
    [...found].map(([name, { message }]) => [name, message]),
  )
  for (const name of unknown)
    faults[name] = `cannot be proposed${meantBy(name, Object.keys(declared.properties))}`
  if (fields['title'] === '') faults['title'] = 'must be given'
  else if (!about && !values['title']) faults['title'] ??= 'must be given'
  if (!about && !values['start_date']) faults['start_date'] ??= 'must be given'
  // Each value comes from the reader of its parameter.
  const sent = values as Partial<CreateEvent>
  const stored = about ? await existingEvent(context.db.read, about.event.id) : undefined
  const timed = Object.keys(faults).length > 0 ? undefined : settle(context, sent, { stored, now })
  if (timed && 'faults' in timed) Object.assign(faults, timed.faults)
  const linked = await Promise.all([venueKind, organizerKind].map((kind) => linkedIn(context, kind, sent)))
  const terms = await Promise.all([categoryKind, tagKind].map((kind) => termsIn(context, kind, sent)))
  const own = await ownIn(context, sent, about)
  if ('faults' in own) for (const [name, says] of Object.entries(own.faults)) faults[name] ??= says
  const others = { ...linked[0], ...linked[1], ...terms[0], ...terms[1] }
  for (const [name, read] of Object.entries(others)) if ('fault' in read) faults[name] ??= read.fault
  if (Object.keys(faults).length > 0) return { faults }
  const columns = timed && 'columns' in timed ? timed.columns : undefined
  const told = {
    ...toldOf(withoutRepeats(context, sent, about, stored)),
    ...toldTimes(fields, columns, about),
    ...toldOthers(others),
    ...('values' in own && Object.keys(own.values).length > 0 ? { fields: own.values } : {}),
  }
  const recurrence = recurrenceIn(context, fields, sent, now)
  if (recurrence && 'fault' in recurrence) return { faults: { recurrence: recurrence.fault } }
  if (!about)
    return {
      proposed: { ...told, ...recurrence?.lines },
      base: {},
      ends_at: recurrence?.ends_at ?? columns?.ends_at,
    }
  const now_ = byName(valuesOf(about, context.declared))
  const changed = Object.entries(byName(told)).filter(([name, value]) => !isSame(value, now_[name]))
  return {
    proposed: together(Object.fromEntries(changed)),
    base: together(Object.fromEntries(changed.map(([name]) => [name, now_[name]]))),
    ends_at: columns?.ends_at,
  }
}

/** What may have been meant by a name that nothing has. */
function meantBy(name: string, names: readonly string[]): string {
  const meant = nearest(name, names)
  return meant === undefined ? '' : `; the nearest is “${meant}”`
}

/** What is proposed of fields that the calendar has declared. */
async function ownIn(
  { db, declared }: Context,
  { fields, categories }: Partial<CreateEvent>,
  about: EventWithLinks | undefined,
): Promise<OwnRead> {
  const ids =
    categories === undefined
      ? (about?.categories.map(({ id }) => id) ?? [])
      : (await resolveTerms(db.read, categoryKind.taxonomy, categories, 'id')).ids
  // A change says something of them, or does not touch them.
  if (about && fields === undefined) return { values: {} }
  const above = await withAncestors(db.read, ids)
  const stored = about?.event.own ?? ''
  return readOwn(declared, { kind: 'event', sent: fields, stored, categories: above, isNew: !about })
}

/** When it takes place as it would be stored; undefined where nothing of that was sent. */
function settle(
  context: Context,
  sent: Partial<CreateEvent>,
  { stored, now }: { stored: EventRow | undefined; now: Temporal.Instant },
): { readonly columns: TimeColumns } | { readonly faults: Faults } {
  const clock = { siteZone: context.siteZone, now }
  if (stored || sent.end_date) return settleTimes(sent, clock, stored)
  const { start_date } = sent
  const bare = settleTimes(start_date ? { ...sent, end_date: start_date } : sent, clock)
  if ('faults' in bare || sent.all_day) return bare
  const end = wallText(parseWall(bare.columns.start_wall).add({ hours: usualHours }))
  const { end_date } = decode(newParams, { end_date: end }).values as Partial<CreateEvent>
  return end_date ? settleTimes({ ...sent, end_date }, clock) : bare
}

/** The dates that were sent, or that follow from what was. */
function toldTimes(
  fields: Fields,
  columns: TimeColumns | undefined,
  about: EventWithLinks | undefined,
): Fields {
  if (!columns) return {}
  const all: Fields = {
    start_date: columns.start_wall,
    end_date: columns.end_wall,
    all_day: columns.all_day === 1,
    timezone: columns.timezone,
  }
  if (!about) return all
  const isOther = times.some((name) => fields[name] !== undefined)
  return isOther ? all : {}
}

/** A change without what only repeats how the event is shown. */
function withoutRepeats(
  { costFormat, currencyCode }: Context,
  sent: Partial<CreateEvent>,
  about: EventWithLinks | undefined,
  stored: EventRow | undefined,
): Partial<CreateEvent> {
  if (!about || !stored) return sent
  return withoutEchoes(sent, stored, { pageUrl: '', costFormat, currencyCode, tickets: about.tickets })
}

function toldOf(given: Fields): Fields {
  return Object.fromEntries(
    plain.flatMap((name) => (given[name] === undefined ? [] : [[name, sentAs(name, given[name])]])),
  )
}

type Told = Readonly<Record<string, { readonly value: unknown } | { readonly fault: string }>>

function toldOthers(others: Told): Fields {
  return Object.fromEntries(
    Object.entries(others).flatMap(([name, read]) => ('value' in read ? [[name, read.value]] : [])),
  )
}

/** The venues or organizers that were sent: those that everybody sees by their ID, and the fields of new ones. */
async function linkedIn(context: Context, kind: LinkedKind, sent: Partial<CreateEvent>): Promise<Told> {
  const wanted: readonly Linked[] | undefined = sent[kind.name]
  if (wanted === undefined) return {}
  const ids = wanted.flatMap((linked) => ('id' in linked ? [linked.id] : []))
  const rows = ids.length === 0 ? [] : await readLinked(kind)(context.db.read, ids)
  const known = new Map(rows.filter(({ status }) => status === 'publish').map((row) => [row.id, row]))
  const value: unknown[] = []
  for (const linked of wanted) {
    if ('id' in linked) {
      const row = known.get(linked.id)
      if (!row)
        return {
          [kind.name]: { fault: `must name ${kind.table} that there are, and none has the ID ${linked.id}` },
        }
      value.push({ id: row.id, [kind.name]: row.title })
    } else {
      const read = newLinked(context, kind, linked.fields)
      if ('fault' in read) return { [kind.name]: read }
      if ('faults' in read)
        return Object.fromEntries(Object.entries(read.faults).map(([name, fault]) => [name, { fault }]))
      value.push(read.fields)
    }
  }
  return { [kind.name]: { value } }
}

function newLinked(
  { declared: own }: Context,
  kind: LinkedKind,
  { fields: sent, ...fields }: Fields,
): { readonly fields: Fields } | { readonly fault: string } | Extract<OwnRead, { readonly faults: object }> {
  const declared = proposableOf[kind.name]
  const unknown = Object.keys(fields).filter((name) => !Object.hasOwn(declared, name))
  if (unknown.length > 0) {
    const meant =
      unknown.length === 1 ? meantBy(String(unknown[0]), [...Object.keys(declared), 'fields']) : ''
    return { fault: `[${abridged(unknown)}] cannot be proposed${meant}` }
  }
  const given = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && value !== null),
  )
  if (typeof given[kind.name] !== 'string' || String(given[kind.name]).trim() === '')
    return { fault: `must have a name: give the new one a member “${kind.name}”` }
  const { values, faults } = decode(
    kind.createParams,
    sent === undefined ? given : { ...given, fields: sent },
  )
  const [fault] = [...faults].map(([name, { message }]) => `[${name}] ${message}`)
  if (fault !== undefined) return { fault }
  const told = Object.entries(declared).map(([name, field]): [string, unknown] => [
    name,
    typeOf(field).shown(typeOf(field).stored(values[name], field), field),
  ])
  const read = readOwn(
    own,
    { kind: kind.name, sent: values['fields'] as SentOwn | undefined, stored: '', isNew: true },
    `${kind.name}.`,
  )
  if ('faults' in read) return read
  const said = ownOf(saidOwn(read.values))
  return {
    fields: Object.fromEntries([
      ...told.filter(([, value]) => value !== undefined),
      ...(Object.keys(said).length > 0 ? [['fields', said]] : []),
    ]) as Fields,
  }
}

/** The categories or tags that were sent, all of which there are. */
async function termsIn(context: Context, kind: TermKind, sent: Partial<CreateEvent>): Promise<Told> {
  const named = sent[kind.key]
  if (named === undefined) return {}
  const { ids, unknown } = await resolveTerms(context.db.read, kind.taxonomy, named, 'id')
  if (unknown.length > 0)
    return {
      [kind.key]: {
        fault: `must be ${kind.key} that there are; these are none: ${abridged(unknown.map(quote))}`,
      },
    }
  const terms = await readTerms(context.db.read, ids)
  return { [kind.key]: { value: terms.map(termOf) } }
}

/** The lines of the recurrence, once it is known to have dates. */
function recurrenceIn(
  { siteZone, seriesHorizonMonths: horizonMonths }: Context,
  fields: Fields,
  sent: Partial<CreateEvent>,
  now: Temporal.Instant,
):
  | { readonly lines: Fields; readonly ends_at: EpochSeconds | undefined }
  | { readonly fault: string }
  | undefined {
  const { recurrence, start_date, end_date } = decode(newWithRecurrence, fields).values as ReadRecurrence
  if (!recurrence || !start_date) return undefined
  const clock = { siteZone, horizonMonths, now }
  const settled = settleSeries({ ...sent, start_date, end_date: end_date ?? start_date }, recurrence, clock)
  if ('faults' in settled) return { fault: Object.values(settled.faults).join('; ') }
  const lines = fields['recurrence']
  const last = datesToLay(settled.schedule, now, horizonMonths).dates.at(-1)
  return {
    lines: { recurrence: typeof lines === 'string' ? lines.split(/\r?\n/) : lines },
    ends_at: last && timesAt(last, settled.schedule)?.ends_at,
  }
}

const newWithRecurrence = Type.Object(
  pick(createWithRecurrence, ['recurrence', 'start_date', 'end_date', 'timezone', 'all_day']),
)
type ReadRecurrence = Pick<Partial<CreateEvent>, 'start_date' | 'end_date'> & {
  readonly recurrence?: Parameters<typeof settleSeries>[1]
}
