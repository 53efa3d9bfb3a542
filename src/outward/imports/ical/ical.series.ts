import { BadRecurrence } from '../../../pure/calendar/recurrence.rule.ts'
import { epochSeconds } from '../../../pure/calendar/text.ts'
import { BadRule, expand, horizon, mostOccurrences, type Repeating } from '../imports.recurrence.ts'
import { type ImportedEvent, saysNo, type SeriesPart } from '../imports.record.ts'
import { idIn, linesOf } from './ical.dates.ts'
import { type IcalEvent, type Reading, sequenceOf } from './ical.event.ts'
import { BadMoment, type IcalTime, momentsOf } from './ical.moments.ts'
import { withoutExcluded } from '../imports.excluded.ts'
import { asOccurrence, type Laid, laidOut, type Lines, seriesSaid } from './ical.repeating.ts'
import { timeFields } from './ical.times.ts'

/** One event, or a series: the event with the rules, and exceptions for single occurrences. */
export interface Series {
  readonly master: IcalEvent | undefined
  readonly exceptions: readonly IcalEvent[]
  /** No other event of the file has its UID. */
  readonly isOnly: boolean
}

/** An occurrence: its identity, its time, and the event that describes it. */
interface Occurrence {
  readonly id: Temporal.PlainDateTime
  readonly wall: Temporal.PlainDateTime
  /** Its own length, where it is added by one (RDATE with periods). */
  readonly length?: Temporal.Duration | undefined
  readonly said: IcalEvent
}

/** When series are read, and how far ahead those without an end are laid out, in months. */
export interface Reach {
  readonly now: Temporal.Instant
  readonly horizonMonths: number
}

/**
 * The dated events of a series. The key of the one at its own start is the UID; the others also have their occurrence in the
 * key. They are dates of a series of ours; where its rule is beyond those that we have, they are children of the first.
 */
export function eventsOf(series: Series, reading: Reading, reach: Reach): ImportedEvent[] {
  const { master, exceptions, isOnly } = series
  if (!master) return exceptions.map((event) => loneEvent(event, reading))
  if (!repeats(master) && exceptions.length === 0) {
    const record = recordOf(master, master.uid, { wall: master.times.start.wall }, reading)
    // Who cancels a series need not say its rule.
    const isAlone = isOnly && !saysNo(master.fields) && !master.isCancelling
    return [Object.assign(record, cancelledWith(master), isAlone ? { isAlone } : {})]
  }
  const { occurrences, lost, assumed, isCut, laid } = occurrencesOf({ master, exceptions }, reading, reach)
  const [first] = occurrences
  const key = ({ id }: Occurrence) =>
    id.equals(master.times.start.wall) ? master.uid : `${master.uid}/${idText(id, master)}`
  const cut = isCut ? { cutSeries: master.uid } : {}
  const alone = occurrences.map((each) => {
    const record = recordOf(each.said, key(each), each, reading)
    if (each !== first) return laid ? record : Object.assign(record, { parent: key(first ?? each) })
    const said = { lost: [...each.said.lost, ...lost], assumed: [...each.said.assumed, ...assumed] }
    return Object.assign(record, said, cancelledWith(master), cut)
  })
  if (!laid) return alone
  const said = seriesSaid(
    master.uid,
    laid,
    occurrences.map((each) => ({ id: each.id, key: key(each) })),
  )
  const model = recordOf(master, master.uid, { wall: master.times.start.wall }, reading)
  const zone = { timezone: laid.schedule.zone.name }
  return alone.map((record, index) => {
    const { id, said: by } = occurrences[index] ?? { id: master.times.start.wall, said: master }
    const shown = by === master ? { ...record, fields: { ...record.fields, ...zone } } : record
    const dated = asOccurrence(shown, id, {
      laid,
      said,
      model: { ...model, fields: { ...model.fields, ...zone } },
    })
    return index === 0 ? Object.assign(dated, { recurrence: withoutExcluded(said.schedule) }) : dated
  })
}

