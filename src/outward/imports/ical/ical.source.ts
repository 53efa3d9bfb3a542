import { setImmediate } from 'node:timers/promises'
import type { Zone } from '../../../pure/calendar/zone.ts'
import { messageOf } from '../../../pure/text/errorDetails.ts'
import { batchesOf, inTurns } from '../imports.batches.ts'
import { linkedFirst } from '../imports.links.ts'
import { nameInFamily } from '../imports.relatedSources.ts'
import {
  type ImportBatch,
  type ImportedEvent,
  ImportFault,
  type ImportRecord,
  type ImportSource,
  type Unreadable,
} from '../imports.record.ts'
import { type Calendar, type Component, propertiesOf, readCalendars, textIn } from './ical.components.ts'
import { withoutEntities } from './ical.entities.ts'
import { type IcalEvent, readEvent, type Reading } from './ical.event.ts'
import { BadMoment } from './ical.moments.ts'
import { notesOn } from './ical.notes.ts'
import { eventsOf, type Reach, type Series } from './ical.series.ts'
import { seriesOf } from './ical.versions.ts'
import { createZones, type Zones } from './ical.zones.ts'

/** More events than a calendar of fifty years with ten a day has. */
const mostEvents = 200_000

/** How a calendar is read. */
export interface AboutCalendar {
  readonly siteZone: Zone
  readonly now: Temporal.Instant
  /** `SERIES_HORIZON_MONTHS`; its default where it is not said. */
  readonly horizonMonths?: number | undefined
  /** The name of the file. */
  readonly name?: string | undefined
  /** Where it was fetched from: what that address no longer has is gone. */
  readonly address?: string | undefined
}

/** Events are remembered by their UID, which identifies them wherever they are read from. */
const family = 'iCalendar'

/** A calendar (RFC 5545) in a file or at an address, as a source. Throws an `ImportFault` when the text is no calendar. */
export function icalSource(text: string, about: AboutCalendar): ImportSource {
  const calendars = readCalendars(text)
  const { address } = about
  return {
    name: nameInFamily(family, about),
    family,
    follows: address === undefined ? 'nothing' : 'coming',
    // Always read from the beginning: records that have not changed are left alone.
    read: () => readAll(calendars, about),
  }
}

/** A calendar, how it is read, and what was read of it. */
interface ReadCalendar {
  readonly calendar: Calendar
  readonly reading: Reading
  readonly events: readonly IcalEvent[]
  readonly unreadable: readonly Unreadable[]
}

async function* readAll(calendars: readonly Calendar[], about: AboutCalendar): AsyncGenerator<ImportBatch> {
  const zones = createZones(
    calendars.flatMap(({ components }) => components),
    about,
  )
  const read: ReadCalendar[] = []
  for (const calendar of calendars) {
    const reading = readingOf(calendar, zones, about.siteZone)
    read.push({ calendar, reading, ...(await readEvents(calendar, reading)) })
  }
  const isEmpty = read.every(({ events, unreadable }) => events.length + unreadable.length === 0)
  // What is followed may have no event for a while; a file without one is another file than was meant.
  const none: Unreadable[] =
    isEmpty && about.address === undefined
      ? [{ kind: 'event', key: '', at: 'line 1', fault: 'The calendar has no event.', isNothing: true }]
      : []
  const linked = linkedFirst([
    ...none,
    ...read.flatMap(({ events, unreadable }): (ImportRecord | Unreadable)[] => [
      ...unreadable,
      ...events.flatMap(({ links }) => links.records),
    ]),
  ])
  const notes = read.flatMap(({ calendar, events, reading }) => notesOn(calendar, events, reading))
  if (isEmpty && about.address !== undefined) notes.push('The calendar has no event.')
  yield* batchesOf(
    chained(linked, dated(read, { now: about.now, horizonMonths: about.horizonMonths ?? 24 })),
    notes,
  )
}

