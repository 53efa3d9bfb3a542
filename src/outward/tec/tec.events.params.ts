import { Type, type TSchema } from 'typebox'
import type { DateExpression } from '../../pure/calendar/dateExpression.ts'
import type { Zone } from '../../pure/calendar/zone.ts'
import { isNot, type NameOf, type NamesTaken, valuesOf } from '../../fields/declare.ts'
import { eventFields } from '../../fields/events.fields.ts'
import { createEventParams, listEventsParams, updateEventParams } from '../../records/events/events.params.ts'
import type { ListEvents } from '../../records/events/events.params.ts'
import { flag } from '../../pure/params/flags.ts'
import { imageId } from '../../pure/params/image.ts'
import { idList } from '../../pure/params/lists.ts'
import { moment } from '../../pure/params/moments.ts'
import { idOf } from '../../pure/params/numbers.ts'
import { orderBy } from '../../pure/params/orders.ts'
import { wpNames, type WpNames } from '../wp/wp.ts'
import {
  addressOrNull,
  idsOf,
  tecListed,
  tecOrder,
  type TecStatus,
  tecStatus,
  textOnly,
  titleOnly,
  unkept,
  unlessEmpty,
  wallClock,
} from './tec.params.ts'

const bound = (says: string) =>
  Type.Optional(moment(`Keep events that ${says}; a bare date is its midnight in the zone of the site.`))

const orders = ['event_date', 'date', 'title', 'menu_order', 'modified'] as const

/** The list parameters of events. No date is meant by default. */
export const tecEventListParams = Type.Object({
  ...tecListed,
  start_date: bound('start then or later'),
  end_date: bound('end then or before'),
  starts_before: bound('start before'),
  starts_after: bound('start after'),
  ends_before: bound('end before'),
  ends_after: bound('end after'),
  venue: Type.Optional(idList('Keep events at any of these venues.')),
  organizer: Type.Optional(idList('Keep events of any of these organizers.')),
  categories: Type.Optional(unlessEmpty(idList('Keep events in any of these categories or their children.'))),
  tags: Type.Optional(unlessEmpty(idList('Keep events with any of these tags.'))),
  featured: Type.Optional(flag('Keep featured events (true), or the others (false).')),
  post_parent: Type.Optional(idOf('Keep the events that belong to this one.')),
  ticketed: Type.Optional(flag('Keep events with tickets (true), or those without (false).')),
  password: listEventsParams.properties.password,
  orderby: Type.Optional(orderBy(orders, 'event_date')),
  order: Type.Optional(tecOrder),
})

/** The decoded parameters of a list. */
export interface TecEventList extends Pick<
  ListEvents,
  | 'page'
  | 'per_page'
  | 'search'
  | 'include'
  | 'venue'
  | 'organizer'
  | 'categories'
  | 'tags'
  | 'featured'
  | 'post_parent'
  | 'ticketed'
  | 'password'
  | 'order'
> {
  readonly status?: readonly TecStatus[]
  readonly exclude?: readonly number[]
  readonly start_date?: DateExpression
  readonly end_date?: DateExpression
  readonly starts_before?: DateExpression
  readonly starts_after?: DateExpression
  readonly ends_before?: DateExpression
  readonly ends_after?: DateExpression
  readonly orderby?: (typeof orders)[number]
}

/** Fields of events, with the names that they have here. */
export const tecEventNames: WpNames = {
  ...wpNames,
  ...valuesOf(eventFields, ({ tec }) => (isNot(tec) ? undefined : tec)),
}

/** How a field of events is called here. */
type Called<Name extends NameOf<typeof eventFields>> = Name extends keyof typeof wpNames
  ? (typeof wpNames)[Name]
  : (typeof eventFields)['fields'][Name] extends { readonly tec: infer Other extends string }
    ? Other
    : Name

/** The fields of events that are written here, by their names: what is not refused in the declaration has to be among them. */
export type TecEventName = Called<NamesTaken<typeof eventFields, 'tec'>>

const writeParams = (declared: typeof updateEventParams.properties | typeof createEventParams.properties) => {
  const { author, cost, date, date_utc, description, excerpt, featured, slug, sticky, timezone, title } =
    declared
  return {
    title: titleOnly(title),
    content: Type.Optional(textOnly(description)),
    excerpt: Type.Optional(textOnly(excerpt)),
    slug,
    status: Type.Optional(tecStatus),
    date,
    date_gmt: date_utc,
    author,
    featured_media: Type.Optional(imageId),
    ...unkept,
    sticky,
    tags: Type.Optional(idsOf('The IDs of the tags; those of none are left out.')),
    tribe_events_cat: Type.Optional(idsOf('The IDs of the categories.')),
    start_date: Type.Optional(wallClock('The start, in the zone of the event.')),
    end_date: Type.Optional(wallClock('The end, in the zone of the event.')),
    start_date_utc: Type.Optional(wallClock('The start in UTC, where start_date is not sent.')),
    end_date_utc: Type.Optional(wallClock('The end in UTC, where end_date is not sent.')),
    timezone,
    duration: Type.Optional(idOf('The length in seconds, where no end is sent.')),
    all_day: Type.Optional(flag('Whether the event lasts all day.')),
    featured,
    cost: Type.Optional(textOnly(cost)),
    website: Type.Optional(addressOrNull(declared.website)),
    organizers: Type.Optional(idsOf('The IDs of the organizers; those of none are left out.')),
    venues: Type.Optional(idsOf('The ID of the venue; of several the first that there is.')),
    fields: declared.fields,
  } satisfies Readonly<
    Record<
      TecEventName | 'fields' | 'start_date_utc' | 'end_date_utc' | 'duration' | keyof typeof unkept,
      TSchema
    >
  >
}

/** The parameters of making an event. */
export const tecEventCreateParams = Type.Object(writeParams(createEventParams.properties))

const updated = writeParams(updateEventParams.properties)

/** The parameters of changing an event: what is not sent stays. */
export const tecEventUpdateParams = Type.Object({ ...updated, title: Type.Optional(updated.title) })

/** The decoded parameters of a write. */
export interface TecEventWrite {
  readonly start_date?: DateExpression
  readonly end_date?: DateExpression
  readonly start_date_utc?: DateExpression
  readonly end_date_utc?: DateExpression
  readonly timezone?: Zone | null
  readonly duration?: number
  readonly all_day?: boolean
  readonly tags?: readonly number[]
  readonly organizers?: readonly number[]
  readonly venues?: readonly number[]
  readonly [name: string]: unknown
}