/** A series that is cancelled is so with all of its occurrences that were read before. */
function cancelledWith({ uid, fields, isCancelling }: IcalEvent): Pick<ImportedEvent, 'within'> {
  if (!saysNo(fields)) return {}
  return { within: { series: uid, ...(isCancelling ? { isCancelled: true } : {}) } }
}

/** An occurrence whose series is not in the file: it may be known from another one. */
function loneEvent(event: IcalEvent, reading: Reading): ImportedEvent {
  const { uid, properties, times, isCancelling } = event
  const wall = times.start.wall
  const id = properties.get('recurrence-id')?.[0]
  const [moment] = id ? momentsOf(id, reading.zones) : []
  const record = recordOf(event, keyOf(event, reading), { wall }, reading)
  if (!id || !moment) return record
  const within: SeriesPart = {
    series: uid,
    at: secondsOf(moment, reading),
    ...(isRange(id.params['range']) ? { andLater: true } : {}),
    ...(isCancelling ? { isCancelled: true } : {}),
  }
  return Object.assign(record, { within })
}

/** When a moment is, in epoch seconds. */
export function secondsOf({ wall, zone }: IcalTime, { siteZone }: Reading): number {
  return epochSeconds(wall.toZonedDateTime((zone ?? siteZone).id).toInstant())
}

function repeats({ properties }: IcalEvent): boolean {
  return properties.has('rrule') || properties.has('rdate') || properties.has('exdate')
}

function occurrencesOf(
  series: Pick<Series, 'exceptions'> & { master: IcalEvent },
  reading: Reading,
  reach: Reach,
) {
  const { master: event } = series
  const { exceptions, outdated } = currentOf(series, reading, reach)
  const ids = exceptions.map((each) => idOf(each, event, reading))
  const { found, lengths, ...told } = expanded(event, reading, reach, ids)
  const byId = new Map(exceptions.map((each) => [idOf(each, event, reading).toString(), each]))
  const rangeAt = latestBegun(rangesIn(exceptions, event, reading))
  const occurrences = found.map((id): Occurrence => {
    const own = byId.get(id.toString())
    byId.delete(id.toString())
    if (own) return { id, wall: own.times.start.wall, said: own }
    const range = rangeAt(id)
    // From there on, all are moved like this one (RFC 5545, 3.2.13).
    if (range) return { id, wall: id.add(range.from.until(range.said.times.start.wall)), said: range.said }
    return { id, wall: id, said: event, length: lengths.get(id.toString()) }
  })
  // Exceptions for occurrences that do not exist.
  const others = [...byId.values()].map((said): Occurrence => {
    return { id: idOf(said, event, reading), wall: said.times.start.wall, said }
  })
  const all = [...occurrences, ...others]
  const ordered = all.toSorted((one, other) => Temporal.PlainDateTime.compare(one.id, other.id))
  return { occurrences: ordered, ...told, assumed: [...told.assumed, ...outdated] }
}

