import { ownOf, type OwnKind, ownKinds, type OwnValue, storedOwn } from '../../fields/own/declaration.ts'
import { isTaken } from '../../fields/own/values.ts'
import { storedJson } from '../../pure/text/stored.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { readDeclarations } from '../own/own.query.ts'
import { ownColumn, ownNameIn } from './changes.fields.ts'
import type { Kept, Stored } from './changes.query.ts'

// The history keeps what a record says of the fields of its calendar as one text. It is told, and goes back, field by field: here it is taken
// apart, as if each field had a column, and put together again.

/** What was kept of a record, the oldest first, with each field of the calendar by itself. */
export function apart(kept: readonly Kept[], stored: Stored | undefined): readonly Kept[] {
  const whole = kept.filter(({ field }) => field === 'own')
  if (whole.length === 0) return kept
  return kept.flatMap((row) => {
    const at = whole.indexOf(row)
    if (at === -1) return [row]
    const later = whole[at + 1]
    const [was, became] = [row.was, later ? later.was : stored?.['own']].map((text) =>
      ownOf(String(text ?? '')),
    )
    const names = new Set([...Object.keys(was ?? {}), ...Object.keys(became ?? {})])
    return [...names].flatMap((name) => {
      const [before, after] = [textOf(was?.[name]), textOf(became?.[name])]
      return before === after ? [] : [{ ...row, field: ownColumn(name), was: before }]
    })
  })
}

/** The record as it is, with each field of the calendar by itself. */
export function storedApart(stored: Stored): Stored {
  const own = Object.entries(ownOf(String(stored['own'] ?? '')))
  return { ...stored, ...Object.fromEntries(own.map(([name, value]) => [ownColumn(name), textOf(value)])) }
}

const textOf = (value: OwnValue | undefined) => (value === undefined ? null : JSON.stringify(value))

type Columns = ReadonlyMap<string, string | null>

/** What is stored of fields of the calendar once some have gone back; no member where none has. */
export function ownBack(columns: Columns, stored: string): { own?: string } {
  const back = [...columns].flatMap(([column, was]): [string, unknown][] => {
    const name = ownNameIn(column)
    return name === undefined ? [] : [[name, was === null ? undefined : storedJson('was', was)]]
  })
  if (back.length === 0) return {}
  const values = Object.entries({ ...ownOf(stored), ...Object.fromEntries(back) })
  const said = values.filter((one): one is [string, OwnValue] => one[1] !== undefined)
  return { own: storedOwn(Object.fromEntries(said)) }
}

/** Those of the columns whose values no field of the calendar takes any more: it was removed, or an option of it. */
export async function goneColumns(db: Reader, kind: string, columns: Columns): Promise<readonly string[]> {
  const own = [...columns].filter(([column, was]) => was !== null && ownNameIn(column) !== undefined)
  if (own.length === 0 || !isOwnKind(kind)) return []
  const declared = await readDeclarations(db)
  return own.flatMap(([column, was]) => {
    const field = declared.find(({ name, kinds }) => name === ownNameIn(column) && kinds.includes(kind))
    const fits = field !== undefined && isTaken(field, storedJson('was', was ?? ''))
    return fits ? [] : [column]
  })
}

function isOwnKind(kind: string): kind is OwnKind {
  return ownKinds.some((one) => one === kind)
}
