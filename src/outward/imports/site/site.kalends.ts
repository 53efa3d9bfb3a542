import { epochSeconds, parseWall } from '../../../pure/calendar/text.ts'
import { findZone, type Zone } from '../../../pure/calendar/zone.ts'
import { withoutExcluded } from '../imports.excluded.ts'
import type { ImportedEvent, ImportRecord, ScheduleSaid, SeriesSaid, Unreadable } from '../imports.record.ts'
import { renderContent, renderTitle } from '../../../pure/text/render.ts'
import type { SiteClient } from './site.client.ts'
import { type EditorsSide, editorsSide, membersToEdit } from './site.kalends.edit.ts'
import { typedText } from './site.text.ts'
import { asWire, textIn, type Wire, wireId, wiresIn } from './site.wire.ts'

// Another Kalends says more in its records than the original does, and has series, tickets and what is said of images at addresses of
// its own. All of it is read as far as the reader may see it; what is kept from the reader is told.

/** Whether the index of a site names what only a Kalends has. */
export function isKalends({ root }: Pick<SiteClient, 'root'>, index: Wire): boolean {
  const routes = asWire(index['routes']) ?? {}
  const base = `/${root.split('/').slice(-3).join('/')}`
  return ['changes', 'series'].every((name) => `${base}/${name}` in routes)
}

/** What an event says beside the members of the original. What it leaves out is as it usually is. */
export function ownMembers(
  wire: Wire,
  siteZone: Zone,
): Pick<ImportedEvent, 'fields' | 'kept' | 'lost' | 'uid' | 'parent'> {
  const url = textIn(wire, 'online_url')
  const zone = findZone(textIn(wire, 'timezone')) ?? siteZone
  const starts = [wire['previous_start_dates'] ?? []]
    .flat()
    .filter((text): text is string => typeof text === 'string')
    .flatMap((text) => secondsOf(text, zone))
  // What one does not see may be there all the same.
  const isKept = url === '' && textIn(wire, 'online_url_shown') === 'attendees'
  const { kept, ...named } = membersToEdit(wire)
  return {
    ...named,
    fields: isKept ? {} : { online_url: url || null },
    kept: { ...kept, previous_starts: JSON.stringify(starts) },
    lost: isKept
      ? [
          {
            field: 'online_url',
            what: '',
            why: 'the source shows it to those who attend; a login there that may edit the event reads it',
          },
        ]
      : [],
  }
}

function secondsOf(wall: string, zone: Zone): number[] {
  try {
    return [epochSeconds(parseWall(wall).toZonedDateTime(zone.id).toInstant())]
  } catch {
    return []
  }
}

/** What the source says of an image, as the fields of the API. */
export function ownFileFields(wire: Wire): Readonly<Record<string, unknown>> {
  return {
    title: textIn(wire, 'title'),
    alt_text: textIn(wire, 'alt_text'),
    caption: typedText(textIn(wire, 'caption'), renderContent),
    credit: textIn(wire, 'credit'),
    decorative: wire['decorative'] === true,
    focus: asWire(wire['focus']) ?? null,
  }
}

/** A series of the source with all of its dates that the reader sees. */
interface OwnSeries {
  readonly said: SeriesSaid
  /** The record of its first date, which brings its rule along. */
  readonly first: Wire | undefined
}

/** What a Kalends has beside the lists of the original. Each thing is asked for when it is needed, and once. */
export interface OwnSide extends EditorsSide {
  /** The events with what they are as dates of series, and with their tickets. */
  withOwn(read: readonly Read[], items: readonly Wire[]): Promise<Read[]>
  /** The first dates of series: of these, and of those that the records are of. */
  firstDates(records: readonly Wire[], series: readonly string[]): Promise<Wire[]>
  /** What is said of images, by their ids. */
  files(ids: readonly number[]): Promise<ReadonlyMap<number, Wire>>
}

type Read = ImportRecord | Unreadable

/** The most that lists have on a page. */
const perPage = 50

/** More pages than any series has. */
const mostPages = 1_000

const allTimes = 'start_date=1000-01-01&end_date=9000-12-31'