/** The exceptions without those of an earlier version of the series, for dates that it no longer has. */
function currentOf(
  { master, exceptions }: Pick<Series, 'exceptions'> & { master: IcalEvent },
  reading: Reading,
  reach: Reach,
) {
  const isOlder = (each: IcalEvent) => sequenceOf(each) < sequenceOf(master)
  if (!exceptions.some(isOlder)) return { exceptions, outdated: [] }
  const { found, isCut } = expanded(master, reading, reach, [])
  const end = reach.now.toZonedDateTimeISO('UTC').add({ months: reach.horizonMonths }).toPlainDateTime()
  const there = new Set(found.map(String))
  const isOutdated = (each: IcalEvent) => {
    const id = idOf(each, master, reading)
    return isOlder(each) && !there.has(id.toString()) && Temporal.PlainDateTime.compare(id, end) < 0
  }
  const left = isCut ? [] : exceptions.filter(isOutdated)
  return {
    exceptions: exceptions.filter((each) => !left.includes(each)),
    outdated: left.map(
      ({ line }) => `RECURRENCE-ID: the series no longer has the date of line ${line}, which was left out`,
    ),
  }
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

interface Expanded {
  readonly found: readonly Temporal.PlainDateTime[]
  readonly lengths: ReadonlyMap<string, Temporal.Duration>
  readonly isCut: boolean
  readonly lost: readonly string[]
  readonly assumed: readonly string[]
  /** The series of ours; undefined where it is beyond what those have. */
  readonly laid?: Laid
}

/** The dates of an event, and the series of ours with them; exceptions are of dates that it has. */
function expanded(
  event: IcalEvent,
  reading: Reading,
  reach: Reach,
  exceptions: readonly Temporal.PlainDateTime[],
): Expanded {
  if (event.isCancelling || !(event.properties.has('rrule') || event.properties.has('rdate')))
    return followed(event, reading, reach)
  const { start, zone } = event.times
  const shownZone = start.isDate
    ? reading.siteZone
    : start.isInstant
      ? (reading.ownZone ?? reading.siteZone)
      : zone
  try {
    const { lines, lengths, faults } = linesOf(event, reading)
    const by = { ...reach, shownZone }
    const found = laidOut(event.times, withDates(lines, exceptions, []), by)
    const there = new Set(found.dates.map(String))
    const others = exceptions.filter((id) => !there.has(id.toString()))
    const laid = others.length > 0 ? laidOut(event.times, withDates(lines, exceptions, others), by) : found
    const isElsewhere = start.isInstant && !start.isDate && laid.schedule.zone.id !== shownZone.id
    return {
      found: laid.dates,
      lengths,
      laid,
      isCut: laid.isCut,
      lost: [
        ...(laid.isCut ? [`RRULE: of its occurrences, the last ${laid.dates.length} were taken`] : []),
        ...faults,
      ],
      assumed: isElsewhere ? [`RRULE: it is on the clock of UTC, on which the series stays`] : [],
    }
  } catch (error) {
    if (!(error instanceof BadRecurrence || error instanceof BadRule || error instanceof BadMoment))
      throw error
    const found = followed(event, reading, reach)
    if (found.found.length < 2) return found
    return {
      ...found,
      assumed: [...found.assumed, `RRULE: it ${error.message}; its dates are single events`],
    }
  }
}

/** The lines without what excludes dates of which exceptions speak, and with those that they lack. */
function withDates(
  lines: Lines,
  dates: readonly Temporal.PlainDateTime[],
  others: readonly Temporal.PlainDateTime[],
): Lines {
  const texts = new Set(dates.map(String))
  const days = new Set(dates.map((wall) => wall.toPlainDate().toString()))
  return {
    ...lines,
    added: [...lines.added, ...others],
    excluded: lines.excluded.filter((wall) => !texts.has(wall.toString())),
    excludedDays: lines.excludedDays.filter((day) => !days.has(day.toString())),
  }
}

function followed(event: IcalEvent, reading: Reading, { now }: Reach): Expanded {
  const { start, zone } = event.times
  const until = now.toZonedDateTimeISO(zone.id).add(horizon).toPlainDateTime()
  try {
    const { lines, lengths, faults } = linesOf(event, reading)
    const repeating: Repeating = { start: start.wall, ...lines }
    const { walls, isCut, odd } = expand(repeating, until)
    return {
      found: walls,
      lengths,
      isCut,
      lost: [
        ...(isCut
          ? [`RRULE: of its occurrences, the last ${mostOccurrences} until ${until.year} were taken`]
          : []),
        ...faults,
      ],
      assumed: odd.map((each) => `RRULE: it ${each}`),
    }
  } catch (error) {
    if (!(error instanceof BadRule || error instanceof BadMoment)) throw error
    const lost = [`RRULE: it ${error.message}; only the first occurrence was taken`]
    return { found: [start.wall], lengths: new Map(), isCut: false, lost, assumed: [] }
  }
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
  { wall, length }: Pick<Occurrence, 'wall' | 'length'>,
  reading: Reading,
): ImportedEvent {
  const { links, times, fields, kept, lost, assumed, line } = event
  return {
    kind: 'event',
    key,
    at: `line ${line}`,
    fields: { ...fields, ...timeFields(wall, length ? { ...times, length } : times, reading) },
    kept,
    venues: links.venues,
    organizers: links.organizers,
    categories: links.categories,
    tags: links.tags,
    image: links.image,
    parent: null,
    lost,
    assumed,
  }
}
