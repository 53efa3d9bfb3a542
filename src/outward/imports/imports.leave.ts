import { Type } from 'typebox'
import { isObject } from '../../pure/params/lists.ts'
import { Fault, isEmpty, parameter, quote } from '../../pure/params/parameter.ts'
import { timesTogether } from './imports.digest.ts'
import { nameOf } from './imports.keys.ts'
import type { SourceKey } from './imports.record.ts'
import { importKinds, type ImportKind } from '../../storage/schema/tables.imports.ts'

/** What of an import is not taken: by the names of records their fields, or all of them. */
export type Left = ReadonlyMap<string, ReadonlySet<string> | 'all'>

/** How many changes can be left: a dry run tells of fewer. */
const mostLeft = 1000

/** Fields of a record by the columns that dry runs tell of. */
const membersOf: Readonly<Record<string, readonly string[]>> = {
  start_wall: timesTogether,
  end_wall: timesTogether,
  terms: ['categories', 'tags'],
  image_id: ['image'],
  ...Object.fromEntries(timesTogether.map((name) => [name, timesTogether])),
}

/** Reads what is not to be taken. */
export const leave = parameter(
  Type.Array(
    Type.Object({
      kind: Type.Enum([...importKinds]),
      key: Type.String({ description: 'What the source calls the record.' }),
      field: Type.Optional(Type.String({ description: 'The field; without it the record as a whole.' })),
    }),
    {
      maxItems: mostLeft,
      description:
        'What is not taken of what a dry run tells: members of its `differences`, of which `kind`, `key` and `field` are read; in a ' +
        'form as JSON. It is not offered again before it changes at the source. When an event begins and ends is one field.',
    },
  ),
  (sent): Left => {
    if (isEmpty(sent)) return new Map()
    const list = typeof sent === 'string' ? parsed(sent) : sent
    if (!Array.isArray(list)) throw new Fault(`must be a list of changes, not ${quote(sent)}`, 'type')
    if (list.length > mostLeft) throw new Fault(`can name at most ${mostLeft} changes`)
    const left = new Map<string, Set<string> | 'all'>()
    for (const one of list) {
      const { name, fields } = changeOf(one)
      const before = left.get(name)
      if (fields === undefined || before === 'all') left.set(name, 'all')
      else left.set(name, new Set([...(before ?? []), ...fields]))
    }
    return left
  },
)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Fault(`must be a list of changes as JSON, not ${quote(text)}`)
  }
}

function changeOf(one: unknown): { readonly name: string; readonly fields: readonly string[] | undefined } {
  const { kind, key, field } = isObject(one) ? one : {}
  const isKnown = importKinds.some((known) => known === kind)
  const isField = field === undefined || (typeof field === 'string' && field !== '')
  if (!isKnown || typeof key !== 'string' || !isField)
    throw new Fault(`must name changes by kind, key and field, as dry runs do, not ${quote(one)}`)
  return {
    // It is one of them.
    name: nameOf({ kind: kind as ImportKind, key }),
    fields: field === undefined ? undefined : (membersOf[field] ?? [field]),
  }
}

/** Whether nothing of the record is taken. */
export function isLeft(left: Left | undefined, record: SourceKey): boolean {
  return left?.get(nameOf(record)) === 'all'
}

/** The fields of the record that are taken, of those that have changed. */
export function takenOf(
  left: Left | undefined,
  record: SourceKey,
  changes: readonly string[],
): readonly string[] {
  const fields = left?.get(nameOf(record))
  if (fields === undefined) return changes
  return fields === 'all' ? [] : changes.filter((name) => !fields.has(name))
}
