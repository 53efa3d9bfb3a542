import { Type, type TObject } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
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
import { statuses } from '../../pure/params/words.ts'
import {
  added,
  degrees,
  type ExportedFields,
  type ExportOf,
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
} from '../../fields/exported.ts'
import { exportedOf } from '../../fields/fields.exported.ts'
import { eventFields } from '../../fields/events.fields.ts'
import { organizerFields } from '../../fields/organizers.fields.ts'
import { seriesFields } from '../../fields/series.fields.ts'
import { categoryFields } from '../../fields/terms.fields.ts'
import { venueFields } from '../../fields/venues.fields.ts'
import { field } from './exports.fields.ts'
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
} satisfies ExportOf<UsersTable, 'login_folded' | 'email_folded' | OfAccounts>

/** A category, and a tag, which has no colour and is below none. */
const term = exportedOf(
  categoryFields,
  {
    id: id('The ID, of the sequence that categories and tags share.'),
    parent: integer('The ID of the category above it; 0 at the top.', { maximum: largestId }),
  },
  { after: { name: 'id', color: 'parent' } },
) satisfies ExportOf<TermsTable, 'taxonomy' | 'count' | 'name_folded' | 'folded'>

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
} satisfies ExportOf<MediaTable, 'folded'>

/** What is made from others, and links, of all posts; the rest follows from what is declared of each kind. */
const post = {
  id: id('The ID, of the sequence that events, venues, organizers and images share.'),
  author_id: id('The ID of the user whose it is.'),
  status_before: orNull(oneOf(statuses, 'The status before it came into the trash.')),
  date_at: instant('When it is or was published.'),
  date_floating: flag('Whether it never left draft and pending.'),
  date_given: flag('Whether its date was given.'),
  modified_at: instant('The last change.'),
  image_id: orNull(id('The ID of its image.')),
} satisfies Partial<ExportOf<PostColumns>>

/** Where the declared ones come in every export. */
const postOrder = { status: 'author_id', slug: 'status_before', title: 'slug', description: 'title' } as const

const event = exportedOf(
  eventFields,
  {
    ...post,
    uid: orNull(text('Its name in feeds, the same forever.')),
    sequence: integer('Grows with each change of time, place or status (RFC 5545, 3.8.7.4).'),
    start_wall: wall('The start by the clock of its zone.'),
    end_wall: wall('The end by the clock of its zone.'),
    starts_at: instant('The start.'),
    ends_at: instant('The end.'),
    timezone_abbr: text('The letters of the zone’s clock at the start.'),
    cost: list(Type.String(), 'Its costs as they were given.'),
    website: orNull(text('Its own site; empty when it was cleared, null when there never was one.')),
    post_parent: orNull(id('The ID of the event it belongs to.')),
    trashed_at: orNull(instant('When it came into the trash.')),
    previous_starts: list(Type.Integer(), 'The starts before it was rescheduled, in seconds since 1970.'),
    series_id: orNull(id('The ID of the series whose date it is.')),
    series_key: orNull(text('The wall clock at which its series has it, or the day.')),
    series_changed: list(Type.String(), 'The fields that were changed on it alone.'),
  },
  {
    but: { password_digest: 'nobody reads a password' },
    after: {
      ...postOrder,
      all_day: 'ends_at',
      timezone: 'all_day',
      excerpt: 'timezone_abbr',
      show_map: 'post_parent',
      event_status: 'trashed_at',
      attendance_mode: 'previous_starts',
    },
  },
) satisfies ExportOf<
  EventsTable,
  Folded | 'cost_kind' | 'password_digest' | 'registration_taken' | 'registration_shown'
>

const series = exportedOf(
  seriesFields,
  {
    id: id('The ID, of the sequence that events, venues, organizers and images share.'),
    author_id: id('The ID of the user whose it is.'),
    template: object('What its dates get beside their times.'),
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
  },
  {
    but: { end_wall: 'it has a duration', password_digest: 'nobody reads a password' },
    after: { title: 'author_id', timezone: 'template' },
  },
) satisfies ExportOf<SeriesTable, 'password_digest'>

const venue = exportedOf(
  venueFields,
  {
    ...post,
    geocoded_address: orNull(text('The address that a geocoder last dealt with, a line for each part.')),
    geocoded_lat: orNull(degrees(90, 'The latitude that a geocoder set.')),
    geocoded_lng: orNull(degrees(180, 'The longitude that a geocoder set.')),
    geocode_at: orNull(instant('When the geocoder is asked again.')),
  },
  {
    after: {
      ...postOrder,
      address: 'image_id',
      stateprovince: 'state',
      website: 'phone',
      show_map: 'website',
      geo_lat: 'show_map_link',
      step_free: 'geo_lng',
      excerpt: 'geocode_at',
    },
  },
) satisfies ExportOf<VenuesTable, Folded>

const organizer = exportedOf(organizerFields, post, {
  after: { ...postOrder, phone: 'image_id' },
}) satisfies ExportOf<OrganizersTable, Folded>

/** The kinds of records that redirects lead to. */
const redirected = ['category', 'tag', 'venue', 'organizer', 'event'] as const

const redirect = {
  path: text('The address: path and query, decoded, without a slash at the end.'),
  leads_to: oneOf(redirected, 'The kind of the record that it leads to.'),
  id: id('The ID of that record.'),
} satisfies ExportedFields

/** The columns of each kind of record; categories and tags are terms, images are media. */
export const columns = {
  user,
  field,
  category: term,
  tag: term,
  image,
  venue,
  organizer,
  series,
  event,
  ticket,
  redirect,
} as const satisfies Record<string, ExportedFields>

/** The kinds of records, in the order of an export: records come after those that they refer to. */
export const recordKinds = [
  'user',
  'field',
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
    counts: byAnyName(Type.Integer({ minimum: 0 }), {
      description: 'How many records there are, by kind.',
    }),
  },
  { description: 'The last line: without it the export is not whole.' },
)

/** The records between, by kind: a member that is missing or unknown is a fault. */
export const recordSchemas: Readonly<Record<RecordKind, TObject>> = {
  user: schemaOf('user'),
  field: schemaOf('field'),
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
