import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setImmediate } from 'node:timers/promises'
import { createDatabaseWithAccounts, type Credentials } from './accounts.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** A service running in a process of its own, on data that is thrown away with it. */
export interface Service {
  /** Without a slash at the end. */
  readonly origin: string
  readonly folder: string
  /** Of its process. */
  readonly pid: number
  readonly database: TestDatabase
  /** `login:password` of an account for each role. */
  readonly credentials: Credentials
  /** Everything it has written to standard error. */
  log(): string
  /** Sends the signal; resolves with the exit status once the process has ended. */
  end(signal?: NodeJS.Signals): Promise<number | null>
  /** Ends it if it runs, and removes its data unless they are to stay. */
  [Symbol.asyncDispose](): Promise<void>
}

/** What a service is started with. */
export interface ServiceOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** Data that is there already, with the accounts in it. */
  readonly at?: Pick<Service, 'folder' | 'credentials'> & Partial<Pick<Service, 'database'>>
  /** An open file that its log goes to; by default it is read here. */
  readonly logTo?: number
  /** Whether the data stay when the service is disposed of. */
  readonly keepsData?: boolean
}

/** Starts the service as `npm start` does, with an account for each role. */
export async function startService({
  environment = {},
  at,
  keepsData = false,
  logTo,
}: ServiceOptions = {}): Promise<Service> {
  const folder = at?.folder ?? (await mkdtemp(join(tmpdir(), 'kalends-')))
  const { database, credentials } = at
    ? { database: at.database ?? (await createTestDatabase(folder)), credentials: at.credentials }
    : await createDatabaseWithAccounts(folder)
  const child = serve({ DATA_DIR: folder, DATABASE_URL: database.url, ...environment }, logTo)
  let log = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  // Not before all that it has written is read.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const origin = await addressIn(child.stdout?.setEncoding('utf8'), ended, () => log)
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  return {
    origin,
    folder,
    pid: child.pid ?? 0,
    database,
    credentials,
    log: () => log,
    end,
    [Symbol.asyncDispose]: async () => {
      await end()
      if (keepsData) return
      await database.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Runs the program on a free port, with nothing of the environment of the tests. */
function serve(environment: Readonly<Record<string, string>>, logTo: number | 'pipe' = 'pipe') {
  const program = new URL('../../bin/kalends.js', import.meta.url).pathname
  const usual = { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' }
  return spawn(process.execPath, [program, 'serve'], {
    env: { ...usual, ...environment },
    stdio: ['ignore', 'pipe', logTo],
  })
}

/** The origin in the line that the service prints when it listens; throws when it ends before. */
async function addressIn(
  output: NodeJS.ReadableStream | undefined,
  ended: Promise<unknown>,
  log: () => string,
): Promise<string> {
  let text = ''
  const printed = new Promise<string>((resolve) => {
    output?.on('data', (more: string) => {
      text += more
      const origin = /http:\/\/[^/\s]+/.exec(text)?.[0]
      if (origin) resolve(allRead().then(() => origin))
    })
  })
  const early = ended.then((status) => {
    throw new Error(`The service ended with status ${String(status)} before it listened:\n${log()}`)
  })
  return Promise.race([printed, early])
}

/** Resolves once all is read that processes have written by now: what comes by different pipes comes in any order. */
export async function allRead(): Promise<void> {
  // This round of the event loop may be past it; the next one is not.
  await setImmediate()
  await setImmediate()
}
