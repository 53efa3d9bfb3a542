const post = [
  'author_id',
  'status',
  'status_before',
  'slug',
  'title',
  'title_folded',
  'description',
  'date_at',
  'date_floating',
  'date_given',
  'image_id',
]

/** What is kept of an event: all from which it can be made again as it was, but for what follows from the rest. */
const ofEvents = [
  ...post,
  'excerpt',
  'post_parent',
  'all_day',
  'timezone',
  'timezone_abbr',
  'start_wall',
  'end_wall',
  'starts_at',
  'ends_at',
  'cost',
  'cost_kind',
  'website',
  'show_map',
  'show_map_link',
  'hide_from_listings',
  'sticky',
  'featured',
  'trashed_at',
  'event_status',
  'event_status_reason',
  'previous_starts',
  'attendance_mode',
  'online_url',
  'online_url_shown',
  'series_id',
  'series_key',
  'series_changed',
]

const ofVenues = [
  ...post,
  'address',
  'city',
  'country',
  'province',
  'state',
  'zip',
  'phone',
  'website',
  'stateprovince',
  'show_map',
  'show_map_link',
  'geo_lat',
  'geo_lng',
  'step_free',
  'accessible_toilet',
  'hearing_loop',
]

const ofOrganizers = [...post, 'phone', 'website', 'email']

const ofTerms = ['name', 'name_folded', 'slug', 'description', 'parent', 'color', 'folded']

const ofSeries = [
  'author_id',
  'title',
  'template',
  'timezone',
  'all_day',
  'start_wall',
  'duration',
  'recurrence',
  'laid_until',
  'rule_from',
]

/** What a table’s rows are called, when one is public, and which of its columns are kept. */
export interface Logged {
  readonly table: string
  /** In SQL, of the row `new` or `old`. */
  readonly kind: (row: 'new' | 'old') => string
  readonly isPublic: (row: 'new' | 'old') => string
  readonly columns: readonly string[]
  /** Columns that make an entry without being kept: something is said anew, though no field of it differs. */
  readonly touched: readonly string[]
  readonly hasPassword?: true
}

const postKind = (name: string) => () => `'${name}'`
const published = (row: string) => `case when ${row}.status = 'publish' then 1 else 0 end`
const termKind = (row: string) => `case when ${row}.taxonomy = 'post_tag' then 'tag' else 'category' end`

/** The tables whose rows have a history. */
export const logged: readonly Logged[] = [
  {
    table: 'events',
    kind: postKind('event'),
    isPublic: (row) =>
      `case when ${row}.status = 'publish' and ${row}.password_digest is null then 1 else 0 end`,
    columns: ofEvents,
    touched: ['modified_at'],
    hasPassword: true,
  },
  {
    table: 'venues',
    kind: postKind('venue'),
    isPublic: published,
    columns: ofVenues,
    touched: ['modified_at'],
  },
  {
    table: 'organizers',
    kind: postKind('organizer'),
    isPublic: published,
    columns: ofOrganizers,
    touched: ['modified_at'],
  },
  { table: 'terms', kind: termKind, isPublic: () => '1', columns: ofTerms, touched: [] },
  {
    table: 'series',
    kind: postKind('series'),
    isPublic: () => '1',
    columns: ofSeries,
    touched: ['modified_at'],
    hasPassword: true,
  },
]
