import { reasonOf } from '../../fields/happening.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import type {
  Coordinates,
  Feed,
  FeedEvent,
  FeedEvents,
  FeedField,
  FeedImage,
  FeedMoment,
  FeedOrganizer,
} from './feed.ts'
import { announcedTitle, whereText } from './feed.text.ts'
import { contentLine, localValue, textValue, textValues, utcValue } from './ical.lines.ts'
import { type DateForm, repeatsText } from './ical.repeats.ts'
import { tzidOf, type ZoneText, zoneTextOf } from './ical.zone.ts'

/**
 * The feed as an iCalendar object (RFC 5545, RFC 7986). There is no METHOD: that is for messages that schedule, and
 * without it DTSTAMP is the last change (RFC 5545, 3.8.7.2), so that the same events make the same octets.
 */
export async function* writeIcal(feed: Feed, events: FeedEvents): AsyncGenerator<string, void, undefined> {
  yield calendarHead + feedProperties(feed)
  const zones = new Zones()
  for await (const event of events) yield eventText(event, zones)
  yield zones.isFilled ? calendarTail : emptyBody(feed) + calendarTail
}

/** What makes a calendar object a message to one who comes (RFC 5546): it is about them alone. */
export interface Scheduling {
  /** REQUEST: it is, or has changed; CANCEL: it is not, or not for them. */
  readonly method: 'REQUEST' | 'CANCEL'
  /** The event takes place, but not for them: of it nothing is cancelled (RFC 5546, 3.2.5). */
  readonly isForOne: boolean
  /** The addresses of who sends it, and of who comes. */
  readonly organizer: { readonly name: string; readonly email: string }
  readonly attendee: string
  /** When it is written: of two with the same SEQUENCE the later one counts (RFC 5546, 2.1.5). */
  readonly at: number
}

/** An event as a message to one who comes. */
export function messageOf(event: FeedEvent, scheduling: Scheduling): string {
  return (
    calendarHead +
    contentLine('METHOD', scheduling.method) +
    eventText(event, new Zones(), scheduling) +
    calendarTail
  )
}

/** Events as a file: without a name and a refresh interval, so that it is added to a calendar rather than subscribed to. */
export function icalOf(...events: readonly FeedEvent[]): string {
  const zones = new Zones()
  return calendarHead + events.map((event) => eventText(event, zones)).join('') + calendarTail
}

const calendarHead =
  contentLine('BEGIN', 'VCALENDAR') +
  contentLine('VERSION', '2.0') +
  contentLine('PRODID', '-//Kalends//Kalends//EN') +
  contentLine('CALSCALE', 'GREGORIAN')

const calendarTail = contentLine('END', 'VCALENDAR')

/** RFC 7986, section 5, and the names that clients knew before it. */
function feedProperties(feed: Feed): string {
  const [name, description] = [textValue(feed.title), textValue(feed.description)]
  const pause = Temporal.Duration.from({ seconds: feed.refresh_s }).round({ largestUnit: 'hours' }).toString()
  return (
    contentLine('NAME', name) +
    contentLine('X-WR-CALNAME', name) +
    given('DESCRIPTION', description) +
    given('X-WR-CALDESC', description) +
    contentLine('X-WR-TIMEZONE', tzidOf(feed.siteZone) ?? 'UTC') +
    contentLine('URL', feed.pageUrl) +
    contentLine('SOURCE', feed.url, { VALUE: 'URI' }) +
    contentLine('REFRESH-INTERVAL', pause, { VALUE: 'DURATION' }) +
    contentLine('X-PUBLISHED-TTL', pause)
  )
}

/** A calendar has at least one component (RFC 5545, 3.6): without events it has the zone of the site. */
function emptyBody({ siteZone }: Feed): string {
  return zoneTextOf(siteZone, 1970)?.text ?? utcZone
}

const utcZone =
  contentLine('BEGIN', 'VTIMEZONE') +
  contentLine('TZID', 'UTC') +
  contentLine('BEGIN', 'STANDARD') +
  contentLine('DTSTART', '19700101T000000') +
  contentLine('TZOFFSETFROM', '+0000') +
  contentLine('TZOFFSETTO', '+0000') +
  contentLine('TZNAME', 'UTC') +
  contentLine('END', 'STANDARD') +
  contentLine('END', 'VTIMEZONE')

