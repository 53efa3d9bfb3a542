import { columnsWhere, type NameOf } from '../../fields/declare.ts'
import { eventFields } from '../../fields/events.fields.ts'
import type { EventRow } from '../rows/event.row.ts'
import { soundly } from '../../pure/text/stored.ts'

/** What the occurrences of a series do not get from its template. */
const leftOut = {
  author: 'the series has it',
  date: 'each is published by itself',
  date_utc: 'each is published by itself',
  slug: 'it is made of the day',
  timezone: 'the series has it',
  all_day: 'the series has it',
  start_date: 'each has its own',
  end_date: 'each has its own',
  password: 'the series has it',
  post_parent: 'each has its own',
  series: 'it is what they belong to',
  series_changed: 'it is of each alone',
} as const satisfies Partial<Record<NameOf<typeof eventFields>, string>>

type Columns = Pick<
  EventRow,
  | Extract<keyof EventRow, Exclude<NameOf<typeof eventFields>, keyof typeof leftOut>>
  | 'image_id'
  | 'own'
  | 'cost_kind'
>

/** The columns that they get from it. */
const columns = columnsWhere(eventFields, (_field, name) => !(name in leftOut)).flatMap((column) =>
  // By what costs are counted, goes with them.
  column === 'cost' ? [column, 'cost_kind'] : [column],
) as readonly (keyof Columns)[]

/** What the occurrences of a series get beside their times, their author and their password. */
export interface Template {
  readonly columns: Columns
  /** The slug that each has before its day; empty: that of the title. */
  readonly slug: string
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly terms: readonly { readonly id: number; readonly taxonomy: 'tribe_events_cat' | 'post_tag' }[]
}

/** The columns of an event that are those of its series. */
export function templateColumns(event: EventRow): Template['columns'] {
  return Object.fromEntries(columns.map((name) => [name, event[name]])) as Template['columns']
}

/** The template as it was stored. Throws where that is none, which only others than this program can have written. */
export function templateOf({ template }: { readonly template: string }): Template {
  const read = JSON.parse(template) as Partial<Template> | null
  const lists = [read?.venues, read?.organizers, read?.terms]
  if (!read?.columns || typeof read.slug !== 'string' || !lists.every(Array.isArray))
    throw new TypeError('The template of a series is none.')
  return read as Template
}

/** As {@link templateOf}; undefined where it cannot be read. */
export function templateIfSound(series: { readonly template: string }): Template | undefined {
  return soundly('template', series.template, () => templateOf(series))
}
