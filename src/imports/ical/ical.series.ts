import ICAL from 'ical.js'
import type { ImportedEvent } from '../imports.record.ts'
import type { IcalEvent, Reading } from './ical.event.ts'
import { BadMoment, dayIn, type Moment, momentsOf, wallIn } from './ical.moments.ts'
import {
  BadRule,
  expand,
  horizon,
  mostOccurrences,
  type Occurrences,
  type Repeating,
} from './ical.recurrence.ts'
import { timeFields, type Times } from './ical.times.ts'

/** One event, or a series: the event with the rules, and exceptions for single occurrences. */
export interface Series {
  readonly master: IcalEvent | undefined
  readonly exceptions: readonly IcalEvent[]
}

/** An occurrence: its identity, its time, and the event that describes it. */
interface Occurrence {
  readonly id: Temporal.PlainDateTime
  readonly wall: Temporal.PlainDateTime
  readonly said: IcalEvent
}

/**
 * The dated events of a series. The key of the one at its own start is the UID; the others also have their occurrence in the
 * key, and are children of the first.
 */
export function eventsOf(series: Series, reading: Reading, now: Temporal.Instant): ImportedEvent[] {
  const { master, exceptions } = series
  if (!master)
    return exceptions.map((event) => recordOf(event, keyOf(event, reading), event.times.start.wall, reading))
  if (!repeats(master) && exceptions.length === 0)
    return [recordOf(master, master.uid, master.times.start.wall, reading)]
  const { occurrences, lost } = occurrencesOf({ master, exceptions }, reading, now)
  const [first] = occurrences
  const key = ({ id }: Occurrence) =>
    id.equals(master.times.start.wall) ? master.uid : `${master.uid}/${idText(id, master)}`
  return occurrences.map((each) => {
    const record = recordOf(each.said, key(each), each.wall, reading)
    if (first && each !== first) return Object.assign(record, { parent: key(first) })
    return Object.assign(record, { lost: [...each.said.lost, ...lost] })
  })
}

function repeats({ properties }: IcalEvent): boolean {
  return properties.has('rrule') || properties.has('rdate')
}

function occurrencesOf(
  { master: event, exceptions }: Series & { master: IcalEvent },
  reading: Reading,
  now: Temporal.Instant,
) {
  const { found, lost } = expanded(event, reading, now)
  const byId = new Map(exceptions.map((each) => [idOf(each, event, reading).toString(), each]))
  const rangeAt = latestBegun(rangesIn(exceptions, event, reading))
  const occurrences = found.map((id): Occurrence => {
    const own = byId.get(id.toString())
    byId.delete(id.toString())
    if (own) return { id, wall: own.times.start.wall, said: own }
    const range = rangeAt(id)
    // From there on, all are moved like this one (RFC 5545, 3.2.13).
    if (range) return { id, wall: id.add(range.from.until(range.said.times.start.wall)), said: range.said }
    return { id, wall: id, said: event }
  })
  // Exceptions for occurrences that do not exist.
  const others = [...byId.values()].map((said): Occurrence => {
    return { id: idOf(said, event, reading), wall: said.times.start.wall, said }
  })
  const all = [...occurrences, ...others]
  return { occurrences: all.toSorted((one, other) => Temporal.PlainDateTime.compare(one.id, other.id)), lost }
}

/** An exception for all occurrences from one of them on. */
interface Range {
  readonly said: IcalEvent
  readonly from: Temporal.PlainDateTime
}

function rangesIn(exceptions: readonly IcalEvent[], event: IcalEvent, reading: Reading): Range[] {
  return exceptions
    .filter(({ properties }) => isRange(properties.get('recurrence-id')?.[0]?.params['range']))
    .map((said) => ({ said, from: idOf(said, event, reading) }))
    .toSorted((one, other) => Temporal.PlainDateTime.compare(one.from, other.from))
}

/** Finds the latest of the ordered ranges that has begun at an occurrence; to be called for occurrences in their order. */
function latestBegun(ranges: readonly Range[]): (id: Temporal.PlainDateTime) => Range | undefined {
  let begun = 0
  return (id) => {
    while (hasBegun(ranges[begun], id)) begun += 1
    return ranges[begun - 1]
  }
}

function hasBegun(range: Range | undefined, id: Temporal.PlainDateTime): boolean {
  return range !== undefined && Temporal.PlainDateTime.compare(range.from, id) <= 0
}

