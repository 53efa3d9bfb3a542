import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { columnsOf } from '../../src/fields/declare.ts'
import { eventFields } from '../../src/fields/events.fields.ts'
import { organizerFields } from '../../src/fields/organizers.fields.ts'
import { seriesFields } from '../../src/fields/series.fields.ts'
import { categoryFields } from '../../src/fields/terms.fields.ts'
import { venueFields } from '../../src/fields/venues.fields.ts'
import type { Database, Writer } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { eventColumns, ticketColumns, widening } from '../../src/storage/schema/changeLog.ts'
import { makeTriggersAnew, triggersOfAll } from '../../src/storage/schema/triggers.ts'
import { createTestDatabase, usesSqlite } from '../support/database.ts'

const add = (name: string) => async (tx: Writer) => {
  const term = { name, name_folded: name, slug: name, description: '', folded: name, parent: 0, count: 0 }
  await tx
    .insertInto('terms')
    .values({ taxonomy: 'post_tag', ...term })
    .execute()
}

/** Adds a term without a word of it in the logs, and does something else after it in the same transaction. */
const addSilently = (db: Database, name: string, then: () => Promise<void> = async () => {}) =>
  db.write((tx) =>
    db.dialect.withoutTriggers(tx, async () => {
      await add(name)(tx)
      await then()
    }),
  )

test('without triggers is only the work that asks for it, neither who shares its commit nor who comes after it or its failure', async () => {
  const db = await anyDatabase()
  const silent = addSilently(db, 'silent')
  await Promise.all([silent, db.write(add('beside'))])
  await db.write(add('after'))
  const failed = addSilently(db, 'failed', async () => Promise.reject(new Error('Refused.')))
  await Promise.all([expect(failed).rejects.toThrow('Refused.'), db.write(add('beside failed'))])
  await db.write(add('after failed'))
  const terms = await db.read.selectFrom('terms').select(['id', 'name']).orderBy('id').execute()
  expect(terms.map(({ name }) => name)).toEqual([
    'silent',
    'beside',
    'after',
    'beside failed',
    'after failed',
  ])
  const logged = terms.map(({ id }) => id).slice(1)
  const changes = await db.read.selectFrom('changes').select('id').where('kind', '=', 'term').execute()
  expect(changes.map(({ id }) => id)).toEqual(logged)
  const history = await db.read.selectFrom('history').select('id').orderBy('revision').execute()
  expect(history.map(({ id }) => id)).toEqual(logged)
})

test('all triggers can be made anew as they were, and are those that the program has', async () => {
  const db = await anyDatabase()
  const before = await triggersIn(db)
  expect(before.map(({ name }) => name)).toEqual(
    triggersOfAll(db.dialect.schema)
      .map(({ name }) => name)
      .toSorted(),
  )
  await db.write((tx) => makeTriggersAnew(tx, db.dialect.schema))
  expect(await triggersIn(db)).toEqual(before)
})

test.each([
  ['events', eventFields],
  ['venues', venueFields],
  ['organizers', organizerFields],
  ['terms', categoryFields],
  ['series', seriesFields],
] as const)(
  'the migrations make every column of %s that is declared, and whoever writes it is noted',
  async (table, kind) => {
    const db = await anyDatabase()
    const made = new Set(await columnsIn(db, table))
    expect(columnsOf(kind).filter((column) => !made.has(column))).toEqual([])
    const triggers = await triggersIn(db)
    const trigger = triggers.find(({ name }) => name === `history_${table}_update`)
    expect(columnsOf(kind).filter((column) => !trigger?.made.includes(`new.${column} `))).toEqual([])
  },
)

test('each column of an event, a ticket or a link makes a row of the log, or is not shown', async () => {
  const db = await anyDatabase()
  // How many guests there are is told to who may edit alone; what everybody is shown of them is a column of its own.
  const logged = { events: [...eventColumns, 'registration_taken'], tickets: ticketColumns }
  for (const [table, columns] of Object.entries(logged))
    expect((await columnsIn(db, table)).filter((column) => column !== 'id').toSorted(), table).toEqual(
      [...columns].toSorted(),
    )
  const widened = Object.entries<readonly string[] | undefined>(widening)
  for (const [table, columns = []] of widened) {
    const made = await columnsIn(db, table)
    expect(made, table).toEqual(expect.arrayContaining([...columns]))
  }
})

test('a write is wide unless it says otherwise, one that touches more is wide whatever it says, and one that is undone is neither', async () => {
  const db = await anyDatabase()
  const reached = () =>
    db.read.selectFrom('revision').select(['number', 'narrow', 'wide']).executeTakeFirstOrThrow()
  const before = await reached()
  await db.write(async () => {})
  expect(await reached()).toEqual({ ...before, number: before.number + 1 })
  await db.write(async () => {}, 'events')
  const narrow = { ...before, number: before.number + 2, narrow: before.narrow + 1 }
  expect(await reached()).toEqual(narrow)
  await db.write(add('made on the way'), 'events')
  const wide = { number: narrow.number + 1, narrow: narrow.narrow + 1, wide: narrow.number + 1 }
  expect(await reached()).toEqual(wide)
  const count = (tx: Writer) =>
    tx
      .updateTable('terms')
      .set({ count: sql<number>`count + 1`, name: sql<string>`name` })
      .execute()
  await db.write(count, 'events')
  expect(await reached()).toEqual({ ...wide, number: wide.number + 1, narrow: wide.narrow + 1 })
  const undone = db.write(async (tx) => {
    await add('undone')(tx)
    throw new Error('Refused.')
  }, 'events')
  await expect(Promise.all([undone, db.write(async () => {}, 'events')])).rejects.toThrow('Refused.')
  await db.write(async () => {}, 'events')
  expect(await reached()).toEqual({ ...wide, number: wide.number + 3, narrow: wide.narrow + 3 })
})

async function columnsIn(db: Database, table: string): Promise<readonly string[]> {
  const tables = await db.read.introspection.getTables()
  return tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
}

/** Each as the database has it, with what it does. */
async function triggersIn(db: Database): Promise<readonly { name: string; made: string }[]> {
  const asked = usesSqlite()
    ? sql`select name, sql as made from sqlite_schema where type = 'trigger' order by name`
    : sql`select t.tgname as name, pg_get_triggerdef(t.oid) || pg_get_functiondef(t.tgfoid) as made
        from pg_trigger t where not t.tgisinternal order by t.tgname collate "C"`
  const { rows } = await (asked as RawBuilder<{ name: string; made: string }>).execute(db.read)
  return rows
}

async function anyDatabase(): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  const database = await createTestDatabase(folder)
  const db = await openDatabase(database.url)
  onTestFinished(async () => {
    await db.close()
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  })
  return db
}
