import { Type, type Static, type TSchema } from 'typebox'
import { todayIn } from '../../pure/calendar/day.ts'
import { epochSeconds, parseWall, utcText, wallTextAt } from '../../pure/calendar/text.ts'
import { findZone, type Zone } from '../../pure/calendar/zone.ts'
import { costShown, type EventWithLinks } from '../../records/events/events.row.ts'
import { wpStatusClasses } from '../wp/wp.events.meta.ts'
import type { Site } from '../../http/site.ts'
import { organizerKind } from '../../records/organizers/organizers.kind.ts'
import type { Context } from '../../http/context.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { ownValuesMember } from '../../records/own/own.record.ts'
import { ownMember } from '../../records/own/own.view.ts'
import { inOrder } from '../../pure/params/inOrder.ts'
import { wpClasses } from '../wp/wp.view.ts'
import { renderTitle } from '../../pure/text/render.ts'
import { venueKind } from '../../records/venues/venues.kind.ts'
import type { TecEventName } from './tec.events.params.ts'
import { tecEventOwn } from './tec.events.record.ts'
import { tecLinkedView } from './tec.linked.view.ts'
import { scheduleOf, shortScheduleOf } from './tec.schedule.ts'
import { tecCommonRecord, tecMembers } from './tec.view.ts'

/** Wire: the address of its website is written and not told. */
type Told = Exclude<TecEventName, 'website'>

const tecEventRecord = Type.Object({
  ...tecCommonRecord,
  ...tecEventOwn,
  fields: ownValuesMember,
} satisfies Readonly<Record<Told | 'fields', TSchema>>)
type TecEvent = Omit<Static<typeof tecEventRecord>, 'organizers' | 'venues'> & {
  organizers: object[]
  venues: object[]
}

/** What the record depends on beside the event. */
export interface TecShown {
  readonly site: Site
  readonly context: Context
  readonly now: Temporal.Instant
  /** The language of texts about dates. */
  readonly locale: string
}

/** An event as this interface shows it. */
export function tecEventView(whole: EventWithLinks, { site, context, now, locale }: TecShown): TecEvent {
  const { event, tags, categories, venues, organizers, images } = whole
  const { siteZone } = context
  const isProtected = event.password_digest !== null
  const shown = { site, siteZone, images, declared: context.declared }
  const at_s = epochSeconds(now)
  const hasStarted = event.starts_at <= at_s
  const scheduled = { start: event.start_wall, end: event.end_wall, allDay: event.all_day === 1 }
  const wording = { locale, year: todayIn(siteZone, now).year }
  const length = event.ends_at - event.starts_at
  return inOrder<TecEvent>(tecEventRecord, {
    ...tecMembers(kinds.event, event, { ...shown, rendered: whole.rendered }, isProtected),
    tags: tags.map(({ id }) => id),
    tribe_events_cat: categories.map(({ id }) => id),
    class_list: wpClasses(kinds.event, event, {
      terms: [
        ...tags.map(({ slug }) => `tag-${slug}`),
        ...categories.flatMap(({ slug }) => [`tribe_events_cat-${slug}`, `cat_${slug}`]),
        ...wpStatusClasses(event),
      ],
    }),
    start_date: event.start_wall,
    start_date_utc: utcText(event.starts_at),
    end_date: event.end_wall,
    end_date_utc: utcText(event.ends_at),
    dates: datesOf(event, siteZone),
    timezone: event.timezone,
    // Wire: a text, but for none.
    duration: length === 0 ? 0 : String(length),
    multiday: daysOf(event),
    is_past: hasStarted,
    is_now: hasStarted && at_s < event.ends_at,
    all_day: event.all_day === 1,
    starts_this_week: null,
    ends_this_week: null,
    this_week_duration: null,
    happens_this_week: null,
    displays_on: [],
    featured: event.featured === 1,
    sticky: event.sticky === 1,
    cost: costShown(whole, context).cost,
    organizer_names: organizers.map(({ title }) => renderTitle(title)),
    organizers: organizers.map((row) => tecLinkedView(organizerKind, row, shown)),
    venues: venues.map((row) => tecLinkedView(venueKind, row, shown)),
    schedule_details: scheduleOf(scheduled, wording),
    short_schedule_details: shortScheduleOf(scheduled, wording),
    ...ownMember('event', event, context, 'everybody'),
  })
}

