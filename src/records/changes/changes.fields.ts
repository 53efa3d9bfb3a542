import type { Kind } from '../../fields/declare.ts'
import { eventFields } from '../../fields/events.fields.ts'
import type { Field, Shape } from '../../fields/field.ts'
import { organizerFields } from '../../fields/organizers.fields.ts'
import { seriesFields } from '../../fields/series.fields.ts'
import { categoryFields } from '../../fields/terms.fields.ts'
import { typeOf } from '../../fields/types.ts'
import { venueFields } from '../../fields/venues.fields.ts'
import { instantOf } from '../../pure/calendar/text.ts'
import { factOf } from '../../pure/params/flags.ts'
import { isNumber, storedJson, storedList } from '../../pure/text/stored.ts'
import type { HistoryKind } from '../../storage/schema/tables.history.ts'

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

type Columns = ReadonlyMap<string, LoggedColumn>

/** What is told of the columns of a kind, as its fields are declared. */
function columnsOf({ fields, names }: Kind): Columns {
  return new Map(names.flatMap((name) => columnsOfField(name, fields[name] as Field)))
}

function columnsOfField(name: string, field: Field): [string, LoggedColumn][] {
  const { told = name, unit = told, shape = typeOf(field).shape, column = told, beside = {} } = field
  const own: LoggedColumn = {
    field: told,
    unit,
    shape,
    ...(field.hidden ? { isHidden: true } : {}),
    ...(field.soft ? { isSoft: true } : {}),
  }
  const others = Object.entries(beside).map(([other, otherShape]): [string, LoggedColumn] => [
    other,
    { field: other, unit, shape: otherShape, isHidden: true },
  ])
  return [[column ?? told, own], ...others]
}

const columns: Readonly<Record<HistoryKind, Columns>> = {
  event: columnsOf(eventFields),
  venue: columnsOf(venueFields),
  organizer: columnsOf(organizerFields),
  category: columnsOf(categoryFields),
  // They are rows of one table.
  tag: columnsOf(categoryFields),
  series: columnsOf(seriesFields),
}

/** Before the names of fields that the calendar has declared, which the history tells as if each had a column. */
const own = 'own.'

/** The column of such a field. */
export const ownColumn = (name: string) => own + name

/** The name of the field of a column, if it is one of these. */
export function ownNameIn(column: string): string | undefined {
  return column.startsWith(own) ? column.slice(own.length) : undefined
}

/** What is told of a column; one that nothing is told of is about the program. */
export function columnOf(kind: HistoryKind, column: string): LoggedColumn {
  const name = ownNameIn(column)
  // Each goes back by itself, and what was changed since stays.
  if (name !== undefined)
    return { field: `fields.${name}`, unit: `fields.${name}`, shape: 'json', isSoft: true }
  return (
    columns[kind].get(column) ?? { field: column, unit: column, shape: 'text', isHidden: true, isSoft: true }
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
