import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, chown, cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { vi } from 'vitest'
import { freePort, type PostgresServer, valueOf } from './postgres.ts'

/** A server that follows another one. */
export interface Replica {
  /** The address there of a database by its address on the server that is followed. */
  addressOf(database: string): string
  start(): Promise<void>
  stop(): Promise<void>
  /** Goes on answering, and takes in nothing new until it is to go on. */
  pause(): Promise<void>
  goOn(): Promise<void>
  /** Ends it and removes what it has stored. */
  remove(): Promise<void>
}

/** How long a server may take to start. */
const patience = { timeout: 60_000, interval: 50 }

/** Starts a streaming replica of the server, which is stopped for a moment to be copied. */
export async function startReplica(primary: PostgresServer): Promise<Replica> {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-replica-'))
  // Whom it is run by instead of root has to get there.
  await chmod(folder, 0o755)
  const programs = await valueOf(primary.address(), `select setting from pg_config where name = 'BINDIR'`)
  const source = await valueOf(primary.address(), 'show data_directory')
  // A replica takes no fewer than the server that it follows has.
  const connections = await valueOf(primary.address(), 'show max_connections')
  await primary.stop()
  const data = await copyOf(source, join(folder, 'data'), primary.address())
  await primary.start()
  const port = await freePort()
  const addressOf = (database: string) => {
    const url = new URL(database)
    url.port = String(port)
    return url.href
  }
  const tell = (statement: string) => valueOf(addressOf(primary.address()), statement)
  const settings = [`max_connections=${connections}`, 'fsync=off']
  const words = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  let running: ChildProcess | undefined
  const start = async () => {
    running = spawn(join(programs, 'postgres'), words, { ...(await ownerOf(data)), stdio: 'ignore' })
    await vi.waitFor(() => tell('select 1'), patience)
  }
  const stop = async () => {
    if (running?.exitCode !== null) return
    running.kill('SIGINT')
    await once(running, 'exit')
  }
  await start()
  return {
    addressOf,
    start,
    stop,
    pause: async () => void (await tell('select pg_wal_replay_pause()')),
    goOn: async () => void (await tell('select pg_wal_replay_resume()')),
    remove: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Whom the server has to be run by, where that is not whoever runs this. */
async function ownerOf(data: string): Promise<{ uid?: number; gid?: number }> {
  const { uid, gid } = await stat(data)
  return process.getuid?.() === 0 ? { uid, gid } : {}
}

/** What a stopped server has stored, told to follow the address. */
async function copyOf(source: string, data: string, address: string): Promise<string> {
  await cp(source, data, { recursive: true })
  await rm(join(data, 'postmaster.pid'), { force: true })
  await writeFile(join(data, 'standby.signal'), '')
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${address}'\n`)
  // What root has copied belongs to whom the server is run by.
  const { uid, gid } = await stat(source)
  await chmod(data, 0o700)
  for (const name of ['.', ...(await readdir(data, { recursive: true }))])
    await chown(join(data, name), uid, gid)
  return data
}
