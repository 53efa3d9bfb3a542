import { sql } from 'kysely'
import type { Reader } from '../db/dialect.ts'
import type { ImportKind } from './imports.record.ts'

/** A field of a record here. */
export interface RecordField {
  readonly kind: ImportKind
  readonly id: number
  readonly field: string
}

/** Fields that the history calls otherwise. */
const historyNames: Readonly<Record<string, string>> = { venues: 'venue', organizers: 'organizer' }

/** Those of the fields (a few hundred at most) that somebody has written here since an import last did, as far as the history goes back. */
export async function findEdited<Of extends RecordField>(
  db: Reader,
  fields: readonly Of[],
): Promise<ReadonlySet<Of>> {
  const found = new Set<string>()
  for (const [kind, ofKind] of Map.groupBy(fields, (one) => one.kind)) {
    const ids = [...new Set(ofKind.map(({ id }) => id))]
    for (const { id, field } of await lastEdited(db, kind, ids)) found.add(nameOf({ kind, id, field }))
  }
  return new Set(fields.filter((one) => found.has(nameOf(one))))
}

function nameOf({ kind, id, field }: RecordField): string {
  return `${kind} ${id} ${historyNames[field] ?? field}`
}

/** The fields of the records whose last change in the history was neither an import’s nor the clock’s. */
function lastEdited(db: Reader, kind: ImportKind, ids: readonly number[]) {
  const last = db
    .selectFrom('history_values')
    .select((each) => ['kind', 'id', 'field', each.fn.max('revision').as('revision')])
    .where('kind', '=', sql<'event'>`${kind}`)
    .where('id', 'in', ids)
    .groupBy(['kind', 'id', 'field'])
  return db
    .selectFrom(last.as('last'))
    .innerJoin('history', (join) =>
      join
        .onRef('history.kind', '=', 'last.kind')
        .onRef('history.id', '=', 'last.id')
        .onRef('history.revision', '=', 'last.revision'),
    )
    .select(['last.id', 'last.field'])
    .where('history.via', 'not in', ['import', 'clock'])
    .execute()
}
