import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Contents, countRows, findLastRow, inspectTable, readRows, type Row } from './copy.rows.ts'
import { type CopiedTable, copiedTables, generatedTables } from './copy.tables.ts'
import { makeTriggersAnew } from '../schema/triggers.ts'
import { columnsToFill } from './backfills.state.ts'
import type { Database, Reader, Writer } from './dialect.ts'
import { program } from './migrate.ts'
import { isOfStanding } from './usable.ts'

/** Reports progress while a table is copied: how many of its rows the target has. */
export type CopyProgress = (table: CopiedTable, done: number, total: number) => void

/** A table that was copied, and its contents. */
export interface CopiedContents extends Contents {
  readonly table: CopiedTable
}

/** The name in `installation` of a target under which it notes the calendar that is being copied into it. */
export const copyMark = 'copy'

/**
 * Copies a calendar, with every id, into an empty database, or continues an interrupted copy of it. Each transaction adds a
 * few hundred or thousand rows in the order of their keys, so that nothing is written twice, and fires no trigger: the log of each
 * link would take several times as long as the link. At the end both databases are read as a whole and compared; answers the contents
 * of each table. Throws a sentence when the target is not empty, when the calendar has changed since the copy began, or when the two
 * differ.
 */
export async function copyDatabase(
  from: Database,
  to: Database,
  progress: CopyProgress,
): Promise<readonly CopiedContents[]> {
  const mark = await fingerprint(from)
  await begin(to, mark)
  for (const table of copiedTables) await copyTable(from, to, { table, progress })
  await linkParents(from, to)
  const contents = await compare(from, to)
  if ((await fingerprint(from)) !== mark) throw new Error(`${changed} Stop the service, and start anew.`)
  await finish(to, await from.revision())
  return contents
}

/** Throws a sentence where a copy into the database has begun and is not done yet: what is there is no calendar. */
export async function assertCopied(db: Database): Promise<void> {
  if ((await findMark(db)) !== undefined)
    throw new Error('A copy into it is not finished: the same “kalends copy” goes on with it.')
}

const changed = 'The calendar has been changed since this copy of it began.'

/** Identifies the calendar and its state. */
async function fingerprint(db: Database): Promise<string> {
  const installation = await db.read.selectFrom('installation').selectAll().orderBy('name').execute()
  const told = JSON.stringify([installation, await db.revision()])
  return createHash('sha256').update(told).digest('hex')
}

async function findMark(db: Database): Promise<string | undefined> {
  const found = await db.read
    .selectFrom('installation')
    .select('value')
    .where('name', '=', copyMark)
    .executeTakeFirst()
  return found?.value
}

async function begin(to: Database, mark: string): Promise<void> {
  const known = await findMark(to)
  if (known === mark) return
  if (known !== undefined)
    throw new Error(
      `${changed} Empty the target, or start anew with another one; stop the service meanwhile.`,
    )
  for (const table of copiedTables) {
    const rows = table === 'installation' ? await countNotes(to.read) : await countRows(to.read, table)
    if (rows > 0) throw new Error('The target holds a calendar already. Name an empty database.')
  }
  await to.write((tx) => tx.insertInto('installation').values({ name: copyMark, value: mark }).execute())
}

/** How many notes there are that an empty database does not have. */
async function countNotes(db: Reader): Promise<number> {
  const names = await db.selectFrom('installation').select('name').execute()
  return names.filter(({ name }) => !isOfStanding(name)).length
}

/** Writes what is copied: it is no change that anybody is told of, and what the history has of it is copied itself. */
async function write(to: Database, work: (tx: Writer) => Promise<void>): Promise<void> {
  await to.write((tx) => to.dialect.withoutTriggers(tx, () => work(tx)))
}

async function copyTable(
  from: Database,
  to: Database,
  { table, progress }: { table: CopiedTable; progress: CopyProgress },
): Promise<void> {
  const total = await countRows(from.read, table)
  // Only the target has the mark.
  const isOwn = table === 'installation'
  const last = isOwn ? undefined : await findLastRow(to.read, table)
  let done = last ? await countRows(to.read, table) : 0
  for await (const rows of readRows(from.read, table, last)) {
    if (isOwn) await replaceInstallation(to, rows)
    else
      await write(to, (tx) => to.dialect.insertAll(tx, table, table === 'events' ? rows.map(orphaned) : rows))
    done += rows.length
    progress(table, done, total)
  }
}

/** The table has only a few rows, so they are written again when an interrupted copy continues. */
async function replaceInstallation(to: Database, rows: readonly Row[]): Promise<void> {
  await to.write(async (tx) => {
    await tx.deleteFrom('installation').where('name', '<>', copyMark).execute()
    await to.dialect.insertAll(tx, 'installation', rows)
  })
}

/** The event without its parent, which may have a higher id and then is not copied yet. */
function orphaned(event: Row): Row {
  return { ...event, post_parent: null }
}

/** How many events get their parents in one transaction. */
const parentsAtOnce = 500

async function linkParents(from: Database, to: Database): Promise<void> {
  for (let children = await readChildren(from, 0); children.length > 0;) {
    await write(to, async (tx) => {
      for (const { id, post_parent } of children)
        await tx.updateTable('events').set({ post_parent }).where('id', '=', id).execute()
    })
    children = await readChildren(from, children.at(-1)?.id ?? 0)
  }
}

async function readChildren({ read }: Database, last: number) {
  return read
    .selectFrom('events')
    .select(['id', 'post_parent'])
    .where('post_parent', 'is not', null)
    .where('id', '>', last)
    .orderBy('id')
    .limit(parentsAtOnce)
    .execute()
}

/** Throws a sentence that names the first table in which the two differ. */
async function compare(from: Database, to: Database): Promise<readonly CopiedContents[]> {
  const compared: CopiedContents[] = []
  const tables = copiedTables.filter((each) => each !== 'installation')
  for (const table of tables) {
    const [source, target] = await Promise.all([inspectTable(from.read, table), inspectTable(to.read, table)])
    if (source.sha256 !== target.sha256)
      throw new Error(
        `The copy is not equal: ${table} has ${source.rows} rows in the source and ${target.rows} in the target, or others. ` +
          'Stop the service, empty the target, and start anew.',
      )
    compared.push({ table, ...source })
  }
  return compared
}

/**
 * Removes the mark, and raises the revision beyond all that anybody has seen of the source. The log of changes begins anew, so that
 * whoever has followed it reads everything.
 */
async function finish(to: Database, seen: number): Promise<void> {
  await to.write(async (tx) => {
    for (const table of generatedTables) await to.dialect.passIds(tx, table)
    await tx
      .updateTable('revision')
      .set({ number: sql`number + ${seen}` })
      .execute()
    // What an upgrade of the source has left to be done goes on here, and tells nobody either.
    const unnamed = await columnsToFill(tx, program())
    if (unnamed.length > 0) await makeTriggersAnew(tx, to.dialect.schema, unnamed)
    await tx.deleteFrom('changes').execute()
    await tx.insertInto('changes').values({ kind: 'event', id: 0 }).execute()
    await tx.deleteFrom('installation').where('name', '=', copyMark).execute()
  })
}