function expanded(
  event: IcalEvent,
  reading: Reading,
  now: Temporal.Instant,
): { found: readonly Temporal.PlainDateTime[]; lost: string[] } {
  const { start, zone } = event.times
  const until = now.toZonedDateTimeISO(zone.id).add(horizon).toPlainDateTime()
  try {
    const { walls, isCut }: Occurrences = expand(repeatingOf(event, reading), until)
    return {
      found: walls,
      lost: isCut
        ? [`RRULE: of its occurrences, the last ${mostOccurrences} until ${until.year} were taken`]
        : [],
    }
  } catch (error) {
    if (!(error instanceof BadRule || error instanceof BadMoment)) throw error
    return { found: [start.wall], lost: [`RRULE: it ${error.message}; only the first occurrence was taken`] }
  }
}

function repeatingOf({ properties, times }: IcalEvent, { zones }: Reading): Repeating {
  const { start, zone } = times
  const moments = (name: string) =>
    (properties.get(name) ?? []).flatMap((property) => momentsOf(property, zones))
  const excluded = moments('exdate')
  const rules = (properties.get('rrule') ?? []).map(({ values }) =>
    ruleText(values[0], { start, zoneId: zone.id }),
  )
  return {
    start: start.wall,
    isDate: start.isDate,
    rules,
    added: moments('rdate').map((moment) => idIn(moment, times)),
    excluded: excluded.filter(({ isDate }) => start.isDate || !isDate).map((moment) => idIn(moment, times)),
    excludedDays: excluded
      .filter(({ isDate }) => isDate && !start.isDate)
      .map(({ wall }) => wall.toPlainDate()),
  }
}

/** The rule as a text, with its UNTIL, which is in UTC or a day, on the clock of the event. */
function ruleText(value: unknown, { start, zoneId }: { start: Moment; zoneId: string }): string {
  // jCal has a rule as an object (RFC 7265, 3.6.10).
  const rule = value as Readonly<Record<string, unknown>>
  const text = ICAL.Recur.fromData(rule).toString()
  const [, date, time, mark] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d))?(Z?)$/.exec(
      typeof rule['until'] === 'string' ? rule['until'] : '',
    ) ?? []
  if (date === undefined) return text
  const said = Temporal.PlainDateTime.from(`${date}T${time ?? '23:59:59'}`)
  const wall =
    mark === 'Z' && !start.isDate ? said.toZonedDateTime('UTC').withTimeZone(zoneId).toPlainDateTime() : said
  const until = `${wall.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}Z`
  return text.replace(/UNTIL=[^;]*/i, `UNTIL=${until}`)
}

function isRange(range: unknown): boolean {
  return typeof range === 'string' && range.toUpperCase() === 'THISANDFUTURE'
}

/** The occurrence that an exception is for, on the clock of the series. */
function idOf(
  { properties, times }: IcalEvent,
  master: IcalEvent,
  { zones }: Reading,
): Temporal.PlainDateTime {
  const property = properties.get('recurrence-id')?.[0]
  const [id] = property ? momentsOf(property, zones) : []
  if (!id) return times.start.wall
  // A day alone means the occurrence of that day.
  if (id.isDate && !master.times.start.isDate)
    return id.wall.toPlainDate().toPlainDateTime(master.times.start.wall.toPlainTime())
  return idIn(id, master.times)
}

/** The identity of an occurrence of a series; in a series of whole days it has no time, even if the file writes one. */
function idIn(moment: Moment, { start, zone }: Times): Temporal.PlainDateTime {
  return start.isDate ? dayIn(moment, zone) : wallIn(moment, zone)
}

function keyOf(event: IcalEvent, reading: Reading): string {
  return event.properties.has('recurrence-id')
    ? `${event.uid}/${idText(idOf(event, event, reading), event)}`
    : event.uid
}

function idText(id: Temporal.PlainDateTime, { times }: IcalEvent): string {
  return times.start.isDate ? id.toPlainDate().toString() : id.toString({ smallestUnit: 'second' })
}

function recordOf(
  event: IcalEvent,
  key: string,
  wall: Temporal.PlainDateTime,
  reading: Reading,
): ImportedEvent {
  const { links, times, fields, kept, lost, line } = event
  return {
    kind: 'event',
    key,
    at: `line ${line}`,
    fields: { ...fields, ...timeFields(wall, times, reading) },
    kept,
    venues: links.venues,
    organizers: links.organizers,
    categories: links.categories,
    image: links.image,
    parent: null,
    lost,
  }
}
