import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { copyFile, cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import type { Tables } from '../../src/storage/schema/tables.all.ts'
import { isPostgres } from '../../src/config/databaseAddress.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import {
  type Contents,
  createPostgresDatabase,
  dropPostgresDatabase,
  snapshotPostgresDatabase,
  valueOf,
  whenLeft,
} from './postgres.ts'

/** A database that is there for one test: empty, and gone with it. */
export interface TestDatabase {
  /** As DATABASE_URL takes it. */
  readonly url: string
  remove(): Promise<void>
}

/** Whether this run of the tests is about SQLite; else it is about PostgreSQL. */
export function usesSqlite(): boolean {
  return postgresServer() === undefined
}

/** An SQLite file in the folder, which goes with it. */
export function sqliteDatabase(folder: string): TestDatabase {
  return { url: join(folder, 'kalends.db'), remove: async () => {} }
}

/** Makes a database of the kind that this run of the tests is about; an SQLite file is in the folder, and goes with it. */
export async function createTestDatabase(folder: string, contents?: Contents): Promise<TestDatabase> {
  const server = postgresServer()
  if (server === undefined) return sqliteDatabase(folder)
  const url = await createPostgresDatabase(server, contents)
  return { url, remove: () => dropPostgresDatabase(server, url) }
}

/** An SQLite file that others are copies of, and what was told when it was made. */
interface Template<Told> {
  readonly path: string
  readonly told: Told
}

/** Copies to the address of a file that is not there yet what `fill` makes, which each process does once; answers what that told. */
export function templateOf<Told>(fill: (path: string) => Promise<Told>): (path: string) => Promise<Told> {
  const make = async (): Promise<Template<Told>> => {
    const folder = mkdtempSync(join(tmpdir(), 'kalends-template-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'kalends.db')
    return { path, told: await fill(path) }
  }
  let template: Promise<Template<Told>> | undefined
  return async (to) => {
    template ??= make()
    const { path, told } = await template
    await copyFile(path, to)
    return told
  }
}

const copyMigrated = templateOf(async (path) => (await openDatabase(path)).close())

/** Brings a file that is not there yet up to date, in half of the time that migrating it takes; what is there stays as it is. */
export async function makeMigrated(url: string): Promise<void> {
  if (!isPostgres(url) && !existsSync(url)) await copyMigrated(url)
}

/** How many rows the table has, asked of the database itself. */
export async function countOf(table: keyof Tables, url: string): Promise<number> {
  const query = `select count(*) as number from ${table}`
  if (isPostgres(url)) return Number(await valueOf(url, query))
  const file = new DatabaseSync(url)
  try {
    return Number(file.prepare(query).get()?.['number'])
  } finally {
    file.close()
  }
}

/** Resolves once all that a process which was killed has asked of the database is done or undone. */
export async function whenSettled(url: string): Promise<void> {
  // An SQLite file has nobody who goes on without whoever asked.
  if (isPostgres(url)) await whenLeft(url)
}

/** A database as it was, to which it can go back. */
export interface Snapshot {
  /** Puts it back, as an operator puts back a copy of last night; nobody may be connected to it. It can be done once. */
  restore(): Promise<void>
}

/** Keeps what is in a database that nobody is connected to; that of an SQLite file with the folder that it is in. */
export async function snapshotOf(folder: string, { url }: TestDatabase): Promise<Snapshot> {
  const server = postgresServer()
  if (server !== undefined) return { restore: await snapshotPostgresDatabase(server, url) }
  const copy = `${folder}-copy`
  await cp(folder, copy, { recursive: true })
  return {
    restore: async () => {
      await rm(folder, { recursive: true })
      await cp(copy, folder, { recursive: true })
      await rm(copy, { recursive: true })
    },
  }
}

/** The address of the PostgreSQL server that tests use; undefined where they use SQLite. */
function postgresServer(): string | undefined {
  return process.env['TEST_POSTGRES']
}
