import { eventFields } from '../../fields/events.fields.ts'
import { shownOf } from '../../fields/fields.record.ts'
import { dateDetails, utcText, wallTextAt } from '../../pure/calendar/text.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import { customFields, ownMember } from '../own/own.view.ts'
import type { Site } from '../../http/site.ts'
import { inTimeSlices } from '../../http/timeSlices.ts'
import { organizerView, organizerViewSingle } from '../organizers/organizers.view.ts'
import type { Context } from '../../http/context.ts'
import { imageOf } from '../media/media.record.ts'
import { datesOf } from '../posts/posts.dates.ts'
import { kinds } from '../posts/posts.kind.ts'
import { globalIds, postUrl } from '../posts/posts.view.ts'
import { inOrder } from '../../pure/params/inOrder.ts'
import { knownStatus } from '../../pure/params/words.ts'
import { registrationView } from '../registration/registration.view.ts'
import { seriesMember } from '../schedules/schedules.view.ts'
import type { Speech } from '../schedules/schedules.words.ts'
import { nestedTermView } from '../terms/terms.view.ts'
import { escapeUrl, shownContent, shownTitle } from '../../pure/text/render.ts'
import { venueView, venueViewSingle } from '../venues/venues.view.ts'
import { behindPassword, previousStartDates } from './events.happening.ts'
import { eventJsonLd } from './events.jsonld.ts'
import { type EventRecord, eventRecord } from './events.record.ts'
import { costShown, type Decision, type EventWithLinks, uidOf } from './events.row.ts'

/** Longer texts, in characters, and more linked records are prepared in steps. */
const [long, few] = [20_000, 3]

/**
 * Prepares the view of an event in steps: its texts may take a tenth of a second, and it may have hundreds of venues, each
 * with a long description. The records of these are remembered by their own views.
 */
export async function prepareView(
  whole: EventWithLinks,
  site: Site,
  { siteZone, declared }: Pick<Context, 'siteZone' | 'declared'>,
): Promise<EventWithLinks> {
  const { event, venues, organizers, images } = whole
  if (venues.length + organizers.length > few) {
    const shown = { site, siteZone, images, declared }
    await inTimeSlices(venues, (venue) => venueView(venue, shown))
    await inTimeSlices(organizers, (organizer) => organizerView(organizer, shown))
  }
  if (event.description.length + event.excerpt.length < long) return whole
  const [description = '', excerpt = ''] = await inTimeSlices([event.description, event.excerpt], (text) =>
    shownContent(text, site.home),
  )
  return { ...whole, rendered: { description, excerpt } }
}

/** With the language in which series say how often they are, unless it is English, and the moment. */
type Speaking = Context & { readonly speech?: Speech | undefined; readonly now: Temporal.Instant }

/** The event as lists and answers to writes show it (`wire-events.md` 1). */
export function eventView(whole: EventWithLinks, site: Site, context: Speaking): EventRecord {
  return ordered(whole, site, context, { venue: venueView, organizer: organizerView })
}

/** The event as a single read shows it: with `json_ld`, unless a password protects it (`wire-events.md` 1). */
export function eventViewSingle(
  whole: EventWithLinks,
  site: Site,
  context: Context & { readonly now: Temporal.Instant },
): EventRecord {
  const record = ordered(whole, site, context, { venue: venueViewSingle, organizer: organizerViewSingle })
  return whole.event.password_digest === null
    ? withMembers(record, { json_ld: eventJsonLd(whole, site, context) })
    : record
}

/** As {@link eventViewSingle}, with its texts as they were written, for who may edit it: both are of one moment. */
export function eventViewToEdit(...shown: Parameters<typeof eventViewSingle>): EventRecord {
  const [whole, site, context] = shown
  const { title, description, excerpt } = whole.event
  const record = withMembers(eventViewSingle(...shown), { raw: { title, description, excerpt } })
  return withNote(record, whole, { ...context, site })
}

