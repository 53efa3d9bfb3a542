import type { NamesTaken } from '../../../fields/declare.ts'
import type { eventFields } from '../../../fields/events.fields.ts'
import { happens } from '../../../fields/happening.ts'
import { epochSeconds } from '../../../pure/calendar/text.ts'
import type { Zone } from '../../../pure/calendar/zone.ts'
import { reasonLimit } from '../../../pure/params/words.ts'
import { escapeHtml } from '../../../pure/text/html.ts'
import { ownPrefix } from '../imports.own.ts'
import type { ImportedEvent } from '../imports.record.ts'
import { type Properties, textIn } from './ical.components.ts'
import { descriptionOf } from './ical.description.ts'
import { type Links, linksOf } from './ical.links.ts'
import { textsOf } from './ical.lines.ts'
import { BadMoment, momentsOf } from './ical.moments.ts'
import { type Times, timesOf } from './ical.times.ts'
import type { Zones } from './ical.zones.ts'

/** An event of a calendar as it was read, which describes all of its occurrences. */
export interface IcalEvent {
  readonly uid: string
  readonly line: number
  readonly properties: Properties
  readonly times: Times
  readonly links: Links
  readonly fields: ImportedEvent['fields']
  readonly kept: ImportedEvent['kept'] & object
  readonly lost: readonly string[]
  readonly assumed: readonly string[]
  /** Whether the calendar only cancels what was said elsewhere (RFC 5546, 3.2.5). */
  readonly isCancelling: boolean
}

/** What a calendar says of an event by its times, its links and its rule. */
type Elsewhere =
  | 'start_date'
  | 'end_date'
  | 'timezone'
  | 'all_day'
  | 'venue'
  | 'organizer'
  | 'categories'
  | 'tags'
  | 'image'
  | 'series'

/** What it says beside: a new field of events does not compile until it is read, or refused in the declaration. */
type Said = Readonly<Record<Exclude<NamesTaken<typeof eventFields, 'ical'>, Elsewhere>, unknown>>

/** What reading a calendar depends on. */
export interface Reading {
  readonly zones: Zones
  /** The zone of floating times: that of the calendar if it declares one, else that of the site. */
  readonly siteZone: Zone
  /** The zone in which moments in UTC are shown; undefined for a calendar that declares none. */
  readonly ownZone: Zone | undefined
  /** Whether a calendar of ours wrote it, whose texts are plain. */
  readonly isOwn: boolean
  /** What the calendar is for (RFC 5546, 1.4), in capitals; empty where it does not say. */
  readonly method: string
}

/** Reads a VEVENT. Throws a {@link BadMoment} without a valid time or occurrence. */
export function readEvent(properties: Properties, line: number, reading: Reading): IcalEvent {
  const { zones, siteZone, method } = reading
  const times = named('DTSTART', () => timesOf(properties, zones, siteZone))
  // Only used once the series is known; faults are better reported here.
  named('RECURRENCE-ID', () => properties.get('recurrence-id')?.forEach((each) => momentsOf(each, zones)))
  const links = linksOf(properties)
  const title = titleOf(properties)
  const { status, assumed } = statusOf(properties, method)
  const happening = happeningOf(properties, method)
  return {
    uid: textIn(properties, 'uid') || unnamed(properties, title, times),
    line,
    properties,
    times,
    links,
    fields: {
      title: escapeHtml(title === '' ? 'Untitled' : title),
      description: descriptionOf(properties, links),
      website: links.website,
      cost: costOf(properties),
      status,
      ...happening,
      attendance_mode: links.onlineUrl === null ? 'in_person' : links.venues.length > 0 ? 'mixed' : 'online',
      online_url: links.onlineUrl,
      ...ownIn(properties),
    } satisfies Said,
    kept: keptOf(properties, zones),
    lost: [...times.lost, ...links.lost, ...(title === '' ? ['SUMMARY: it is missing'] : [])],
    assumed,
    isCancelling: method === 'CANCEL',
  }
}

/** Which version of an event it is (RFC 5545, 3.8.7.4). */
export function sequenceOf({ properties }: Pick<IcalEvent, 'properties'>): number {
  return Number(/^\d{1,15}$/.exec(textIn(properties, 'sequence'))?.[0] ?? 0)
}

/** Events without a UID are told apart by all that two of them may differ in. */
function unnamed(properties: Properties, title: string, { start }: Times): string {
  return [title, start.wall.toString(), textIn(properties, 'location')]
    .filter((part) => part !== '')
    .join(' ')
}

