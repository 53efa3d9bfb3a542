import { sql } from 'kysely'
import { forgottenMark } from '../../records/changes/changes.query.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import type { ImportKind } from '../../storage/schema/tables.imports.ts'

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
  const last = await lastWritten(db, fields)
  return new Set(fields.filter((one) => isByHand(last.get(one))))
}

/**
 * As {@link findEdited}, with those of which the history cannot say who wrote them last: it goes back no further, or has nothing of
 * images, or says only that nobody was signed in, as of imports by the command line.
 */
export async function findPerhapsEdited<Of extends RecordField>(
  db: Reader,
  fields: readonly Of[],
): Promise<ReadonlySet<Of>> {
  const last = await lastWritten(db, fields)
  const forgotten = await db
    .selectFrom('installation')
    .select('name')
    .where('name', '=', forgottenMark)
    .executeTakeFirst()
  const isUnknown = ({ kind }: RecordField) => forgotten !== undefined || kind === 'image'
  return new Set(
    fields.filter((one) => {
      const by = last.get(one)
      return by === undefined ? isUnknown(one) : !notByHand.has(by.via)
    }),
  )
}

/** What nobody writes by hand: the command line imports, too, and the service itself is no user. */
const notByHand: ReadonlySet<string> = new Set(['import', 'clock', 'command'])

/** Who wrote a field last, and by which way. */
interface Writer {
  readonly via: string
  readonly user_id: number
}

function isByHand(last: Writer | undefined): boolean {
  return last !== undefined && !notByHand.has(last.via) && (last.via !== '' || last.user_id !== 0)
}

/** Who wrote each of the fields last, where the history says it. */
async function lastWritten<Of extends RecordField>(
  db: Reader,
  fields: readonly Of[],
): Promise<ReadonlyMap<Of, Writer>> {
  const found = new Map<string, Writer>()
  for (const [kind, ofKind] of Map.groupBy(fields, (one) => one.kind)) {
    const ids = [...new Set(ofKind.map(({ id }) => id))]
    for (const some of inParts(ids))
      for (const { id, field, ...by } of await lastOf(db, kind, some))
        found.set(nameOf({ kind, id, field }), by)
  }
  return new Map(
    fields.flatMap((one) => {
      const by = found.get(nameOf(one))
      return by === undefined ? [] : [[one, by]]
    }),
  )
}

function nameOf({ kind, id, field }: RecordField): string {
  return `${kind} ${id} ${historyNames[field] ?? field}`
}

/** The fields of the records that the history has, and by what each was changed last. */
function lastOf(db: Reader, kind: ImportKind, ids: readonly number[]) {
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
    .select(['last.id', 'last.field', 'history.via', 'history.user_id'])
    .execute()
}
