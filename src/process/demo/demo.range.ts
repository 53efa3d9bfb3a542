import type { Reader, Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'

type Range = readonly [first: number, last: number]

/** Which records are those of the invented city: it is written in one transaction, so that nobody else has drawn an id in between. */
export interface DemoRange {
  /** Of events, their series, places and organizers. */
  readonly items: Range
  readonly terms: Range
  readonly submissions: Range
  readonly media: readonly number[]
}

/** Under which it is kept among the settings, where nobody sets it: programs that do not know it leave it alone. */
const name = 'DEMO'

/** Keeps which records are those of the invented city. */
export async function keepRange(tx: Writer, range: DemoRange, now: EpochSeconds): Promise<void> {
  const row = { name, value: JSON.stringify(range), modified_at: now, modified_by: null }
  await tx.deleteFrom('settings').where('name', '=', name).execute()
  await tx.insertInto('settings').values(row).execute()
}

/** Which records are those of the invented city; undefined where there is none. */
export async function findRange(db: Reader): Promise<DemoRange | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  // Only this program writes it.
  return row && (JSON.parse(row.value) as DemoRange)
}

/** Forgets them. */
export async function forgetRange(tx: Writer): Promise<void> {
  await tx.deleteFrom('settings').where('name', '=', name).execute()
}

/** The highest ids that there are. */
export async function lastIds(db: Reader): Promise<{ items: number; terms: number; submissions: number }> {
  const last = async (table: 'items' | 'terms' | 'submissions') => {
    const row = await db
      .selectFrom(table)
      .select((of) => of.fn.max('id').as('id'))
      .executeTakeFirst()
    return row?.id ?? 0
  }
  return { items: await last('items'), terms: await last('terms'), submissions: await last('submissions') }
}
