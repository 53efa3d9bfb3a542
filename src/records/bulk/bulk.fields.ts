import { ownOf, type OwnValue } from '../../fields/own/declaration.ts'
import type { EventRow } from '../rows/event.row.ts'
import type { Bulk } from './bulk.params.ts'

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]

/** What an event is to say of fields that the calendar has declared, where that differs from what it says. */
export function ownFieldsAfter({ own }: Pick<EventRow, 'own'>, sent: Bulk): Record<string, unknown> {
  const { fields, add_fields: add, remove_fields: remove } = sent
  const said: Readonly<Record<string, OwnValue | undefined>> = ownOf(own)
  const after: Record<string, unknown> = { ...fields }
  for (const [name, values] of Object.entries(add ?? {}))
    after[name] = [...new Set([...listOf(after[name] ?? said[name]), ...listOf(values)])]
  for (const [name, values] of Object.entries(remove ?? {}))
    after[name] = listOf(after[name] ?? said[name]).filter((one) => !listOf(values).includes(one))
  const isSaid = (name: string, value: unknown) =>
    JSON.stringify(listOf(value)) === JSON.stringify(listOf(said[name]))
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !isSaid(name, value)))
}
