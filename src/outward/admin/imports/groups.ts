import { namesWhere } from '../../../fields/declare.ts'
import { venueFields } from '../../../fields/venues.fields.ts'
import type { Preview } from './asks.ts'

/** What columns are about, in the order in which they are shown. */
export const groups = ['what', 'when', 'where', 'who', 'rest'] as const
export type Group = (typeof groups)[number]

/** As many columns stand side by side; more are shown by what they are about. */
const mostBeside = 12

const when = /^(?:date|start|end|duration|all_day|timezone|(?:utc_)?(?:start|end)_(?:date|time)|recurrence)$/
const where = /^(?:venue|address|state$|latitude$|longitude$|show_map)/
const ofVenues: ReadonlySet<string> = new Set(
  namesWhere(venueFields, ({ section }) => section === 'first' || section === 'access'),
)

/** What a column is about, by the field that it holds. */
export function groupOf(field: string | null): Group {
  if (field === null) return 'rest'
  if (when.test(field)) return 'when'
  if (where.test(field) || ofVenues.has(field)) return 'where'
  return field.startsWith('organizer') ? 'who' : 'what'
}

/** Some columns, by their places in the table. */
export interface ColumnGroup {
  /** What they are about; undefined where all columns stand together. */
  readonly is: Group | undefined
  readonly columns: readonly number[]
}

/** The columns of a table in groups: one of all where they are few. Those that hold nothing known come last. */
export function groupsOf(columns: Preview['columns']): readonly ColumnGroup[] {
  if (columns.length <= mostBeside) return [{ is: undefined, columns: columns.map((_, at) => at) }]
  return groups.flatMap((is) => {
    const own = columns.flatMap(({ field }, at) => (groupOf(field) === is ? [at] : []))
    return own.length === 0 ? [] : [{ is, columns: own }]
  })
}