function eventText(event: FeedEvent, zones: Zones, scheduling?: Scheduling): string {
  const times = zones.timesOf(event)
  const organizers = organizersOf(event)
  const [organizer, contacts] = scheduling ? [undefined, organizers] : [organizers[0], organizers.slice(1)]
  return (
    times.zone +
    contentLine('BEGIN', 'VEVENT') +
    contentLine('UID', textValue(event.uid)) +
    contentLine('DTSTAMP', utcValue(scheduling?.at ?? event.modifiedAt)) +
    (event.isGone ? '' : datesText(event)) +
    contentLine('SEQUENCE', String(event.sequence)) +
    (scheduling?.isForOne ? '' : contentLine('STATUS', statusOf(event))) +
    // Who reads it elsewhere is not to make it public.
    (event.isPrivate ? contentLine('CLASS', 'PRIVATE') : '') +
    times.text +
    repeatsText(event, formOf(event, times, zones)) +
    (isRun(event) ? contentLine('TRANSP', 'TRANSPARENT') : '') +
    contentLine('SUMMARY', textValue(announcedTitle(event))) +
    given('DESCRIPTION', textValue(descriptionOf(event))) +
    given('LOCATION', textValue(placeOf(event))) +
    geoText(event.venues.find(({ geo }) => geo)?.geo) +
    given('CATEGORIES', textValues(event.categories)) +
    (organizer ? contentLine('ORGANIZER', addressOf(organizer), { CN: organizer.name }) : '') +
    (scheduling ? peopleText(scheduling) : '') +
    contacts.map((contact) => contentLine('CONTACT', textValue(contactText(contact)))).join('') +
    given('COMMENT', textValue(reasonOf(event.said))) +
    given('URL', event.url) +
    conferenceText(event) +
    imageText(event.image) +
    event.fields.map(fieldText).join('') +
    contentLine('END', 'VEVENT')
  )
}

/** It has no word for what is postponed. */
function statusOf({ status, said, isGone }: FeedEvent): string {
  return (said.event_status === 'postponed' && !isGone ? 'tentative' : status).toUpperCase()
}

/** Who sends a message, and who comes: nobody else (RFC 5546, 3.2.2 and 3.2.5). */
function peopleText({ method, organizer, attendee }: Scheduling): string {
  const comes = method === 'REQUEST' ? { PARTSTAT: 'ACCEPTED', RSVP: 'FALSE' } : {}
  return (
    contentLine('ORGANIZER', mailto(organizer.email), { CN: organizer.name }) +
    contentLine('ATTENDEE', mailto(attendee), { ROLE: 'REQ-PARTICIPANT', ...comes })
  )
}

/** How dates of a series are written: as the start of the series is (RFC 5545, 3.8.4.4), which has been written before. */
function formOf({ repeats }: FeedEvent, times: { form: DateForm }, zones: Zones): DateForm {
  return repeats && 'of' in repeats ? zones.formOf(repeats.of) : times.form
}

/** When it was made and changed; of what is in the trash nothing is told that who has it in their calendar does not need. */
function datesText({ publishedAt, modifiedAt }: FeedEvent): string {
  return contentLine('CREATED', utcValue(publishedAt)) + contentLine('LAST-MODIFIED', utcValue(modifiedAt))
}

/**
 * After the reason of its status, and with the addresses online and here at its end, as many calendars show neither URL nor CONFERENCE; of
 * what is in the trash nothing more.
 */
