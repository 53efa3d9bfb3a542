import { instantOf } from '../../pure/calendar/text.ts'
import { factOf } from '../../pure/params/flags.ts'
import { isNumber, storedJson, storedList } from '../../pure/text/stored.ts'
import type { HistoryKind } from '../../storage/schema/tables.history.ts'

/** How a column that was kept as text is stored, and shown. */
type Shape = 'text' | 'number' | 'flag' | 'fact' | 'list' | 'moment' | 'json'

/** A column of which the history tells. */
export interface LoggedColumn {
  /** The name of the field, as writes call it. */
  readonly field: string
  /** What goes back together with it: a time is nothing without its zone. */
  readonly unit: string
  readonly shape: Shape
  /** It follows from others, or is about the program: it goes back, and is not shown. */
  readonly isHidden?: true
  /** Where it has changed since, it stays as it is, and nobody is asked. */
  readonly isSoft?: true
}

type Columns = Readonly<Record<string, LoggedColumn>>

const plain = (shape: Shape, ...names: string[]): Columns =>
  Object.fromEntries(names.map((name) => [name, { field: name, unit: name, shape }]))

const hidden = (unit: string, shape: Shape, ...names: string[]): Columns =>
  Object.fromEntries(names.map((name) => [name, { field: name, unit, shape, isHidden: true as const }]))

const post: Columns = {
  ...plain('text', 'slug', 'title', 'description', 'status'),
  ...hidden('title', 'text', 'title_folded'),
  ...hidden('status', 'text', 'status_before'),
  ...hidden('status', 'number', 'date_floating', 'date_given'),
  author_id: { field: 'author', unit: 'author', shape: 'number' },
  date_at: { field: 'date_utc', unit: 'status', shape: 'moment' },
  image_id: { field: 'image', unit: 'image', shape: 'number' },
}

const times: Columns = {
  start_wall: { field: 'start_date', unit: 'start_date', shape: 'text' },
  end_wall: { field: 'end_date', unit: 'start_date', shape: 'text' },
  timezone: { field: 'timezone', unit: 'start_date', shape: 'text' },
  all_day: { field: 'all_day', unit: 'start_date', shape: 'flag' },
}

const events: Columns = {
  ...post,
  ...times,
  ...hidden('start_date', 'text', 'timezone_abbr', 'previous_starts'),
  ...hidden('start_date', 'number', 'starts_at', 'ends_at'),
  ...hidden('status', 'number', 'trashed_at'),
  ...plain('text', 'excerpt', 'website', 'event_status', 'event_status_reason'),
  ...plain('text', 'attendance_mode', 'online_url', 'online_url_shown'),
  ...plain('flag', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'),
  ...plain('number', 'post_parent'),
  ...plain('list', 'cost', 'venue', 'organizer'),
  ...hidden('cost', 'number', 'cost_kind'),
  terms: { field: 'terms', unit: 'terms', shape: 'list' },
  series_id: { field: 'series', unit: 'series', shape: 'number' },
  ...hidden('series', 'text', 'series_key'),
  series_changed: { field: 'series_changed', unit: 'series', shape: 'text', isHidden: true, isSoft: true },
  password_digest: { field: 'password', unit: 'password', shape: 'text' },
}

const venues: Columns = {
  ...post,
  ...plain('text', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website'),
  ...plain('text', 'stateprovince', 'excerpt'),
  ...plain('flag', 'show_map', 'show_map_link'),
  ...plain('fact', 'step_free', 'accessible_toilet', 'hearing_loop'),
  geo_lat: { field: 'geo_lat', unit: 'geo_lat', shape: 'number' },
  geo_lng: { field: 'geo_lng', unit: 'geo_lat', shape: 'number' },
}

const terms: Columns = {
  ...plain('text', 'name', 'slug', 'description', 'color'),
  ...plain('number', 'parent'),
  ...hidden('name', 'text', 'name_folded', 'folded'),
}

const series: Columns = {
  ...plain('text', 'title'),
  ...times,
  ...plain('number', 'duration'),
  ...plain('list', 'recurrence'),
  ...hidden('recurrence', 'text', 'rule_from'),
  author_id: { field: 'author', unit: 'author', shape: 'number' },
  template: { field: 'template', unit: 'template', shape: 'json', isHidden: true },
  laid_until: { field: 'laid_until', unit: 'recurrence', shape: 'text', isHidden: true, isSoft: true },
  password_digest: { field: 'password', unit: 'password', shape: 'text' },
}

const columnsOf: Readonly<Record<HistoryKind, Columns>> = {
  event: events,
  venue: venues,
  organizer: { ...post, ...plain('text', 'phone', 'website', 'email', 'excerpt') },
  category: terms,
  tag: terms,
  series,
}

/** What is told of a column; one that nothing is told of is about the program. */
export function columnOf(kind: HistoryKind, column: string): LoggedColumn {
  return (
    columnsOf[kind][column] ?? { field: column, unit: column, shape: 'text', isHidden: true, isSoft: true }
  )
}

/** The value of a column as it is stored, made from the text that was kept of it. */
export function storedValue(kind: HistoryKind, column: string, was: string | null): string | number | null {
  const { shape } = columnOf(kind, column)
  if (was === null) return null
  return ['number', 'flag', 'fact', 'moment'].includes(shape) ? Number(was) : was
}

/** The ids of links as they were kept. */
export function idsIn(was: string | null): readonly number[] {
  return was === null ? [] : storedList('was', was, isNumber)
}

/** The value of a column as people are told it; `value`: as it is stored, or the text that was kept of it. */
export function shownValue(kind: HistoryKind, column: string, value: string | number | null): unknown {
  const { shape, field } = columnOf(kind, column)
  // Of passwords nothing is told but that there is one.
  if (field === 'password') return value !== null
  if (value === null) return null
  return shown[shape](value)
}

const shown: Readonly<Record<Shape, (value: string | number) => unknown>> = {
  flag: (value) => Number(value) === 1,
  fact: (value) => factOf(Number(value)) ?? null,
  number: Number,
  moment: (value) => instantOf(Number(value)).toString(),
  list: (value) => (value === '' ? [] : (storedJson('was', String(value)) ?? [])),
  json: (value) => storedJson('was', String(value)) ?? null,
  text: String,
}