/** What stands for each text that a password protects. */
const note = 'This event is protected by a password.'

const never = { date: '1970-01-01 00:00:00.000000', timezone_type: 3, timezone: 'UTC' }

/** The event as those read it who lack its password: its address, its title and when it was published. */
export function tecClosedView(whole: EventWithLinks, shown: TecShown): TecEvent {
  const record = tecEventView(
    {
      ...whole,
      event: { ...whole.event, own: '' },
      tags: [],
      categories: [],
      venues: [],
      organizers: [],
      tickets: [],
    },
    shown,
  )
  const masked = Object.fromEntries(Object.entries(record).map(([name, value]) => [name, maskOf(value)]))
  const { id, date, date_gmt, guid, modified, modified_gmt, slug, status, type, link, title, author } = record
  return {
    ...(masked as TecEvent),
    id,
    date,
    date_gmt,
    guid,
    modified,
    modified_gmt,
    slug,
    status,
    type,
    link,
    title,
    author,
    content: { rendered: note, protected: true },
    excerpt: { rendered: note, protected: true },
    class_list: wpClasses(kinds.event, whole.event, { isProtected: true }),
    dates: {
      start: never,
      start_utc: never,
      start_site: never,
      start_display: never,
      end: never,
      end_utc: never,
      end_site: never,
      end_display: never,
    },
  }
}

function maskOf(value: unknown): unknown {
  if (typeof value === 'string') return note
  if (typeof value === 'number') return 0
  return Array.isArray(value) ? [] : null
}

type Timed = Pick<EventWithLinks['event'], 'timezone' | 'starts_at' | 'ends_at' | 'start_wall' | 'end_wall'>

function datesOf(event: Timed, siteZone: Zone): TecEvent['dates'] {
  const zone = findZone(event.timezone) ?? siteZone
  const utc = { name: 'UTC', id: 'UTC' }
  const [start, end] = [event.starts_at, event.ends_at].map((at) => ({
    own: dateIn(zone, at),
    utc: dateIn(utc, at),
    site: dateIn(siteZone, at),
  })) as [Clocks, Clocks]
  return {
    start: start.own,
    start_utc: start.utc,
    start_site: start.site,
    start_display: start.own,
    end: end.own,
    end_utc: end.utc,
    end_site: end.site,
    end_display: end.own,
  }
}

type Clocks = Readonly<Record<'own' | 'utc' | 'site', typeof never>>

/** Wire: a moment as PHP writes it, with the offset in the place of a zone that has no name. */
function dateIn(zone: Zone, at: number): typeof never {
  const wall = wallTextAt(at, zone)
  const isOffset = /^[+-]/.test(zone.id)
  return { date: `${wall}.000000`, timezone_type: isOffset ? 1 : 3, timezone: zone.id }
}

/** On how many days it takes place, or false for one. */
function daysOf({ start_wall, end_wall }: Timed): number | false {
  const [first, last] = [start_wall, end_wall].map((wall) => parseWall(wall).toPlainDate())
  const days = first && last ? first.until(last).days + 1 : 1
  return days > 1 ? days : false
}

/** Until when records stay the same as long as nothing is written: an event starts or ends, or the day does. */
export function tecHoldsUntil(
  events: readonly EventWithLinks[],
  endOfDay: number,
  now: Temporal.Instant,
): number {
  const at_s = epochSeconds(now)
  const edges = events.flatMap(({ event: { starts_at, ends_at } }) => [starts_at, ends_at])
  return Math.min(endOfDay, ...edges.filter((edge) => edge > at_s))
}
