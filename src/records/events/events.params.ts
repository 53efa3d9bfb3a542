import { registrationStates } from '../../pure/params/guests.ts'
import { Type, type StaticDecode } from 'typebox'
import { ownFilterParam, ownParam } from '../own/own.params.ts'
import { eventFields } from '../../fields/events.fields.ts'
import { accessFields } from '../../fields/venues.fields.ts'
import { paramsOf } from '../../fields/fields.params.ts'
import { cost } from '../../pure/params/cost.ts'
import { editContext } from '../../pure/params/contexts.ts'
import { flag, looseFlag } from '../../pure/params/flags.ts'
import { attendanceModeFilter, eventStatusFilter, someOf } from '../../pure/params/happening.ts'
import { image } from '../../pure/params/image.ts'
import { idList, linkedList, termFilter, termList } from '../../pure/params/lists.ts'
import { message } from '../../pure/params/messages.ts'
import { moment, timezone } from '../../pure/params/moments.ts'
import { timeOfDay } from '../../pure/params/narrowing.ts'
import { author, idOf, page, perPage } from '../../pure/params/numbers.ts'
import { order, orderBy } from '../../pure/params/orders.ts'
import { eventPlaces, namedPlaces, placeExtensions } from '../../pure/params/places.ts'
import { status, statusFilter } from '../../pure/params/statuses.ts'
import {
  choice,
  newPassword,
  password,
  passwordOfAny,
  searchText,
  slug,
  slugAsRead,
  title,
  word,
  choiceList,
} from '../../pure/params/texts.ts'
import { asRead, givenUnlessEmpty } from '../../pure/params/parameter.ts'
import { languages } from '../../pure/text/language.ts'
import { registrationParam } from '../registration/registration.params.ts'
import { date, dateUtc, deleteParams } from '../posts/posts.params.ts'

const { fields: declared } = eventFields
const eventTitle = title(declared.title.says)
const start = moment(declared.start_date.says)
const end = moment(declared.end_date.says)

const allDay = (fallback?: boolean) => Type.Optional(flag(declared.all_day.says, fallback))

/** The fields of an event in declaration order. */
const fields = paramsOf(eventFields, {
  author: Type.Optional(author),
  date: Type.Optional(date),
  date_utc: Type.Optional(dateUtc),
  title: eventTitle,
  slug: Type.Optional(slug),
  status: Type.Optional(status),
  timezone: Type.Optional(timezone),
  all_day: allDay(false),
  start_date: start,
  end_date: end,
  image: Type.Optional(image),
  cost: Type.Optional(cost),
  categories: Type.Optional(termList(declared.categories.says)),
  tags: Type.Optional(termList(declared.tags.says)),
  venue: Type.Optional(linkedList(declared.venue.says)),
  organizer: Type.Optional(linkedList(declared.organizer.says)),
  password: Type.Optional(newPassword(declared.password.says)),
  review_note: Type.Optional(message(declared.review_note.says)),
  fields: Type.Optional(ownParam),
  registration: Type.Optional(registrationParam(declared.registration.says)),
})

export const createEventParams = Type.Object(givenUnlessEmpty(fields))
export type CreateEvent = StaticDecode<typeof createEventParams>

/** On update nothing is required or has a default (D7); an empty slug may be written back to an event without one (D49). */
export const updateEventParams = Type.Object({
  ...fields,
  all_day: allDay(),
  title: Type.Optional(eventTitle),
  slug: Type.Optional(slugAsRead),
  start_date: Type.Optional(start),
  end_date: Type.Optional(end),
  cost_details: Type.Optional(
    asRead('The details of the cost as they were read; they tell that the cost is sent back as it was.'),
  ),
  series: Type.Optional(asRead('The series as it was read.')),
  previous_start_dates: Type.Optional(
    asRead('The starts before the event was rescheduled: filled by sending a start with that status.'),
  ),
})
export type UpdateEvent = StaticDecode<typeof updateEventParams>

export const readEventParams = Type.Object({
  password: Type.Optional(password('The password of the event.')),
  context: Type.Optional(
    word(
      'With “edit”, who may edit the event reads it without its password, and with its texts as they were written in raw and the word to its reviewers in review_note.',
      'view',
    ),
  ),
})
export type ReadEvent = StaticDecode<typeof readEventParams>