function readingOf({ properties, components }: Calendar, zones: Zones, siteZone: Zone): Reading {
  const tzid = textIn(properties, 'x-wr-timezone') || textIn(properties, 'timezone-id')
  const declared = tzid === '' ? undefined : zones.find(tzid)
  // A calendar with a single zone is in that.
  const [only, ...others] = components.filter(({ name }) => name === 'VTIMEZONE')
  const single = only && others.length === 0 ? zones.find(textIn(propertiesOf(only), 'tzid')) : undefined
  const method = textIn(properties, 'method').toUpperCase()
  const isOwn = /\/\/Kalends\/\//.test(textIn(properties, 'prodid'))
  return { zones, siteZone: declared ?? siteZone, ownZone: declared ?? single, method, isOwn }
}

/** Series after series, so that no more than one of them is in memory. */
async function* dated(
  read: readonly ReadCalendar[],
  reach: Reach,
): AsyncGenerator<ImportedEvent | Unreadable> {
  let given = 0
  for (const { events, reading } of read) {
    for (const series of seriesOf(events, reading)) {
      // Rules take time, and requests have their turn in between.
      if (series.master?.properties.has('rrule')) await setImmediate()
      const found = readOrTell(series, () => eventsOf(series, reading, reach))
      given += found.length
      if (given > mostEvents)
        throw new ImportFault(`It has more than ${mostEvents} events, which is all it may.`)
      yield* found
    }
  }
}

/**
 * Reads a series; if its dates lead beyond those that exist, or if nothing of it takes place, that is reported, and other series
 * are read.
 */
function readOrTell(
  { master, exceptions }: Series,
  read: () => ImportedEvent[],
): readonly (ImportedEvent | Unreadable)[] {
  const [told] = [master ?? [], exceptions].flat()
  const left = { kind: 'event' as const, key: told?.uid ?? '', at: `line ${told?.line}` }
  try {
    const events = read()
    if (events.length > 0) return events
    return [{ ...left, fault: 'All occurrences of the event are left out by EXDATE.', isNothing: true }]
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [{ ...left, fault: 'The event goes on beyond all days that there are.' }]
  }
}

async function* chained<Value>(
  ...parts: readonly (Iterable<Value> | AsyncIterable<Value>)[]
): AsyncGenerator<Value> {
  for (const part of parts) yield* part
}

/** Calendars of these kinds tell nobody of events: they answer an invitation, or ask for something. */
const answers = new Set(['REPLY', 'REFRESH', 'COUNTER', 'DECLINECOUNTER'])

async function readEvents(
  { components, isWhole }: Calendar,
  reading: Reading,
): Promise<Pick<ReadCalendar, 'events' | 'unreadable'>> {
  const events: IcalEvent[] = []
  const unreadable: Unreadable[] = []
  for await (const component of inTurns(components)) {
    if (component.name !== 'VEVENT') continue
    const read = readOne(component, reading)
    if ('fault' in read) unreadable.push(read)
    else events.push(read)
  }
  if (!isWhole) {
    const fault = 'The calendar never ends: END:VCALENDAR is missing, and with it perhaps more.'
    unreadable.push({ kind: 'event', key: '', fault })
  }
  return { events, unreadable }
}

function readOne(component: Component, reading: Reading): IcalEvent | Unreadable {
  const { line, lines } = component
  const told = (key: string, fault: string): Unreadable => ({ kind: 'event', key, at: `line ${line}`, fault })
  if (lines.length === 0) return told('', 'The event never ends: END:VEVENT is missing.')
  const properties = reading.isOwn ? propertiesOf(component) : withoutEntities(propertiesOf(component))
  const uid = textIn(properties, 'uid')
  if (answers.has(reading.method))
    return told(uid, `The calendar answers an invitation (METHOD:${reading.method}), and tells of no event.`)
  try {
    return readEvent(properties, line, reading)
  } catch (error) {
    if (!(error instanceof BadMoment || error instanceof RangeError)) throw error
    return told(uid, `The event ${messageOf(error)}.`)
  }
}