/** The record with what only those see who may edit it: what goes between its author and its reviewers, and what else is stored of it. */
export function withNote(
  record: EventRecord,
  { event, note, authorName, decision, isToEdit }: EventWithLinks,
  { siteZone, site, declared }: Pick<Context, 'siteZone' | 'declared'> & { readonly site: Site },
): EventRecord {
  if (!isToEdit) return record
  return withMembers(record, {
    ...ownMember('event', event, { declared }, 'editors'),
    ...(note === undefined ? {} : { review_note: note }),
    ...(authorName === undefined ? {} : { author_name: authorName }),
    ...(decision ? { decision: decisionView(decision, siteZone) } : {}),
    post_parent: event.post_parent ?? 0,
    uid: uidOf(event, site),
    ...(event.status_before === null ? {} : { status_before: event.status_before }),
  })
}

/** The record with further members; who may come stays its last one. */
function withMembers({ registration, ...record }: EventRecord, more: Partial<EventRecord>): EventRecord {
  return { ...record, ...more, ...(registration ? { registration } : {}) }
}

function decisionView({ at, ...said }: Decision, siteZone: Zone) {
  return { ...said, date: wallTextAt(at, siteZone) }
}

/** The event as lists show it to readers without its password: little more than its time (`wire-events.md` 4). */
export function blankedView(whole: EventWithLinks, site: Site, context: Speaking): EventRecord {
  const event = { ...behindPassword(whole.event), registration: '' }
  return {
    ...eventView({ ...whole, event, categories: [], tags: [], venues: [], organizers: [] }, site, context),
    description: '',
    excerpt: '',
    image: false,
    all_day: null,
    cost: '',
    // Wire: the keys stand in this order here.
    cost_details: { currency_symbol: '', currency_position: '', currency_code: '', values: [] },
    website: '',
    show_map: null,
    show_map_link: null,
    hide_from_listings: null,
    sticky: null,
    featured: null,
  }
}

function ordered(
  whole: EventWithLinks,
  site: Site,
  context: Speaking,
  views: { readonly venue: typeof venueView; readonly organizer: typeof organizerView },
): EventRecord {
  const { event, categories, tags, images } = whole
  const { siteZone, speech, declared, now } = context
  const shown = { site, siteZone, images, declared }
  const venues = whole.venues.map((venue) => views.venue(venue, shown))
  const url = postUrl(site, kinds.event, event)
  const { cost, details } = costShown(whole, context)
  const [start, end] = [utcText(event.starts_at), utcText(event.ends_at)]
  const [venue, ...more] = venues
  const registration = registrationView(event, { url, siteZone, now, counts: whole.counts })
  return inOrder<EventRecord>(eventRecord, {
    id: event.id,
    ...globalIds(site, event.id),
    author: String(event.author_id),
    status: knownStatus(event.status),
    ...datesOf(kinds.event, event, siteZone),
    url,
    rest_url: [site.rest, '/events/', event.id].join(''),
    title: shownTitle(event.title, site.home),
    description: whole.rendered?.description ?? shownContent(event.description, site.home),
    excerpt: whole.rendered?.excerpt ?? shownContent(event.excerpt, site.home),
    slug: event.slug,
    image: imageOf({ images, site }, event.image_id) ?? false,
    all_day: event.all_day === 1,
    start_date: event.start_wall,
    start_date_details: dateDetails(event.start_wall),
    end_date: event.end_wall,
    end_date_details: dateDetails(event.end_wall),
    utc_start_date: start,
    utc_start_date_details: dateDetails(start),
    utc_end_date: end,
    utc_end_date_details: dateDetails(end),
    timezone: event.timezone,
    timezone_abbr: event.timezone_abbr,
    cost,
    cost_details: details,
    website: event.website === null ? url : escapeUrl(event.website),
    categories: categories.map((term) => nestedTermView(term, { site })),
    tags: tags.map((term) => nestedTermView(term, { site })),
    venue: venue && more.length === 0 ? venue : venues,
    organizer: whole.organizers.map((organizer) => views.organizer(organizer, shown)),
    custom_fields: customFields(event.own, context.declared),
    ...shownOf(eventFields, event),
    ...ownMember('event', event, context, 'everybody'),
    ...previousStartDates(event, siteZone),
    ...seriesMember(event, whole.series, { site, siteZone, speech }),
    ...(registration ? { registration } : {}),
  })
}
