import Type, { type TObject } from 'typebox'
import {
  type EventsTable,
  type MediaTable,
  type OrganizersTable,
  type PostColumns,
  roles,
  type SeriesTable,
  type TermsTable,
  type VenuesTable,
} from '../../storage/schema/tables.ts'
import type { UsersTable } from '../../storage/schema/tables.users.ts'
import {
  attendanceModes,
  colorNames,
  eventStatuses,
  onlineUrlAudiences,
  statuses,
} from '../../pure/params/words.ts'
import {
  added,
  degrees,
  fact,
  type Fields,
  type FieldsOf,
  flag,
  id,
  instant,
  integer,
  largestId,
  list,
  object,
  oneOf,
  orNull,
  schemasOf,
  text,
  wall,
} from './exports.fields.ts'
import { ticket } from './exports.tickets.ts'

/** The version of the format: it grows when older exports can no longer be read. */
export const formatVersion = 1

/** The value that identifies the first line of an export. */
export const headerKind = 'kalends-export'

/** Whether a text begins like an export. */
export function isExport(beginning: string): boolean {
  return /^\s*\{\s*"kind"\s*:\s*"kalends-export"/.test(beginning)
}

/** Columns that are made from others, and so are not written. */
type Folded = 'folded' | 'title_folded'

/** What belongs to an account rather than to the authors of a calendar: what opens it stays where it is. */
type OfAccounts =
  | 'password_hash'
  | 'locale'
  | 'seen_at'
  | 'slug'
  | 'first_name'
  | 'last_name'
  | 'nickname'
  | 'url'
  | 'description'

const user = {
  id: id('The ID.'),
  login: text('What the user logs in with.'),
  email: text('The e-mail address.'),
  name: text('The name shown.'),
  role: oneOf(roles, 'What the user may do.'),
  created_at: instant('When the user was made.'),
} satisfies FieldsOf<UsersTable, 'login_folded' | 'email_folded' | OfAccounts>

const term = {
  id: id('The ID, of the sequence that categories and tags share.'),
  name: text('The name, plain.'),
  slug: text('The slug.'),
  description: text('The description.'),
  parent: integer('The ID of the category above it; 0 at the top.', { maximum: largestId }),
  color: orNull(oneOf(colorNames, 'Of a category: the colour that was chosen for it.')),
} satisfies FieldsOf<TermsTable, 'taxonomy' | 'count' | 'name_folded' | 'folded'>

const storedSize = Type.Object(
  {
    name: Type.String(),
    file: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
    filesize: Type.Integer(),
  },
  { additionalProperties: false },
)

const image = {
  id: id('The ID, of the sequence that events, venues, organizers and images share.'),
  author_id: id('The ID of the user who brought it.'),
  date_at: instant('When it was brought.'),
  modified_at: instant('The last change.'),
  title: text('The title.'),
  alt_text: text('What it shows.'),
  caption: text('The caption.'),
  credit: text('Whose it is.'),
  file: text('The file that is shown, below the folder of files.'),
  mime_type: text('The media type of the file.'),
  width: integer('In pixels.'),
  height: integer('In pixels.'),
  filesize: integer('In bytes.', { maximum: Number.MAX_SAFE_INTEGER }),
  original_file: text('The upload, when it was too large to be shown as it is; else empty.'),
  sizes: list(storedSize, 'The smaller sizes, in order.'),
  digest: text('SHA-256 of what was uploaded or fetched, hexadecimal.'),
  focus_x: orNull(
    integer('What stays in sight where it is cropped: per cent of its width from the left.', {
      maximum: 100,
    }),
  ),
  focus_y: orNull(integer('Likewise, per cent of its height from the top.', { maximum: 100 })),
  decorative: flag('Whether nothing is lost without it.'),
} satisfies FieldsOf<MediaTable, 'folded'>

const post = {
  id: id('The ID, of the sequence that events, venues, organizers and images share.'),
  author_id: id('The ID of the user whose it is.'),
  status: oneOf(statuses, 'The status.'),
  status_before: orNull(oneOf(statuses, 'The status before it came into the trash.')),
  slug: text('The slug; empty while there is none yet.'),
  title: text('The title, HTML.'),
  description: text('The description, HTML.'),
  date_at: instant('When it is or was published.'),
  date_floating: flag('Whether it never left draft and pending.'),
  date_given: flag('Whether its date was given.'),
  modified_at: instant('The last change.'),
  image_id: orNull(id('The ID of its image.')),
} satisfies FieldsOf<PostColumns, Folded>

const event = {
  ...post,
  uid: orNull(text('Its name in feeds, the same forever.')),
  sequence: integer('Grows with each change of time, place or status (RFC 5545, 3.8.7.4).'),
  start_wall: wall('The start by the clock of its zone.'),
  end_wall: wall('The end by the clock of its zone.'),
  starts_at: instant('The start.'),
  ends_at: instant('The end.'),
  all_day: flag('Whether it takes whole days.'),
  timezone: text('The zone as it was given.'),
  timezone_abbr: text('The letters of the zone’s clock at the start.'),
  excerpt: text('The excerpt, HTML.'),
  cost: list(Type.String(), 'Its costs as they were given.'),
  website: orNull(text('Its own site; empty when it was cleared, null when there never was one.')),
  post_parent: orNull(id('The ID of the event it belongs to.')),
  show_map: flag('Whether a map is shown.'),
  show_map_link: flag('Whether a link to a map is shown.'),
  hide_from_listings: flag('Whether lists leave it out.'),
  sticky: flag('Whether it comes first in lists of a day.'),
  featured: flag('Whether it is featured.'),
  trashed_at: orNull(instant('When it came into the trash.')),
  event_status: oneOf(eventStatuses, 'Whether it takes place as announced.'),
  event_status_reason: text('Why not, plain.'),
  previous_starts: list(Type.Integer(), 'The starts before it was rescheduled, in seconds since 1970.'),
  attendance_mode: oneOf(attendanceModes, 'How people attend.'),
  online_url: text('Where it is attended online; empty for nowhere.'),
  online_url_shown: oneOf(onlineUrlAudiences, 'To whom that address is shown.'),
  series_id: orNull(id('The ID of the series whose date it is.')),
  series_key: orNull(text('The wall clock at which its series has it, or the day.')),
  series_changed: list(Type.String(), 'The fields that were changed on it alone.'),
} satisfies FieldsOf<EventsTable, Folded | 'cost_kind' | 'password_digest'>

const series = {
  id: id('The ID, of the sequence that events, venues, organizers and images share.'),
  author_id: id('The ID of the user whose it is.'),
  title: text('The title of its dates, HTML.'),
  template: object('What its dates get beside their times.'),
  timezone: text('The zone as it was given.'),
  all_day: flag('Whether its dates take whole days.'),
  start_wall: wall('The start of its first date by the clock of its zone.'),
  duration: integer('How long a date lasts: in seconds, or of whole days in days.', {
    maximum: Number.MAX_SAFE_INTEGER,
  }),
  recurrence: list(Type.String(), 'The lines of its recurrence, on its own clock.'),
  laid_until: orNull(text('Up to when its dates are laid out; null: all are.')),
  rule_from: orNull(text('From when on its rule is followed, where its first date is a later one.')),
  created_at: instant('When it was made.'),
  modified_at: instant('The last change.'),
  continues: added(orNull(id('The ID of the series that it goes on from since that was split.')), null),
  sequence: added(integer('How often its dates have changed.', { minimum: 0 }), 0),
} satisfies FieldsOf<SeriesTable, 'password_digest'>

const venue = {
  ...post,
  address: text('The street.'),
  city: text('The city.'),
  country: text('The country.'),
  province: text('The province.'),
  state: text('The state.'),
  stateprovince: text('The state or the province.'),
  zip: text('The postal code.'),
  phone: text('The telephone number.'),
  website: text('Its own site.'),
  show_map: flag('Whether a map is shown.'),
  show_map_link: flag('Whether a link to a map is shown.'),
  geo_lat: orNull(degrees(90, 'The latitude, WGS 84.')),
  geo_lng: orNull(degrees(180, 'The longitude, WGS 84.')),
  step_free: added(fact('Whether people get in without steps.'), 'unknown'),
  accessible_toilet: added(fact('Whether there is a toilet for people in wheelchairs.'), 'unknown'),
  hearing_loop: added(fact('Whether there is a hearing loop.'), 'unknown'),
  geocoded_address: orNull(text('The address that a geocoder last dealt with, a line for each part.')),
  geocoded_lat: orNull(degrees(90, 'The latitude that a geocoder set.')),
  geocoded_lng: orNull(degrees(180, 'The longitude that a geocoder set.')),
  geocode_at: orNull(instant('When the geocoder is asked again.')),
  excerpt: added(text('The excerpt, HTML.'), ''),
} satisfies FieldsOf<VenuesTable, Folded>

const organizer = {
  ...post,
  phone: text('The telephone number.'),
  website: text('Its own site.'),
  email: text('The e-mail address.'),
  excerpt: added(text('The excerpt, HTML.'), ''),
} satisfies FieldsOf<OrganizersTable, Folded>

/** The kinds of records that redirects lead to. */
const redirected = ['category', 'tag', 'venue', 'organizer', 'event'] as const

const redirect = {
  path: text('The address: path and query, decoded, without a slash at the end.'),
  leads_to: oneOf(redirected, 'The kind of the record that it leads to.'),
  id: id('The ID of that record.'),
} satisfies Fields

/** The columns of each kind of record; categories and tags are terms, images are media. */
export const columns = {
  user,
  category: term,
  tag: term,
  image,
  venue,
  organizer,
  series,
  event,
  ticket,
  redirect,
} as const satisfies Record<string, Fields>

/** The kinds of records, in the order of an export: records come after those that they refer to. */
export const recordKinds = [
  'user',
  'category',
  'tag',
  'image',
  'venue',
  'organizer',
  'series',
  'event',
  'redirect',
] as const
export type RecordKind = (typeof recordKinds)[number]

const ids = (description: string) =>
  Type.Array(Type.Integer({ minimum: 1, maximum: largestId }), { description })

/** The members that records have beside their columns. */
const besides: Readonly<Partial<Record<RecordKind, Parameters<typeof Type.Object>[0]>>> = {
  image: {
    sources: Type.Array(Type.String(), { description: 'The addresses that it was fetched from.' }),
  },
  series: {
    is_protected: Type.Boolean({ description: 'Whether its dates have a password.' }),
  },
  event: {
    is_protected: Type.Boolean({
      description:
        'Whether it has a password. The password is not in the export: read back, nobody knows it.',
    }),
    categories: ids('The IDs of its categories.'),
    tags: ids('The IDs of its tags.'),
    venues: ids('The IDs of its venues, in order.'),
    organizers: ids('The IDs of its organizers, in order.'),
    tickets: Type.Array(Type.Object(schemasOf(ticket), { additionalProperties: false }), {
      description: 'Its tickets, those in the trash too.',
    }),
  },
}

/** The first line. */
export const header = Type.Object(
  {
    kind: Type.Literal(headerKind),
    version: Type.Integer({ minimum: 1, description: 'The version of the format.' }),
    calendar: Type.String({
      description: 'Which calendar it is of: a name that it has for itself, the same in all of its exports.',
    }),
    program: Type.String({ description: 'The version of Kalends that wrote it.' }),
    exported_at: instant('The moment that it shows.').schema,
  },
  { description: 'The first line.' },
)

/** The last line: without it the export is incomplete. */
export const trailer = Type.Object(
  {
    kind: Type.Literal('end'),
    counts: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      description: 'How many records there are, by kind.',
    }),
  },
  { description: 'The last line: without it the export is not whole.' },
)

/** The records between, by kind: a member that is missing or unknown is a fault. */
export const recordSchemas: Readonly<Record<RecordKind, TObject>> = {
  user: schemaOf('user'),
  category: schemaOf('category'),
  tag: schemaOf('tag'),
  image: schemaOf('image'),
  venue: schemaOf('venue'),
  organizer: schemaOf('organizer'),
  series: schemaOf('series'),
  event: schemaOf('event'),
  redirect: schemaOf('redirect'),
}

function schemaOf(kind: RecordKind): TObject {
  return Type.Object(
    { kind: Type.Literal(kind), ...schemasOf(columns[kind]), ...besides[kind] },
    { additionalProperties: false },
  )
}

/** A line of an export. */
export const lineRecord = Type.Union([header, ...recordKinds.map((kind) => recordSchemas[kind]), trailer])

/** The JSON Schema of a line of an export (docs/export.schema.json). */
export function lineSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `A line of an export of Kalends, version ${formatVersion}`,
    ...lineRecord,
  }
}
