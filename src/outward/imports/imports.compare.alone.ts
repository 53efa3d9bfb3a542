import type { Reader } from '../../storage/db/dialect.ts'
import { kinds } from '../../records/posts/posts.kind.ts'
import { shared } from '../../records/posts/posts.query.ts'
import { plainTextOfHtml } from '../../pure/text/plain.ts'
import type { ImportKind } from '../../storage/schema/tables.imports.ts'

/** A field in which a record differs; of a whole record the field is empty. */
export interface Difference {
  readonly kind: ImportKind
  /** As the source calls it; of what is only here, its id. */
  readonly id: string
  readonly title: string
  readonly field: string
  readonly there: string
  readonly here: string
}

/** The records that are here alone: all of them, or those that everybody sees. */
export async function* onlyHere(
  db: Reader,
  isWhole: boolean,
  met: ReadonlyMap<ImportKind, ReadonlySet<number>>,
): AsyncGenerator<Difference> {
  for (const kind of ['venue', 'organizer', 'event'] as const) {
    const rows = await db
      .selectFrom(shared(kinds[kind].table))
      .select(['id', 'title', 'status'])
      .where('status', '<>', 'trash')
      .orderBy('id')
      .execute()
    for (const { id, title, status } of rows)
      if (!met.get(kind)?.has(id) && (isWhole || status === 'publish')) yield alone(kind, id, title)
  }
  for (const { id, name, taxonomy } of await db
    .selectFrom('terms')
    .select(['id', 'name', 'taxonomy'])
    .orderBy('id')
    .execute()) {
    const kind = taxonomy === 'post_tag' ? 'tag' : 'category'
    if (!met.get(kind)?.has(id)) yield alone(kind, id, name)
  }
}

function alone(kind: ImportKind, id: number, title: string): Difference {
  return { kind, id: String(id), title: plainTextOfHtml(title), field: '', there: 'missing', here: 'present' }
}
