import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { Client } from 'pg'
import { freePort } from './postgres.ts'

/** Where Debian's package has it. */
const program = '/usr/sbin/pgbouncer'

/** Whether pgbouncer is there: tests of it say that they were skipped where it is not. */
export const hasPgbouncer = spawnSync(program, ['--version']).status === 0

/** On most systems the user and the group of nobody; pgbouncer refuses to be run by root. */
const nobody = 65_534

/** A pgbouncer in transaction mode, before a PostgreSQL server. */
export interface Pgbouncer extends AsyncDisposable {
  /** The address of a database of the server, by way of pgbouncer. */
  readonly url: string
  /** Ends it at once, and all connections with it. */
  kill(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
}

/** Starts pgbouncer, as it is configured when it is installed but for the mode, before the database at the address. */
export async function startPgbouncer(address: string, settings: readonly string[] = []): Promise<Pgbouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-pgbouncer-'))
  const server = new URL(address)
  const port = await freePort()
  const files = {
    'pgbouncer.ini': [
      '[databases]',
      `* = host=${server.hostname} port=${server.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${join(folder, 'users')}`,
      'pool_mode = transaction',
      ...settings,
    ].join('\n'),
    users: `"${server.username}" "${server.password}"\n`,
  }
  const isRoot = process.getuid?.() === 0
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name)
    await writeFile(file, text, { mode: 0o600 })
    if (isRoot) await chown(file, nobody, nobody)
  }
  await chmod(folder, 0o755)
  let running: ChildProcess | undefined
  const url = new URL(address)
  url.port = String(port)
  const start = async () => {
    running = spawn(program, ['--quiet', join(folder, 'pgbouncer.ini')], {
      stdio: 'ignore',
      ...(isRoot && { uid: nobody, gid: nobody }),
    })
    while (!(await answers(url.href))) {
      if (running.exitCode !== null) throw new Error('pgbouncer does not start.')
    }
  }
  const kill = async () => {
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url: url.href,
    kill,
    start,
    [Symbol.asyncDispose]: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
