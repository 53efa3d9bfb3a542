import type { Writer } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { TermKind } from '../terms/terms.kind.ts'
import { findAncestors, findBySlug, findTerm } from '../terms/terms.query.ts'
import type { TermRow } from '../terms/terms.row.ts'
import { deleteTermIn } from '../terms/terms.write.ts'
import { nameColumns } from '../terms/terms.slug.ts'
import { conflict } from './changes.conflict.ts'
import { storedValue } from './changes.fields.ts'

/** Makes columns of a category or a tag what they were. Throws 409 where its slug is another’s by now, or its parent gone. */
export async function restoreTerm(
  tx: Writer,
  kind: TermKind,
  id: number,
  columns: ReadonlyMap<string, string | null>,
): Promise<void> {
  const stored = await findTerm(tx, kind, id)
  if (!stored) return
  const own = Object.fromEntries(
    [...columns].map(([column, was]) => [column, storedValue(kind.name, column, was)]),
  ) as Partial<TermRow>
  const after = { ...stored, ...own }
  if (await findBySlug(tx, kind, after.slug, id)) throw conflict(['slug'])
  if (after.parent !== stored.parent && after.parent !== 0) {
    const above = await findAncestors(tx, [after])
    if (!above.has(after.parent) || above.has(id)) throw conflict(['parent'])
  }
  const { description, parent, color } = after
  await tx
    .updateTable('terms')
    .set({ ...nameColumns(after.name, after.slug), description, parent, color })
    .where('id', '=', id)
    .execute()
}

/** Removes a term that was made; there is no trash for it. Throws 409 where anything has it by now. */
export async function removeNewTerm(tx: Writer, kind: TermKind, id: number): Promise<void> {
  const stored = await findTerm(tx, kind, id)
  if (!stored) return
  const used = await tx
    .selectFrom('event_terms')
    .select('event_id')
    .where('term_id', '=', id)
    .executeTakeFirst()
  const below = await tx.selectFrom('terms').select('id').where('parent', '=', id).executeTakeFirst()
  if (used || below) {
    const reason = `there are ${used ? 'events' : 'others'} that have this ${kind.name}`
    throw new ApiError('rest_undo_impossible', { reason })
  }
  await deleteTermIn(tx, stored)
}
