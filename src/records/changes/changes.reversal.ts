import type { HistoryKind } from '../../storage/schema/tables.history.ts'
import { columnOf, idsIn, storedValue } from './changes.fields.ts'
import { apart, storedApart } from './changes.own.ts'
import type { Kept, Stored } from './changes.query.ts'

/** What would go back to what it was. */
export interface Back {
  /** The columns with what was kept of them. */
  readonly columns: ReadonlyMap<string, string | null>
  /** The fields, as people call them. */
  readonly fields: readonly string[]
  /** Those of them that have changed since, and are not what they were. */
  readonly conflicts: readonly string[]
  /** What stays as it is, and nobody is asked: it was changed since, or has no place any more. */
  readonly left?: readonly string[]
}

/** The transactions that are to be taken back. */
interface Taken {
  readonly kind: HistoryKind
  readonly stored: Stored
  /** All that was kept of the record from the first of them on, the oldest first. */
  readonly kept: readonly Kept[]
  readonly isTaken: (revision: number) => boolean
}

/** What transactions have changed of a record, and what has been changed since. Passwords were not kept, and so do not go back. */
export function backOf({ kind, isTaken, ...taken }: Taken): Back & { readonly units: readonly Unit[] } {
  const kept = apart(taken.kept, taken.stored)
  const stored = storedApart(taken.stored)
  const before = new Map<string, string | null>()
  const since = new Set<string>()
  // What the last of them had made of it.
  const made = new Map<string, string | null>()
  for (const { revision, field, was } of kept) {
    if (field === 'password_digest') continue
    if (isTaken(revision)) {
      if (!before.has(field)) before.set(field, was)
      made.delete(field)
    } else if (before.has(field)) {
      since.add(field)
      if (!made.has(field)) made.set(field, was)
    }
  }
  // Where what was changed since has gone back itself, nothing has.
  const isAsMade = (column: string) => isSame(kind, column, stored, made.get(column) ?? null)
  const isBack = (column: string) => made.has(column) && isAsMade(column)
  const isOther = (column: string) =>
    since.has(column) &&
    !columnOf(kind, column).isSoft &&
    !isBack(column) &&
    !isSame(kind, column, stored, before.get(column) ?? null)
  const units = [...Map.groupBy(before.keys(), (column) => columnOf(kind, column).unit)].map(
    ([name, columns]): Unit => {
      const shown = columns.map((column) => columnOf(kind, column)).filter(({ isHidden }) => !isHidden)
      return {
        name,
        fields: shown.map(({ field }) => field),
        // What only goes along stays as it is where something else has been made of it since.
        columns: columns.filter(
          (column) => !(since.has(column) && columnOf(kind, column).isSoft && !isBack(column)),
        ),
        isInConflict: columns.some(isOther),
        before,
      }
    },
  )
  return { ...joined(units, before), units }
}

/** Columns that go back together. */
export interface Unit {
  readonly name: string
  readonly fields: readonly string[]
  readonly columns: readonly string[]
  readonly isInConflict: boolean
  readonly before: ReadonlyMap<string, string | null>
}

/** The units that any of the fields is of. */
export function chosen(units: readonly Unit[], fields: readonly string[] | undefined): Back {
  const some = fields ? units.filter((unit) => unit.fields.some((field) => fields.includes(field))) : units
  return joined(some, units[0]?.before ?? new Map())
}

/** Those of the units that have not changed since. */
export function unchanged(units: readonly Unit[]): Back {
  return joined(
    units.filter(({ isInConflict }) => !isInConflict),
    units[0]?.before ?? new Map(),
  )
}

function joined(units: readonly Unit[], before: ReadonlyMap<string, string | null>): Back {
  const told = ({ fields, name }: Pick<Unit, 'fields' | 'name'>) => (fields.length > 0 ? fields : [name])
  return {
    columns: new Map(
      units.flatMap(({ columns }) => columns.map((column) => [column, before.get(column) ?? null] as const)),
    ),
    fields: units.filter(({ columns }) => columns.length > 0).flatMap(({ fields }) => fields),
    left: units.filter(({ columns }) => columns.length === 0).flatMap(({ fields }) => fields),
    conflicts: units.filter(({ isInConflict }) => isInConflict).flatMap(told),
  }
}

/** Whether a column is what was kept of it. */
export function isSame(kind: HistoryKind, column: string, stored: Stored, was: string | null): boolean {
  const now = stored[column] ?? null
  if (column === 'venue' || column === 'organizer' || column === 'terms')
    return idsIn(String(now)).join() === idsIn(was).join()
  return now === storedValue(kind, column, was)
}

/** The fields, as people call them, that are others than when a record was made: what has gone back itself is not. */
export function othersSince({
  kind,
  ...taken
}: Pick<Taken, 'kind' | 'stored'> & { readonly since: readonly Kept[] }): readonly string[] {
  const since = apart(taken.since, taken.stored)
  const stored = storedApart(taken.stored)
  const made = new Map<string, string | null>()
  for (const { field, was } of since) if (!made.has(field)) made.set(field, was)
  const others = [...made].filter(([column, was]) => !isSame(kind, column, stored, was))
  const shown = others.map(([column]) => columnOf(kind, column)).filter(({ isHidden }) => !isHidden)
  return [...new Set(shown.map(({ field }) => field))]
}
