import type { EventRow } from '../events/events.row.ts'
import { soundly } from '../../pure/text/stored.ts'

/** The columns that the occurrences of a series get from it. */
const columns = [
  'title',
  'description',
  'excerpt',
  'status',
  'image_id',
  'cost',
  'cost_kind',
  'website',
  'show_map',
  'show_map_link',
  'hide_from_listings',
  'sticky',
  'featured',
  'event_status',
  'event_status_reason',
  'attendance_mode',
  'online_url',
  'online_url_shown',
] as const satisfies readonly (keyof EventRow)[]

/** What the occurrences of a series get beside their times, their author and their password. */
export interface Template {
  readonly columns: Pick<EventRow, (typeof columns)[number]>
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
