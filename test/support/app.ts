import { rm, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { type Logger, pino } from 'pino'
import { type App, createApp, type Parts } from '../../src/process/app.ts'
import { type Environment, limitsOf, readConfig } from '../../src/config/config.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createAccounts, createDatabaseWithAccounts, type Credentials } from './accounts.ts'
import type { TestDatabase } from './database.ts'

/** What a request was answered, with the body parsed where it is JSON. */
export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  // oxlint-disable-next-line typescript/no-explicit-any -- what a body holds is what each test is about
  readonly body: any
  readonly text: string
}

/** A request as tests write it: the path is below the namespace unless it is `absolute`. */
export interface Asked {
  readonly as?: Role
  readonly method?: InjectOptions['method']
  readonly path: string
  readonly absolute?: boolean
  readonly query?: Readonly<Record<string, unknown>>
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly raw?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** An app in this process on a database of its own, with an account for each role and a clock that tests may set. */
export interface TestApp {
  readonly app: App
  readonly db: Database
  /** Its DATA_DIR. */
  readonly folder: string
  /** Its DATABASE_URL. */
  readonly address: string
  readonly ids: Readonly<Record<Role, number>>
  /** `login:password` of each account. */
  readonly credentials: Credentials
  readonly ask: (asked: Asked) => Promise<Answered>
  /** The record that this has made, by an administrator unless somebody else is named; throws when it was refused. */
  readonly create: (path: string, json: object, as?: Role) => Promise<Answered['body']>
  /** What this answers, to somebody with no login unless a role is named; throws when it was refused. */
  readonly read: (path: string, query?: Asked['query'], as?: Role) => Promise<Answered['body']>
  /** Removes a record for good; throws when that was refused. */
  readonly remove: (path: string) => Promise<void>
  /** Sets the clock; undefined lets it run again. */
  readonly setNow: (now: Temporal.Instant | undefined) => void
  readonly close: () => Promise<void>
}

const namespace = '/vendor/events/v1'

/** Makes an app; with `at`, on a database that is there already, with the accounts in it. */
export async function createTestApp(
  environment: Environment = {},
  at?: {
    readonly database?: TestDatabase
    readonly credentials?: Credentials
    readonly noteRequest?: Parts['noteRequest']
    readonly log?: Logger
    /** What is put around the database. */
    readonly watched?: (db: Database) => Database
    readonly finding?: Parts['finding']
  },
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  const { database, credentials } = await placeOf(folder, at)
  const config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    LOGIN_FAILURES: '1000',
    ...environment,
  })
  const opened = await openDatabase(database.url, limitsOf(config))
  const db = at?.watched?.(opened) ?? opened
  let fixed: Temporal.Instant | undefined
  const now = () => fixed ?? Temporal.Now.instant()
  const app = await createApp({
    config,
    db,
    now,
    log: at?.log ?? pino({ level: 'silent' }),
    noteRequest: at?.noteRequest,
    finding: at?.finding,
  })
  const users = await db.read.selectFrom('users').select(['id', 'role']).execute()
  const root = `${config.restRoot}${environment['NAMESPACES'] ? `/${config.namespaces[0]}` : namespace}`
  const ask: TestApp['ask'] = async (asked) =>
    answered(await app.server.inject(toInject(asked, root, credentials)))
  return {
    app,
    db,
    folder: config.dataDir,
    address: database.url,
    ids: Object.fromEntries(users.map(({ id, role }) => [role, id])) as Record<Role, number>,
    credentials,
    ask,
    create: async (path, json, as = 'administrator') =>
      bodyOf(await ask({ as, method: 'POST', path, json }), 201),
    read: async (path, query = {}, as) => bodyOf(await ask({ ...(as ? { as } : {}), path, query }), 200),
    remove: async (path) => {
      bodyOf(await ask({ as: 'administrator', method: 'DELETE', path, query: { force: true } }), 200)
    },
    setNow: (moment) => {
      fixed = moment
    },
    close: async () => {
      await app.close()
      await db.close()
      await database.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A database with accounts: a new one, unless one is there. */
async function placeOf(
  folder: string,
  at: { readonly database?: TestDatabase; readonly credentials?: Credentials } = {},
) {
  const { database, credentials } = at
  if (!database) return createDatabaseWithAccounts(folder)
  return { database, credentials: credentials ?? (await createAccounts(database.url)) }
}

function bodyOf({ status, body, text }: Answered, expected: number): Answered['body'] {
  if (status !== expected) throw new Error(`Status ${status}, not ${expected}: ${text}`)
  return body
}

function toInject(asked: Asked, root: string, credentials: Credentials): InjectOptions {
  const query = asked.query ? `?${queryText(asked.query)}` : ''
  const authorization = asked.as && `Basic ${Buffer.from(credentials[asked.as]).toString('base64')}`
  return {
    method: asked.method ?? 'GET',
    url: `${asked.absolute ? '' : `${root}/`}${asked.path}${query}`,
    headers: {
      ...(authorization ? { authorization } : {}),
      ...(asked.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(asked.form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...asked.headers,
    },
    ...(asked.json === undefined ? {} : { payload: JSON.stringify(asked.json) }),
    ...(asked.form ? { payload: new URLSearchParams(asked.form).toString() } : {}),
    ...(asked.raw === undefined ? {} : { payload: asked.raw }),
  }
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((member) => [name, String(member)]) : [[name, String(value)]],
  )
  return new URLSearchParams(pairs).toString()
}

function answered(reply: { statusCode: number; headers: object; body: string }): Answered {
  const { body: text, statusCode: status } = reply
  let body: unknown = text
  try {
    body = JSON.parse(text)
  } catch {
    // Not JSON: the text itself.
  }
  return { status, headers: reply.headers as Answered['headers'], body, text }
}
