import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { copyDatabase } from '../src/storage/db/copy.ts'
import { openDatabase } from '../src/storage/db/open.ts'
import type { TestDatabase } from '../test/support/database.ts'
import {
  administrate,
  createPostgresDatabase,
  dropPostgresDatabase,
  type PostgresServer,
  startPostgres,
  valueOf,
} from '../test/support/postgres.ts'
import { benchFolder, type DataSet, prepare } from './dataSets.ts'

/** As a server of a few gigabytes would have it, with disks without moving parts. */
const settings = [
  'shared_buffers=1GB',
  'effective_cache_size=4GB',
  'random_page_cost=1.1',
  'max_wal_size=4GB',
]

/** Data sets on PostgreSQL. */
export interface PostgresSets extends AsyncDisposable {
  /** The same calendar there, copied when it is not there yet. */
  holding(set: DataSet): Promise<DataSet>
}

/** Starts a PostgreSQL whose data sets are kept from run to run, beside the files that they are copied from. */
export async function startPostgresSets(): Promise<PostgresSets> {
  const keptIn = join(benchFolder, 'postgres')
  await mkdir(keptIn, { recursive: true })
  const server = await startPostgres({ durable: true, keptIn, settings })
  return {
    holding: (set) => holding(server, set),
    [Symbol.asyncDispose]: () => server.remove(),
  }
}

async function holding(server: PostgresServer, set: DataSet): Promise<DataSet> {
  const name = `kalends_${basename(set.folder).replaceAll('-', '_')}`
  const isThere = await valueOf(
    server.address(),
    `select count(*) from pg_database where datname = '${name}'`,
  )
  if (isThere === '0') await make(server, name, set)
  const url = server.address(name)
  await prepare({ url })
  const there = { ...set, database: databaseAt(server, url), helpers: [await server.pid()] }
  const fresh = async () => databaseAt(server, await createPostgresDatabase(server.address(), 'nothing'))
  return { ...there, fresh, warm: () => readWhole(url), copy: () => copyOf(server, there, name) }
}

async function readWhole(url: string): Promise<void> {
  await administrate(url, 'create extension if not exists pg_prewarm')
  // Into the memory of the operating system: the server's own has room for a part.
  await administrate(url, `select pg_prewarm(oid, 'read') from pg_class where relkind in ('r', 'i', 't')`)
}

/** Copies the calendar from its file; one that was broken off is not taken for it. */
async function make(server: PostgresServer, name: string, set: DataSet): Promise<void> {
  const began = performance.now()
  const url = await createPostgresDatabase(server.address(), 'nothing')
  const source = await openDatabase(set.database.url)
  const target = await openDatabase(url)
  await copyDatabase(source, target, () => {})
  await Promise.all([source.close(), target.close()])
  // As autovacuum does in its own time.
  await administrate(url, 'vacuum analyze')
  await administrate(server.address(), `alter database ${new URL(url).pathname.slice(1)} rename to ${name}`)
  console.log(`${set.events} events copied in ${Math.round((performance.now() - began) / 1000)} s`)
}

async function copyOf(
  server: PostgresServer,
  original: DataSet,
  name: string,
): Promise<DataSet & AsyncDisposable> {
  const copy = `${name}_copy`
  const database = databaseAt(server, server.address(copy))
  await database.remove()
  await administrate(server.address(), `create database ${copy} template ${name}`)
  const warm = () => readWhole(database.url)
  const set = { ...original, database, warm }
  return { ...set, copy: () => copyOf(server, set, copy), [Symbol.asyncDispose]: () => database.remove() }
}

function databaseAt(server: PostgresServer, url: string): TestDatabase {
  return { url, remove: () => dropPostgresDatabase(server.address(), url) }
}
