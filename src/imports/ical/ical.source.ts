import { setImmediate } from 'node:timers/promises'
import type { Zone } from '../../calendar/zone.ts'
import { batchesOf, inTurns } from '../imports.batches.ts'
import { linkedFirst } from '../imports.links.ts'
import type { ImportBatch, ImportedEvent, ImportSource, Unreadable } from '../imports.record.ts'
import { type Component, propertiesOf, readComponents } from './ical.components.ts'
import { type IcalEvent, readEvent, type Reading } from './ical.event.ts'
import { BadMoment } from './ical.moments.ts'
import { textIn } from './ical.links.ts'
import { eventsOf, type Series } from './ical.series.ts'
import { createZones } from './ical.zones.ts'
import { messageOf } from '../../text/thrown.ts'

/** Properties of events that cannot be stored here; the report counts the events that have them. */
const homeless = ['attendee', 'contact', 'comment', 'resources', 'related-to', 'x-google-conference']

/**
 * A calendar in a file (RFC 5545), as a source. Its events are remembered by their UID, which identifies them wherever they are
 * read from. Throws an `ImportFault` when the text is no calendar.
 */
export function icalSource(text: string, about: { siteZone: Zone; now: Temporal.Instant }): ImportSource {
  const components = readComponents(text)
  const tzid = /^X-WR-TIMEZONE[^:\n]*:(.+)$/im.exec(text)?.[1]?.trim() ?? ''
  return {
    name: 'iCalendar',
    follows: 'nothing',
    // Always read from the beginning: records that have not changed are left alone.
    read: () => readCalendar(components, tzid, about),
  }
}

async function* readCalendar(
  components: readonly Component[],
  tzid: string,
  { siteZone, now }: { siteZone: Zone; now: Temporal.Instant },
): AsyncGenerator<ImportBatch> {
  const zones = createZones(
    components.filter(({ name }) => name === 'VTIMEZONE'),
    { siteZone, now },
  )
  const ownZone = zones.find(tzid)
  const reading = { zones, siteZone: ownZone ?? siteZone, ownZone }
  const { events, unreadable } = await readEvents(components, reading)
  const linked = linkedFirst([...unreadable, ...events.flatMap(({ links }) => links.records)])
  yield* batchesOf(chained(linked, dated(events, reading, now)), notesOn(components, events))
}

/** Series after series, so that no more than one of them is in memory. */
async function* dated(events: readonly IcalEvent[], reading: Reading, now: Temporal.Instant) {
  for (const series of seriesOf(events)) {
    // Rules take time, and requests have their turn in between.
    if (series.master?.properties.has('rrule')) await setImmediate()
    yield* readOrTell(series, () => eventsOf(series, reading, now))
  }
}

/** Reads a series; if its dates lead beyond those that exist, that is reported, and other series are read. */
function readOrTell(
  { master, exceptions }: Series,
  read: () => ImportedEvent[],
): readonly (ImportedEvent | Unreadable)[] {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const [told] = [master ?? [], exceptions].flat()
    const fault = 'The event goes on beyond all days that there are.'
    return [{ kind: 'event', key: told?.uid ?? '', at: `line ${told?.line}`, fault }]
  }
}

async function* chained<Value>(
  ...parts: readonly (Iterable<Value> | AsyncIterable<Value>)[]
): AsyncGenerator<Value> {
  for (const part of parts) yield* part
}

async function readEvents(components: readonly Component[], reading: Reading) {
  const events: IcalEvent[] = []
  const unreadable: Unreadable[] = []
  for await (const component of inTurns(components)) {
    if (component.name !== 'VEVENT') continue
    try {
      if (component.text === '') throw new BadMoment('never ends: END:VEVENT is missing')
      events.push(readEvent(propertiesOf(component), component.line, reading))
    } catch (error) {
      const says = messageOf(error)
      unreadable.push({ kind: 'event', key: '', at: `line ${component.line}`, fault: `The event ${says}.` })
    }
  }
  return { events, unreadable }
}

/** Series by UID, in the order of the file; of several versions of an event the latest counts (RFC 5545, 3.8.7.4). */
function seriesOf(events: readonly IcalEvent[]): Series[] {
  return [...Map.groupBy(events, ({ uid }) => uid).values()].map((own) => {
    const versions = Map.groupBy(own, ({ properties }) => textIn(properties, 'recurrence-id'))
    const latest = [...versions.values()].map((each) =>
      each.reduce((one, other) => (sequenceOf(other) >= sequenceOf(one) ? other : one)),
    )
    return {
      master: latest.find(({ properties }) => !properties.has('recurrence-id')),
      exceptions: latest.filter(({ properties }) => properties.has('recurrence-id')),
    }
  })
}

function sequenceOf({ properties }: IcalEvent): number {
  return Number(properties.get('sequence')?.[0]?.values[0] ?? 0)
}

function notesOn(components: readonly Component[], events: readonly IcalEvent[]): string[] {
  const others = components.filter(({ name }) => name !== 'VEVENT' && name !== 'VTIMEZONE')
  const kinds = Map.groupBy(others, ({ name }) => name)
  return [
    ...[...kinds].map(([name, each]) => `${each.length} × ${name} left out: only events are imported.`),
    ...homeless.flatMap((name) => {
      const count = events.filter(({ properties }) => properties.has(name)).length
      return count === 0
        ? []
        : [`${name.toUpperCase()} of ${count} events has no place here and was left out.`]
    }),
  ]
}
