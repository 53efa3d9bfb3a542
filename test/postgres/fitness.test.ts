import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { findPendingMigrations, openDatabase } from '../../src/storage/db/open.ts'
import { administrate, createPostgresDatabase, dropPostgresDatabase } from '../support/postgres.ts'

const server = inject('postgres')

/** A role that may do nothing but connect, and the address of a database for it. */
async function strangerOn(database: string): Promise<string> {
  const role = `stranger_${randomUUID().slice(0, 8)}`
  await administrate(server, `create role ${role} login password 'p'`)
  onTestFinished(async () => {
    await administrate(database, `drop owned by ${role}`)
    await administrate(server, `drop role ${role}`)
  })
  const url = new URL(database)
  url.username = role
  url.password = 'p'
  return url.href
}

async function emptyDatabase(): Promise<string> {
  const database = await createPostgresDatabase(server, 'nothing')
  onTestFinished(() => dropPostgresDatabase(server, database))
  return database
}

/** The statements at the end of the message, as an operator would copy them. */
function adviceIn(message: string): string {
  return /(?:run|changed): (.*;)$/.exec(message)?.[1] ?? ''
}

async function messageOf(opening: Promise<{ close(): Promise<void> }>): Promise<string> {
  return opening.then(
    async (db) => {
      await db.close()
      return ''
    },
    (error: Error) => error.message,
  )
}

test.each(['LATIN1', 'SQL_ASCII', 'EUC_JP'])(
  'a database in %s is refused, with the statement that makes one that is not',
  async (encoding) => {
    const name = `other_${randomUUID().slice(0, 8)}`
    await administrate(
      server,
      `create database ${name} encoding '${encoding}' locale 'C' locale_provider libc template template0`,
    )
    const url = new URL(server)
    url.pathname = name
    onTestFinished(() => dropPostgresDatabase(server, url.href))
    const message = await messageOf(openDatabase(url.href))
    expect(message).toContain(`It stores texts in ${encoding}`)
    const advice = adviceIn(message)
    expect(advice).toContain(`create database ${name}_utf8`)
    await administrate(server, advice)
    url.pathname = `${name}_utf8`
    onTestFinished(() => dropPostgresDatabase(server, url.href))
    expect(await messageOf(openDatabase(url.href))).toBe('')
  },
)

test('a role that may make no tables is told which right it lacks, and with that right it starts', async () => {
  const database = await emptyDatabase()
  const url = await strangerOn(database)
  const message = await messageOf(openDatabase(url))
  expect(message).toMatch(/may not make tables in the schema public/)
  expect(message).not.toContain('aborted')
  const advice = adviceIn(message)
  expect(advice).toMatch(/^grant create on schema public to stranger_\w+;$/)
  await administrate(database, advice)
  expect(await messageOf(openDatabase(url))).toBe('')
})

test('so is one that may not even use the schema', async () => {
  const database = await emptyDatabase()
  await administrate(database, 'revoke all on schema public from public')
  const url = await strangerOn(database)
  const message = await messageOf(openDatabase(url))
  expect(message).toContain('may use no schema')
  await administrate(database, adviceIn(message))
  expect(await messageOf(openDatabase(url))).toBe('')
})

test('one that may not read the tables of another is told the grants', async () => {
  const database = await createPostgresDatabase(server)
  onTestFinished(() => dropPostgresDatabase(server, database))
  const message = await messageOf(openDatabase(await strangerOn(database)))
  expect(message).toMatch(/permission denied for .*grant all on all tables in schema public to/s)
})

test('one that may make no tables but use those that are there starts, and finds nothing to be applied', async () => {
  const database = await createPostgresDatabase(server)
  onTestFinished(() => dropPostgresDatabase(server, database))
  const url = await strangerOn(database)
  const role = new URL(url).username
  await administrate(database, `grant all on all tables in schema public to ${role}`)
  await administrate(database, `grant all on all sequences in schema public to ${role}`)
  expect(await messageOf(openDatabase(url))).toBe('')
  expect(await findPendingMigrations(url)).toEqual([])
})
