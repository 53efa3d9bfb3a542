import { columnsOf, type Kind } from '../../fields/declare.ts'
import { eventFields } from '../../fields/events.fields.ts'
import { organizerFields } from '../../fields/organizers.fields.ts'
import { seriesFields } from '../../fields/series.fields.ts'
import { categoryFields } from '../../fields/terms.fields.ts'
import { venueFields } from '../../fields/venues.fields.ts'

/** What is kept of a record: all from which it can be made again as it was, but for what follows from the rest. Of a password nothing is. */
const keptOf = (kind: Kind) => columnsOf(kind).filter((column) => column !== 'password_digest')

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
/** Whether everybody finds an event in the lists (D72). */
export const isListed = (row: string) =>
  `case when ${row}.status = 'publish' and ${row}.password_digest is null and ${row}.hide_from_listings = 0 then 1 else 0 end`
const published = (row: string) => `case when ${row}.status = 'publish' then 1 else 0 end`
const termKind = (row: string) => `case when ${row}.taxonomy = 'post_tag' then 'tag' else 'category' end`

/** The tables whose rows have a history. */
export const logged: readonly Logged[] = [
  {
    table: 'events',
    kind: postKind('event'),
    isPublic: isListed,
    columns: keptOf(eventFields),
    touched: ['modified_at'],
    hasPassword: true,
  },
  {
    table: 'venues',
    kind: postKind('venue'),
    isPublic: published,
    columns: keptOf(venueFields),
    touched: ['modified_at'],
  },
  {
    table: 'organizers',
    kind: postKind('organizer'),
    isPublic: published,
    columns: keptOf(organizerFields),
    touched: ['modified_at'],
  },
  { table: 'terms', kind: termKind, isPublic: () => '1', columns: keptOf(categoryFields), touched: [] },
  {
    table: 'series',
    kind: postKind('series'),
    // It is as public as its dates.
    isPublic: (row) =>
      `case when exists (select 1 from events where events.series_id = ${row}.id and ${isListed('events')} = 1) then 1 else 0 end`,
    columns: keptOf(seriesFields),
    touched: ['modified_at'],
    hasPassword: true,
  },
]
