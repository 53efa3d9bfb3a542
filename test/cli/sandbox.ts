import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import type { World } from '../../src/process/cli/command.ts'
import { runCommandLine } from '../../src/process/cli/run.ts'
import { type Environment, readEnvironment } from '../../src/config/config.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { forTerminal } from '../../src/pure/text/terminal.ts'
import { packageVersion } from '../../src/config/version.ts'
import { createAccounts } from '../support/accounts.ts'
import { createTestDatabase, makeMigrated, type TestDatabase } from '../support/database.ts'

/** What running a command gave. */
export interface Outcome {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** The databases of folders, but for those that are in their folder. */
const databases = new Map<string, Promise<TestDatabase>>()

/** A folder that is gone when the test ends, and the database of whoever runs there with it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-'))
  onTestFinished(async () => {
    await (await databases.get(folder))?.remove()
    databases.delete(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** The address of the database of whoever runs in the folder. */
export async function databaseIn(folder: string): Promise<string> {
  const database = databases.get(folder) ?? createTestDatabase(folder)
  databases.set(folder, database)
  return (await database).url
}

/** What tells a process to keep its data in the folder and in the folder's database. */
export async function settingsOf(folder: string): Promise<{ DATA_DIR: string; DATABASE_URL: string }> {
  return { DATA_DIR: folder, DATABASE_URL: await databaseIn(folder) }
}

/** The database of the folder, closed when the test ends. */
export async function openedIn(folder: string): Promise<Database> {
  const url = await databaseIn(folder)
  await makeMigrated(url)
  const db = await openDatabase(url)
  onTestFinished(() => db.close())
  return db
}

/** A database of its own, closed and gone when the test ends. */
export async function temporaryDatabase(): Promise<Database> {
  return openedIn(temporaryFolder())
}

/**
 * Runs a command in this process as if its program had been started in the folder, which holds its data as well; `other` is what is
 * special in its world. What only a program can show (signals, pipes, several at once) is asked in `program.test.ts`.
 */
export async function kalends(
  folder: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  other: Partial<World> = {},
): Promise<Outcome> {
  const told = { stdout: '', stderr: '' }
  const started = Temporal.Now.instant()
  const settings = await environmentOf(folder, environment)
  const world: World = {
    get environment() {
      return readEnvironment(folder, settings)
    },
    directory: folder,
    // The clock stands, so that no progress is shown however busy the machine is.
    now: () => started,
    isTerminal: false,
    print: (text) => (told.stdout += `${text}\n`),
    write: async (text) => {
      told.stdout += text
    },
    remark: (text) => (told.stderr += `${forTerminal(text)}\n`),
    version: packageVersion,
    interruptible: (work) => work(new AbortController().signal),
    pause: () => Promise.reject(new Error('Here nobody waits.')),
    serve: () => Promise.reject(new Error('Here no service is run.')),
    ...other,
  }
  return { status: await runCommandLine(world, words), ...told }
}

/** The settings of whoever runs in the folder; a database of its own is only made where no other one is named. */
async function environmentOf(folder: string, environment: NodeJS.ProcessEnv): Promise<Environment> {
  const place = 'DATABASE_URL' in environment ? { DATA_DIR: folder } : await settingsOf(folder)
  return { ...place, ...environment }
}

/** A folder with the accounts of all roles in its database. */
export async function calendar(): Promise<string> {
  const folder = temporaryFolder()
  await createAccounts(await databaseIn(folder))
  return folder
}

/** A folder with what is left of the calendar of this one if whoever works on it is killed now. */
export function leftNow(folder: string): string {
  const left = temporaryFolder()
  for (const name of readdirSync(folder))
    if (name.startsWith('kalends.db')) copyFileSync(join(folder, name), join(left, name))
  return left
}

/** A signal to stop that comes once something new is in the folder, as a person may send it to the program. */
export function stopOnceNewIn(folder: string): AbortSignal {
  const before = readdirSync(folder).length
  const stop = new AbortController()
  const throwIfAborted = () => {
    if (readdirSync(folder).length > before) stop.abort()
    AbortSignal.prototype.throwIfAborted.call(stop.signal)
  }
  return Object.assign(stop.signal, { throwIfAborted })
}

/** Makes the file of a calendar so heavy that it is not copied at once. */
export function makeHeavy(file: string, weight_bytes: number): void {
  using db = new DatabaseSync(file)
  db.exec(`create table ballast as select zeroblob(${weight_bytes}) as weight`)
}

/** A web server on this machine; answers its origin. */
export async function serve(answer: (path: string) => [number, string]): Promise<string> {
  const server = createServer((request, response) => {
    const [status, text] = answer(request.url ?? '')
    response.writeHead(status).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // A server on a port has such an address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