/** What a Kalends has; `listed`: which events have tickets is asked once, and not of each event. */
export function ownSide(client: SiteClient, { isListed }: { readonly isListed: boolean }): OwnSide {
  const series = new Map<string, Promise<OwnSeries | undefined>>()
  const files = new Map<number, Wire | undefined>()
  let ticketed: Promise<ReadonlySet<string>> | undefined
  const seriesOf = (id: string) => {
    const known = series.get(id) ?? readSeries(client, id)
    series.set(id, known)
    return known
  }
  const hasTickets = async (id: string) => {
    if (!isListed) return true
    ticketed ??= pagesOf(client, `/events?ticketed=1&${allTimes}${statuses(client)}`, 'events').then(
      (events) => new Set(events.map((wire) => String(wireId(wire) ?? ''))),
    )
    return (await ticketed).has(id)
  }
  const ofEvent = async (event: ImportedEvent, wire: Wire): Promise<ImportedEvent> => {
    const tickets = (await hasTickets(event.key)) ? await ticketsOf(client, event.key) : []
    const dated = asDate({ ...event, tickets }, wire, await seriesOf(seriesIn(wire)))
    return dated
  }
  return {
    ...editorsSide(client),
    withOwn: async (read, items) => {
      const wires = new Map(items.map((wire) => [String(wireId(wire) ?? ''), wire]))
      const whole: Read[] = []
      for (const record of read) {
        const wire = record.kind === 'event' && !('fault' in record) ? wires.get(record.key) : undefined
        whole.push(wire ? await ofEvent(record as ImportedEvent, wire) : record)
      }
      return whole
    },
    firstDates: async (records, named) => {
      const ids = new Set([...records.map(seriesIn), ...named])
      const known = new Set(records.map((wire) => wireId(wire)))
      const firsts: Wire[] = []
      for (const id of ids) {
        const first = (await seriesOf(id))?.first
        if (first && !known.has(wireId(first))) firsts.push(first)
      }
      return firsts
    },
    files: async (ids) => {
      const unknown = [...new Set(ids)].filter((id) => !files.has(id))
      for (let from = 0; from < unknown.length; from += perPage) {
        const some = unknown.slice(from, from + perPage)
        for (const id of some) files.set(id, undefined)
        for (const wire of await pagesOf(client, `/media?include=${some.join()}`, 'media'))
          files.set(wireId(wire) ?? 0, wire)
      }
      return new Map(
        ids.flatMap((id) => {
          const wire = files.get(id)
          return wire ? [[id, wire] as const] : []
        }),
      )
    },
  }
}

function seriesIn(wire: Wire): string {
  return textIn(asWire(wire['series']) ?? {}, 'id')
}

/** Those who have signed in see drafts as well. */
function statuses({ isAuthenticated }: SiteClient): string {
  return isAuthenticated ? '&status=publish,future,draft,pending,private,trash' : ''
}

/** The records of all pages of a list; none where there is no list. */
async function pagesOf(client: SiteClient, path: string, key: string): Promise<Wire[]> {
  const found: Wire[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const { status, body } = await client.get(`${path}&per_page=${perPage}&page=${page}`)
    const list = asWire(body)
    if (status !== 200 || !list) return found
    found.push(...wiresIn(list[key] ?? []))
    if (page >= Number(list['total_pages'] ?? 1)) return found
  }
  return found
}

async function readSeries(client: SiteClient, id: string): Promise<OwnSeries | undefined> {
  if (id === '') return undefined
  const { status, body } = await client.get(`/series/${id}`)
  const wire = asWire(body)
  const lines = wire?.['recurrence']
  if (status !== 200 || !wire || !Array.isArray(lines)) return undefined
  const events = await pagesOf(client, `/events?post_parent=${id}&${allTimes}${statuses(client)}`, 'events')
  const dates = events
    .map((event) => ({ event, at: textIn(asWire(event['series']) ?? {}, 'key') }))
    .filter(({ at }) => at !== '')
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
  const schedule: ScheduleSaid = {
    timezone: textIn(wire, 'timezone'),
    all_day: wire['all_day'] === true ? 1 : 0,
    start_wall: textIn(wire, 'start_date'),
    duration: Number(wire['duration'] ?? 0),
    recurrence: JSON.stringify(lines.map(String)),
  }
  const said: SeriesSaid = {
    key: `series ${id}`,
    id: Number(id),
    schedule,
    // One without an end goes on behind its last date.
    until: wire['until'] === null ? (dates.at(-1)?.at ?? null) : null,
    dates: dates.map(({ event, at }) => ({ at, key: String(wireId(event) ?? '') })),
  }
  // One in the trash has no rule to tell.
  const there = dates.find(({ event }) => event['status'] !== 'trash') ?? dates[0]
  return { said, first: there?.event }
}

/** An event as a date of its series. */
function asDate(event: ImportedEvent, wire: Wire, series: OwnSeries | undefined): ImportedEvent {
  const own = asWire(wire['series'])
  if (!own) return event
  if (!series)
    return {
      ...event,
      lost: [
        ...(event.lost ?? []),
        { field: 'series', what: textIn(own, 'text'), why: 'the source does not show it to this reader' },
      ],
    }
  const { said, first } = series
  const differs = [own['changed'] ?? []].flat().map(String).toSorted()
  const isFirst = first !== undefined && String(wireId(first)) === event.key
  return {
    ...event,
    occurrence: { series: said, at: textIn(own, 'key'), differs },
    ...(differs.length > 0 ? { differs } : {}),
    ...(isFirst ? { recurrence: withoutExcluded(said.schedule) } : {}),
  }
}

/** The tickets of an event, as the fields of the API. */
async function ticketsOf(
  client: SiteClient,
  id: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const tickets = await pagesOf(client, `/events/${id}/tickets?orderby=position`, 'tickets')
  return tickets.map((wire) => {
    const moment = (name: string) =>
      textIn(wire, name) === '' ? null : `${textIn(wire, name).replace(' ', 'T')}Z`
    return {
      name: typedText(textIn(wire, 'name'), renderTitle),
      description: typedText(textIn(wire, 'description'), renderContent),
      kind: textIn(wire, 'kind'),
      price: wire['price'] ?? null,
      currency: textIn(wire, 'currency'),
      capacity: wire['capacity'] ?? null,
      sale_start_date: moment('sale_start_date_utc'),
      sale_end_date: moment('sale_end_date_utc'),
      url: textIn(wire, 'url') || null,
      position: wire['position'] ?? 0,
    }
  })
}
