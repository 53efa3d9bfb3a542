import { dayInWords } from '../../pure/calendar/dayOrder.ts'
import { parseWall } from '../../pure/calendar/text.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import type { TimeColumns } from '../../records/rows/event.row.ts'
import { readFields } from '../../outward/imports/imports.fields.ts'
import type { ImportedEvent, ImportSource } from '../../outward/imports/imports.record.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import type { World } from './command.ts'
import { type Columns, printList } from './table.ts'

/** How many events a dry run shows. */
const mostShown = 20

/** An event as it will be. */
interface PreviewedEvent {
  readonly event: ImportedEvent
  readonly times: TimeColumns | undefined
  readonly venues: readonly string[]
}

const columns: Columns<PreviewedEvent> = {
  at: ({ event }) => event.at ?? null,
  title: ({ event }) => nameIn(event.fields['title']),
  start: ({ event, times }) => (times ? momentIn(times, 'start_wall') : nameIn(event.fields['start_date'])),
  end: ({ times }) => endIn(times),
  timezone: ({ times }) => times?.timezone ?? null,
  venue: ({ venues }) => venues.join('; ') || null,
  status: ({ event }) => nameIn(event.fields['status']),
}

/** Shows the first events as they will be, in columns: days in words, titles and names as they will be shown. */
export async function preview(world: World, source: ImportSource, siteZone: Zone): Promise<void> {
  const events: ImportedEvent[] = []
  const names = new Map<string, string>()
  for await (const { records } of source.read(undefined, new Map())) {
    for (const record of records) {
      if ('fault' in record) continue
      if (record.kind === 'event') events.push(record)
      if (record.kind === 'venue') names.set(record.key, nameIn(record.fields['venue']) ?? '')
    }
    if (events.length >= mostShown) break
  }
  const clock = { siteZone, now: world.now() }
  const shown = events.slice(0, mostShown).map((event): PreviewedEvent => {
    const read = readFields(event, clock)
    const venues = (event.venues ?? []).flatMap((key) => names.get(key) ?? [])
    return { event, times: 'fault' in read ? undefined : read.times, venues }
  })
  printList(world, shown, columns, false)
}

function momentIn(times: TimeColumns, edge: 'start_wall' | 'end_wall'): string {
  const wall = parseWall(times[edge])
  const day = dayInWords(wall.toPlainDate())
  return times.all_day ? day : `${day}, ${clockOf(wall)}`
}

/** The end: nothing where it is the start, or the same day; on the same day its time. */
function endIn(times: TimeColumns | undefined): string | null {
  if (!times || times.start_wall === times.end_wall) return null
  const [start, end] = [parseWall(times.start_wall), parseWall(times.end_wall)]
  if (!start.toPlainDate().equals(end.toPlainDate())) return momentIn(times, 'end_wall')
  return times.all_day ? null : clockOf(end)
}

function clockOf(wall: Temporal.PlainDateTime): string {
  return wall.toPlainTime().toString({ smallestUnit: 'minute' })
}

/** A text as it will be shown, on one line. */
function nameIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? plainTextOfHtml(value) : null
}
