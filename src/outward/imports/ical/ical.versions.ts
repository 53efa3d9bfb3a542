import { textIn } from './ical.components.ts'
import { type IcalEvent, type Reading, sequenceOf } from './ical.event.ts'
import { momentsOf } from './ical.moments.ts'
import { secondsOf, type Series } from './ical.series.ts'

/**
 * Series by UID, in the order of the file. Of several versions of an event the one with the highest SEQUENCE counts (RFC 5545,
 * 3.8.7.4). Events that only share their UID, as programs write them that give every event the same one, are all kept: each but
 * the first gets a name of its own, and that is told.
 */
export function seriesOf(events: readonly IcalEvent[], reading: Reading): Series[] {
  const series: Series[] = []
  for (const own of Map.groupBy(events, ({ uid }) => uid).values()) {
    const { masters = [], exceptions = [] } = Object.groupBy(own, ({ properties }) =>
      properties.has('recurrence-id') ? 'exceptions' : 'masters',
    )
    const byOccurrence = Map.groupBy(exceptions, (event) => occurrenceOf(event, reading))
    const [master, ...others] = latest(masters)
    series.push({
      master,
      exceptions: [...byOccurrence.values()].flatMap(onlyLatest),
      isOnly: others.length === 0,
    })
    for (const other of others) series.push({ master: apart(other), exceptions: [], isOnly: false })
  }
  return series
}

/** The latest version of each event among those that have a UID in common. */
function latest(own: readonly IcalEvent[]): IcalEvent[] {
  if (own.length < 2) return [...own]
  const highest = own.reduce((most, event) => Math.max(most, sequenceOf(event)), 0)
  const current = own.filter((event) => sequenceOf(event) === highest)
  const older = own.length - current.length
  const different = [...Map.groupBy(current, whatAndWhen).values()].map((same) =>
    // Of the same event, whatever it says last.
    same.reduce((one, other) => (changeOf(other) >= changeOf(one) ? other : one)),
  )
  const [first, ...rest] = different
  if (!first) return []
  const told = older === 0 ? [] : [`SEQUENCE: ${older} earlier versions of it are in the file as well`]
  return [{ ...first, assumed: [...first.assumed, ...told] }, ...rest]
}

/** The latest version of an occurrence: there is one of each. */
function onlyLatest(own: readonly IcalEvent[]): IcalEvent[] {
  const [first, ...others] = latest(own).toSorted((one, other) => (changeOf(other) > changeOf(one) ? 1 : -1))
  if (!first) return []
  const told = others.map(({ line }) => `RECURRENCE-ID: another version of it, on line ${line}, was left out`)
  return [{ ...first, lost: [...first.lost, ...told] }]
}

/** What people tell events apart by. */
function whatAndWhen({ fields, times, links }: IcalEvent): string {
  return JSON.stringify([fields['title'], times.start.wall.toString(), times.zone.id, links.venues])
}

/** An event that has the UID of another one, under a name that it alone has. */
function apart(event: IcalEvent): IcalEvent {
  const { uid, times, fields, links, assumed } = event
  const own = [uid, times.start.wall.toString(), String(fields['title']), ...links.venues].join(' ')
  return {
    ...event,
    uid: own,
    assumed: [...assumed, `UID: another event has “${uid}” as well; both are kept`],
  }
}

function occurrenceOf({ properties }: IcalEvent, reading: Reading): string {
  const property = properties.get('recurrence-id')?.[0]
  const [moment] = property ? momentsOf(property, reading.zones) : []
  return moment ? String(secondsOf(moment, reading)) : ''
}

/** When it was last changed, as text: moments in UTC sort as they are written. */
function changeOf({ properties }: IcalEvent): string {
  return textIn(properties, 'last-modified') || textIn(properties, 'dtstamp')
}
