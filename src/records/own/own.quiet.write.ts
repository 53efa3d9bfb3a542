import { declaredFor, type Declared, type OwnKind, shownOwn } from '../../fields/own/declaration.ts'
import type { Writer } from '../../storage/db/dialect.ts'

/** What a record says of its own before and after a write. */
export interface OwnBetween {
  readonly before: string
  readonly after: string
}

/** Whether everybody is told something else of fields of one’s own than before; so it is where nobody knows which there are. */
export function differsForAll(
  declared: Pick<Declared, 'all'> | undefined,
  kind: OwnKind,
  { before, after }: OwnBetween,
): boolean {
  if (declared === undefined) return true
  const fields = declaredFor(declared, kind)
  const told = (own: string) => JSON.stringify(shownOwn(fields, own, 'everybody') ?? {})
  return told(before) !== told(after)
}

/**
 * What this transaction did to these records is for those alone who edit them: it is in their history, and no public change. It comes after
 * all else that is written of them.
 */
export async function keepFromAll(
  tx: Writer,
  kind: OwnKind | 'series',
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('history')
    .set({ was_public: 0, is_public: 0 })
    .where('revision', '=', (row) => row.selectFrom('revision').select('number'))
    .where('kind', '=', kind)
    .where('id', 'in', [...ids])
    .execute()
}
