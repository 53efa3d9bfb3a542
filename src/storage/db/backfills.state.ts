import type { Kysely } from 'kysely'
import type { Tables } from '../schema/tables.all.ts'
import type { Program } from './migrate.ts'

/** What a row of `installation` begins with that keeps how far a backfill is: `backfill:` and the name of its migration. */
const prefix = 'backfill:'

/** How far a backfill is. */
export interface Progress {
  readonly name: string
  readonly done: number
  /** How many rows there were when it began. */
  readonly of: number
}

/** The same, as it is stored: what its next transaction goes on by, and who has it until when. */
export interface State extends Omit<Progress, 'name'> {
  readonly cursor?: string | undefined
  readonly by?: string | undefined
  /** In seconds since 1970. */
  readonly until?: number | undefined
}

/** The backfills that are not done, in order; also those that only another program knows. */
export async function waitingBackfills(db: Kysely<Tables>): Promise<readonly Progress[]> {
  const rows = await db
    .selectFrom('installation')
    .select(['name', 'value'])
    .where('name', 'like', `${prefix}%`)
    .orderBy('name')
    .execute()
  return rows.map(({ name, value }) => {
    const { done, of } = stateFrom(value)
    return { name: name.slice(prefix.length), done, of }
  })
}

/** Notes, within the transaction of the migrations, what waits to be done beside the requests: nothing where there are no rows. */
export async function noteBackfills(
  tx: Kysely<Tables>,
  names: readonly string[],
  { migrations }: Program,
): Promise<void> {
  for (const name of names) {
    const of = (await migrations[name]?.backfill?.count(tx)) ?? 0
    if (of > 0) await writeState(tx, name, { done: 0, of })
  }
}

/** The columns, as `series.sequence`, that a backfill still writes. */
export async function columnsToFill(db: Kysely<Tables>, { migrations }: Program): Promise<readonly string[]> {
  return (await waitingBackfills(db)).flatMap(({ name }) => migrations[name]?.backfill?.writes ?? [])
}

/** How far the backfill of the migration is; undefined once it is done. */
export async function readState(db: Kysely<Tables>, name: string): Promise<State | undefined> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', prefix + name)
    .executeTakeFirst()
  return row && stateFrom(row.value)
}

/** Keeps how far it is. */
export async function writeState(tx: Kysely<Tables>, name: string, state: State): Promise<void> {
  const value = JSON.stringify(state)
  await tx
    .insertInto('installation')
    .values({ name: prefix + name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Notes that it is done. */
export async function removeState(tx: Kysely<Tables>, name: string): Promise<void> {
  await tx
    .deleteFrom('installation')
    .where('name', '=', prefix + name)
    .execute()
}

/** Only programs write it. */
function stateFrom(value: string): State {
  return JSON.parse(value) as State
}