/** Adds the name of the property to its faults. */
function named<Value>(property: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw error instanceof BadMoment ? new BadMoment(`${property} ${error.message}`) : error
  }
}

/** What a Kalends says of the fields that it has declared: values with commas between them. */
function ownIn(properties: Properties): Readonly<Record<string, unknown>> {
  const said = (properties.get('x-kalends-field') ?? []).flatMap((property): [string, unknown][] => {
    const name = property.params['x-name'] ?? ''
    const values = textsOf(property)
    // A text has none but those that are escaped.
    return /^[a-z][a-z0-9_]*$/.test(name) ? [[ownPrefix + name, values.length > 1 ? values : values[0]]] : []
  })
  return Object.fromEntries(said)
}

/** What All-in-One Event Calendar writes of prices. */
function costOf(properties: Properties): string[] {
  if (/^free$/i.test(textIn(properties, 'x-cost-type'))) return ['0']
  const cost = textIn(properties, 'x-cost')
  return cost === '' ? [] : [cost]
}

/** STATUS (RFC 5545, 3.8.1.11) by its values there, and by those that programs for the web write. */
const statuses: Readonly<Record<string, string>> = {
  '': 'publish',
  CONFIRMED: 'publish',
  PUBLISH: 'publish',
  PUBLISHED: 'publish',
  TENTATIVE: 'draft',
  CANCELLED: 'publish',
  CANCELED: 'publish',
  DRAFT: 'draft',
  PENDING: 'pending',
  PRIVATE: 'private',
  TRASH: 'trash',
}

/** Properties that say who may see an event, of iCalendar and of Apple’s and other servers. */
const audiences = ['class', 'x-calendarserver-access', 'x-calendarserver-privacy', 'x-access', 'x-visibility']

/** For whom it is, then whether it takes place. A class that is not known is private (RFC 5545, 3.8.1.3). */
function statusOf(properties: Properties, method: string): { status: string; assumed: readonly string[] } {
  const said = textIn(properties, 'status').toUpperCase()
  const known = statuses[said]
  // What a calendar cancels that is not here is not made public by that.
  const status = method === 'CANCEL' ? 'trash' : isPostponed(properties) ? 'publish' : (known ?? 'draft')
  const assumed =
    known === undefined
      ? [`STATUS: it is “${said}”, which is none that is known here: the event is a draft`]
      : []
  const isHidden = audiences.some((name) => {
    const audience = textIn(properties, name)
    return audience !== '' && !/^(?:public|default)$/i.test(audience)
  })
  const isPrivate = isHidden || /^(?:true|1|yes)$/i.test(textIn(properties, 'x-private'))
  return { status: isPrivate && status === 'publish' ? 'private' : status, assumed }
}

/** What our own calendars write of events that are postponed: a word before the title, and that they are not certain. */
const postponed = /^Postponed: (?=\S)/

/** The same of those that are cancelled, beside the status that says so. */
const cancelledWord = /^Cancelled: (?=\S)/

function isPostponed(properties: Properties): boolean {
  const isUncertain = textIn(properties, 'status').toUpperCase() === 'TENTATIVE'
  return isUncertain && postponed.test(textIn(properties, 'summary'))
}

function isCancelled(properties: Properties): boolean {
  return /^CANCELL?ED$/i.test(textIn(properties, 'status'))
}

function titleOf(properties: Properties): string {
  const title = textIn(properties, 'summary').replaceAll(/[ \t]*[\r\n\t][ \t\r\n]*/g, ' ')
  if (isPostponed(properties)) return title.replace(postponed, '')
  return isCancelled(properties) ? title.replace(cancelledWord, '') : title
}

/** Whether it takes place, and why not. */
function happeningOf(properties: Properties, method: string) {
  const isCanceled = method === 'CANCEL' || isCancelled(properties)
  const event_status = isCanceled ? 'canceled' : isPostponed(properties) ? 'postponed' : 'scheduled'
  const reason = event_status === 'scheduled' ? '' : textIn(properties, 'comment')
  return happens(event_status, reason.slice(0, reasonLimit) || null)
}

function keptOf(properties: Properties, zones: Zones): IcalEvent['kept'] {
  const property = properties.get('last-modified')?.[0]
  if (!property) return {}
  try {
    const [changed] = momentsOf(property, zones)
    if (!changed) return {}
    return { modified_at: epochSeconds(changed.wall.toZonedDateTime(changed.zone?.id ?? 'UTC').toInstant()) }
  } catch (error) {
    if (error instanceof BadMoment) return {}
    throw error
  }
}