function descriptionOf({ isGone, said, description, publicOnlineUrl, url }: FeedEvent): string {
  const parts = isGone ? [description] : [reasonOf(said), description, publicOnlineUrl, url]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** The venues, then where it is attended online: calendars make a link of it, and some a button to join. */
function placeOf(event: FeedEvent): string {
  return [whereText(event), event.publicOnlineUrl].filter((part) => part !== '').join('; ')
}

/** What goes on for so many days keeps nobody from anything else: it is on, and its visitors choose when. */
const daysOfRun = 7

function isRun({ start, end }: FeedEvent): boolean {
  return end.at - start.at >= daysOfRun * secondsOfDay - 1
}

const secondsOfDay = 86_400

/** RFC 7986, section 5.11. */
function conferenceText({ said }: FeedEvent): string {
  const { online_url: url } = said
  return url === '' ? '' : contentLine('CONFERENCE', url, { VALUE: 'URI', LABEL: 'Online' })
}

function given(name: string, value: string): string {
  return value === '' ? '' : contentLine(name, value)
}

/** RFC 7986, section 5.10. */
function imageText(image: FeedImage | undefined): string {
  if (!image) return ''
  return contentLine('IMAGE', image.url, { VALUE: 'URI', DISPLAY: 'FULLSIZE', FMTTYPE: image.mediaType })
}

/** A property of our own (RFC 5545, 3.8.8.2), which our imports read: values as records have them, several choices apart. */
function fieldText({ name, value }: FeedField): string {
  const values: readonly string[] = Array.isArray(value) ? value : [String(value)]
  return contentLine('X-KALENDS-FIELD', textValues(values), { 'X-NAME': name })
}

/** Six decimals (RFC 5545, 3.8.1.6): ten centimetres. */
function geoText(geo: Coordinates | undefined): string {
  return geo ? contentLine('GEO', `${geo.lat.toFixed(6)};${geo.lng.toFixed(6)}`) : ''
}

/** There can be one ORGANIZER (RFC 5545, 3.6.1), preferably one with an e-mail address; the others are contacts. */
function organizersOf({ organizers }: FeedEvent): readonly FeedOrganizer[] {
  return organizers.toSorted((one, other) => Number(other.email !== '') - Number(one.email !== ''))
}

/** The address of an organizer; without one their page. */
function addressOf({ email, url }: FeedOrganizer): string {
  return email === '' ? url : mailto(email)
}

/** RFC 6068, section 2: `mailto:` and the address with what would end it percent-encoded. */
function mailto(email: string): string {
  const encoded = email.split('@').map((part) => encodeURIComponent(part).replaceAll('%2B', '+'))
  return `mailto:${encoded.join('@')}`
}

function contactText({ name, email, url }: FeedOrganizer): string {
  return `${name}, ${email || url}`
}

/** The zones written so far: each once, before the first event that needs it, which RFC 5545 allows. */
class Zones {
  readonly #told = new Map<string, ZoneText>()
  isFilled = false

  /** How moments are written on a clock that has been written before. */
  formOf({ isAllDay, zone }: Pick<FeedEvent, 'isAllDay' | 'zone'>): DateForm {
    const tzid = tzidOf(zone) ?? ''
    return isAllDay ? 'day' : this.#told.has(tzid) ? { tzid } : 'utc'
  }

  /** The times of an event, and the zone to be written before it. */
  timesOf({ start, end, isAllDay, zone, repeats }: FeedEvent): {
    zone: string
    text: string
    form: DateForm
  } {
    this.isFilled = true
    if (isAllDay) return { zone: '', text: daysText(start, end), form: 'day' }
    const tzid = tzidOf(zone) ?? ''
    const told = this.#told.get(tzid) ?? zoneTextOf(zone, Number(start.wall.slice(0, 4)))
    // A rule is followed on the clock of its zone, even from an hour that occurs twice.
    const isLocal = (moment: FeedMoment) =>
      told !== undefined && isWithin(moment, told) && (repeats !== undefined || isPlain(moment, zone))
    const form: DateForm = told === undefined ? 'utc' : { tzid }
    const line = (name: string, moment: FeedMoment) =>
      isLocal(moment)
        ? contentLine(name, localValue(moment.wall), { TZID: tzid })
        : contentLine(name, utcValue(moment.at))
    // An end is later than the start (RFC 5545, 3.8.2.2); an event without one takes no time.
    const moments = end.at > start.at ? [start, end] : [start]
    const text = moments.map((moment, index) => line(index === 0 ? 'DTSTART' : 'DTEND', moment)).join('')
    if (!told || this.#told.has(tzid) || !moments.some(isLocal)) return { zone: '', text, form }
    this.#told.set(tzid, told)
    return { zone: told.text, text, form }
  }
}

/** Whole days by the calendar, wherever the reader is; the end is the day after the last (RFC 5545, 3.6.1). */
function daysText(start: FeedMoment, end: FeedMoment): string {
  const after = Temporal.PlainDate.from(end.wall.slice(0, 10)).add({ days: 1 })
  const [first, last] = [start.wall.slice(0, 10), after.toString()]
  // Years have four digits: an event on the very last day has no end.
  return [['DTSTART', first] as const, ['DTEND', last] as const]
    .filter(([, day]) => day.length === first.length)
    .map(([name, day]) => contentLine(name, day.replaceAll('-', ''), { VALUE: 'DATE' }))
    .join('')
}

function isWithin({ wall }: FeedMoment, { firstYear, lastYear }: ZoneText): boolean {
  const year = Number(wall.slice(0, 4))
  return firstYear <= year && year <= lastYear
}

/**
 * Whether all clients take the wall clock for this moment. An hour that occurs twice is the first by RFC 5545 (3.3.5) and the
 * second for many clients, and seconds in an offset are often ignored: such moments are written in UTC.
 */
function isPlain({ at, wall }: FeedMoment, { id }: Zone): boolean {
  const clock = Temporal.PlainDateTime.from(wall)
  const first = clock.toZonedDateTime(id, { disambiguation: 'earlier' })
  const second = clock.toZonedDateTime(id, { disambiguation: 'later' })
  const isOnce = first.epochMilliseconds === at * 1000 && second.epochMilliseconds === at * 1000
  return isOnce && first.offsetNanoseconds % 60e9 === 0
}