/** Accepted on delete although not needed: the right to delete suffices (D23). */
export const deleteEventParams = Type.Object({
  password: Type.Optional(newPassword('The password of the event; accepted and not needed.')),
  ...deleteParams.properties,
})

const bound = (says: string) =>
  Type.Optional(moment(`Keep events that ${says}, in the zone of the site; whole days without strict_dates.`))

/** The list parameters in the order of the specification (4.2), followed by our extensions. */
export const listEventsParams = Type.Object({
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  start_date: bound('start on or after this day (by default: yesterday)'),
  end_date: bound('end on or before this day (by default: twenty-four months from today)'),
  starts_before: bound('start before the end of this day'),
  starts_after: bound('start after this day'),
  ends_before: bound('end before the end of this day'),
  ends_after: bound('end after this day'),
  strict_dates: Type.Optional(looseFlag('Whether dates mean the given moments instead of whole days.')),
  search: Type.Optional(
    searchText(
      'Keep events in whose title, description or excerpt every word occurs; "quoted phrases" and -excluded words too.',
    ),
  ),
  categories: Type.Optional(
    termFilter('Keep events in any of these categories or their children, by ID, slug or name.'),
  ),
  tags: Type.Optional(termFilter('Keep events with any of these tags, by ID, slug or name.')),
  venue: Type.Optional(idList('Keep events at any of these venues, by ID.')),
  organizer: Type.Optional(idList('Keep events of any of these organizers, by ID.')),
  featured: Type.Optional(flag('Keep featured events (true), or the others (false).')),
  status: Type.Optional(statusFilter),
  ...eventPlaces,
  include: Type.Optional(idList('Keep only these events, by ID, whatever their dates.')),
  post_parent: Type.Optional(idOf('Keep the events that belong to this one.')),
  ticketed: Type.Optional(flag('Keep events with tickets (true), or those without (false).')),
  password: Type.Optional(
    passwordOfAny('The password of protected events, which the list then shows with their contents.'),
  ),
  ...placeExtensions,
  ...namedPlaces('events'),
  free: Type.Optional(
    flag('Keep events that cost nothing (true), or those that cost something or do not say (false).'),
  ),
  collapse: Type.Optional(
    choice(
      ['series', 'none'],
      'With “series”, of each series only the next date within the dates of the list is in it, and counts; so it is in RSS and JSON Feed, without include and post_parent, unless “none” is sent. Elsewhere all dates are by themselves.',
    ),
  ),
  context: Type.Optional(
    editContext(
      'With “edit”, events that the reader may edit have the word to their reviewers in review_note.',
    ),
  ),
  language: Type.Optional(
    choice(languages, 'The language in which series say how often they are (by default: English).'),
  ),
  event_status: Type.Optional(eventStatusFilter),
  attendance_mode: Type.Optional(attendanceModeFilter),
  author: Type.Optional(
    idList('Keep the events of any of these users, by ID; for those who may write events.'),
  ),
  imported: Type.Optional(
    flag(
      'Keep events that came from imports and are still at their sources (true), or the others (false); for those who may write events.',
    ),
  ),
  orderby: Type.Optional(
    orderBy(
      ['start_date', 'end_date', 'title', 'date', 'modified', 'distance', 'relevance', 'id'],
      'start_date, or date with include',
    ),
  ),
  order: Type.Optional(order),
  q: Type.Optional(
    searchText(
      'Keep events in which every word occurs somewhere: in their title or texts, in the names of their venue, organizers, categories and tags, in the city or the postcode. Otherwise like search.',
    ),
  ),
  access: Type.Optional(
    someOf(
      accessFields,
      'Keep events at a venue that is known to have all of these, and which are not attended online alone.',
    ),
  ),
  time_of_day: Type.Optional(timeOfDay),
  fields: Type.Optional(ownFilterParam('event')),
  venue_fields: Type.Optional(ownFilterParam('venue')),
  registration: Type.Optional(
    choiceList(
      [...registrationStates, 'any'] as const,
      'Keep events for which people register, where that stands in any of these ways, or any at all.',
    ),
  ),
})
export type ListEvents = StaticDecode<typeof listEventsParams>
