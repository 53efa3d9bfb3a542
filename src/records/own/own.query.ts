import { sql } from 'kysely'
import { type Declaration, type OwnKind, ownKinds, type OwnSchema } from '../../fields/own/declaration.ts'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import type { OwnFieldsTable } from '../../storage/schema/tables.own.ts'
import type { Selectable } from 'kysely'

/** All fields that are declared, in their order. */
export async function readDeclarations(db: Reader): Promise<readonly Declaration[]> {
  const rows = await db.selectFrom('fields').selectAll().orderBy('position').orderBy('id').execute()
  return rows.map(declarationOf)
}

// Only `own.write.ts` writes these texts.
function declarationOf(row: Selectable<OwnFieldsTable>): Declaration {
  return {
    ...row,
    kinds: JSON.parse(row.kinds) as Declaration['kinds'],
    label: JSON.parse(row.label) as Declaration['label'],
    help: JSON.parse(row.help) as Declaration['help'],
    options: JSON.parse(row.options) as Declaration['options'],
    categories: JSON.parse(row.categories) as Declaration['categories'],
    required: row.required === 1,
    public: row.public === 1,
    filter: row.filter === 1,
    schema: row.schema as OwnSchema | null,
    changing: row.changing === '' ? null : (JSON.parse(row.changing) as Declaration['changing']),
  }
}

/** The tables of the kinds that have fields of one’s own. */
export const tablesOfKinds = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
} as const satisfies Record<OwnKind, string>

/** A record that says something of a field. */
export interface Using {
  readonly kind: OwnKind
  readonly id: number
  readonly own: string
}

/** How many records have a value of each field, by its name: counted by the database, in one pass over what says anything at all. */
export async function countUses({ read, dialect }: Database): Promise<ReadonlyMap<string, number>> {
  const names = ownKinds.map((kind) => {
    const own = sql.ref(`${tablesOfKinds[kind]}.own`)
    return sql`select said.key as name from ${sql.table(tablesOfKinds[kind])}, ${dialect.membersOf(own)} as said where ${own} <> ''`
  })
  const { rows } = await sql<{ name: string; count: number | string }>`
    select name, count(*) as count from (${sql.join(names, sql` union all `)}) as names group by name`.execute(
    read,
  )
  return new Map(rows.map(({ name, count }) => [name, Number(count)]))
}

/** The records of a kind that say anything of their own, or something of one field. */
export async function recordsWithOwn(db: Reader, kind: OwnKind, name?: string): Promise<readonly Using[]> {
  const rows = await saying(db, kind, name).execute()
  return rows.map(({ id, own }) => ({ kind, id, own }))
}

/** A record with what it says of its own, and what searches look in. */
export interface Searched {
  readonly id: number
  readonly own: string
  readonly folded: string
}

/** Those that say something of a field, in the order of their ids; of a part of them the next ones. */
export async function searchedWithOwn(
  db: Reader,
  kind: OwnKind,
  name: string,
  part?: { readonly after: number; readonly most: number },
): Promise<readonly Searched[]> {
  const all = saying(db, kind, name).select('folded')
  return (part ? all.where('id', '>', part.after).limit(part.most) : all).execute()
}

/** How many records say something of a field. */
export async function countSaying(db: Reader, name: string): Promise<number> {
  let count = 0
  for (const kind of ownKinds) {
    const row = await saying(db, kind, name)
      .clearSelect()
      .clearOrderBy()
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    count += Number(row.count)
  }
  return count
}

/** The series whose dates to come get something of a field. */
export async function templatesSaying(db: Reader, name: string) {
  // Within the template it is a text in JSON.
  const said = `%\\"${name.replaceAll('_', '!_')}\\":%`
  return db
    .selectFrom('series')
    .select(['id', 'template'])
    .where(sql<boolean>`template like ${said} escape '!'`)
    .orderBy('id')
    .execute()
}

/** These records, with what searches look in. */
export async function searchedAmong(db: Reader, kind: OwnKind, ids: readonly number[]) {
  return saying(db, kind).select('folded').where('id', 'in', ids).execute()
}

function saying(db: Reader, kind: OwnKind, name?: string) {
  return db
    .selectFrom(tablesOfKinds[kind])
    .select(['id', 'own'])
    .where('own', '<>', '')
    .$if(name !== undefined, (all) =>
      all.where(sql<boolean>`own like ${`%"${name?.replaceAll('_', '\\_')}":%`} escape '\\'`),
    )
    .orderBy('id')
}
