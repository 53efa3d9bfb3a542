import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import { authority, certificate, key } from '../support/certificates.ts'
import { administrate, type PostgresServer, startPostgres, valueOf } from '../support/postgres.ts'

let server: PostgresServer
let folder: string
let data: string
/** The certificate of who has signed that of the server, and one of somebody else. */
let known: string
let unknown: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kalends-tls-'))
  data = join(folder, 'data')
  server = await startPostgres({ keptIn: folder, settings: [`unix_socket_directories=${data}`] })
  known = join(folder, 'known.crt')
  unknown = join(folder, 'unknown.crt')
  await writeFile(known, authority)
  await writeFile(unknown, certificate)
  await store('server.crt', certificate)
  await store('server.key', key)
})
afterAll(async () => {
  await server.remove()
  await rm(folder, { recursive: true, force: true })
})

/** Writes a file as the server takes it: nobody else may read it. */
async function store(name: string, text: string): Promise<void> {
  const { uid, gid } = await stat(data)
  await writeFile(join(data, name), text, { mode: 0o600 })
  await chown(join(data, name), uid, gid)
}

/** What a server is set up to take: who connects otherwise is turned away. */
const lines = {
  'both kinds': 'host all all all scram-sha-256',
  'only what is encrypted': 'hostssl all all all scram-sha-256',
  'only what is not encrypted': 'hostnossl all all all scram-sha-256',
} as const
type Setup = keyof typeof lines | 'no encryption at all'

async function setUp(setup: Setup): Promise<void> {
  const local = socketAddress()
  const isOn = setup !== 'no encryption at all'
  await store('pg_hba.conf', `local all all scram-sha-256\n${lines[isOn ? setup : 'both kinds']}\n`)
  await administrate(local, `alter system set ssl = ${isOn ? 'on' : 'off'}`)
  await administrate(local, 'select pg_reload_conf()')
  const wanted = isOn ? 'on' : 'off'
  while ((await valueOf(local, 'show ssl')) !== wanted) continue
}

function socketAddress(): string {
  const { port } = new URL(server.address())
  return `postgres://kalends:kalends@/postgres?host=${encodeURIComponent(data)}&port=${port}`
}

function addressOf(query: string, host = '127.0.0.1'): string {
  return `${server.address().replace('127.0.0.1', host)}${query && `?${query}`}`
}

/** Whether the connection is encrypted, as the server sees it; why there is none where there is none. */
async function encryptionOf(address: string): Promise<boolean | string> {
  try {
    await using db = disposable(await openDatabase(address, { connections: 2, timeout_ms: 60_000 }))
    const { rows } = await sql<{ ssl: boolean }>`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db.read)
    return rows[0]?.ssl ?? false
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function disposable<Opened extends { close(): Promise<void> }>(db: Opened) {
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.close() })
}

const refused = expect.stringMatching(/could not be opened/)

describe.each<[setup: Setup, modes: Record<string, unknown>]>([
  ['both kinds', { '': true, disable: false, allow: false, prefer: true, require: true }],
  ['only what is encrypted', { '': true, disable: refused, allow: true, prefer: true, require: true }],
  [
    'only what is not encrypted',
    { '': false, disable: false, allow: false, prefer: false, require: refused },
  ],
  ['no encryption at all', { '': false, disable: false, allow: false, prefer: false, require: refused }],
])('a server that takes %s', (setup, modes) => {
  beforeAll(() => setUp(setup))

  test.each(Object.entries(modes))('is asked with sslmode “%s”: %j', async (mode, encrypted) => {
    expect(await encryptionOf(addressOf(mode && `sslmode=${mode}`))).toEqual(encrypted)
  })
})

describe('a certificate', () => {
  beforeAll(() => setUp('only what is encrypted'))

  test.each<[query: () => string, host: string, encrypted: unknown]>([
    [() => 'sslmode=require', '127.0.0.1', true],
    [() => `sslmode=require&sslrootcert=${known}`, '127.0.0.1', true],
    [() => `sslmode=require&sslrootcert=${unknown}`, '127.0.0.1', refused],
    [() => `sslmode=verify-ca&sslrootcert=${known}`, '127.0.0.1', true],
    [() => `sslmode=verify-ca&sslrootcert=${unknown}`, '127.0.0.1', refused],
    [
      () => 'sslmode=verify-ca',
      '127.0.0.1',
      expect.stringMatching(/takes the certificate .* sslrootcert=path/),
    ],
    [() => `sslmode=verify-full&sslrootcert=${known}`, 'localhost', true],
    [() => `sslmode=verify-full&sslrootcert=${known}`, '127.0.0.1', refused],
    [() => 'sslmode=verify-full', 'localhost', refused],
    [() => 'sslmode=verify-full&sslrootcert=system', 'localhost', refused],
    [
      () => `sslmode=verify-full&sslrootcert=${known}.gone`,
      'localhost',
      expect.stringMatching(/sslrootcert names a file that cannot be read: ENOENT/),
    ],
    [
      () => 'sslmode=always',
      'localhost',
      expect.stringMatching(/sslmode must be disable, allow, .* not “always”/),
    ],
  ])('is looked at as the address says (%#)', async (query, host, encrypted) => {
    expect(await encryptionOf(addressOf(query(), host))).toEqual(encrypted)
  })

  test('of a mode that the environment names counts, and what the address says goes before it', async () => {
    vi.stubEnv('PGSSLMODE', 'disable')
    expect(await encryptionOf(addressOf(''))).toEqual(refused)
    expect(await encryptionOf(addressOf('sslmode=require'))).toBe(true)
    vi.unstubAllEnvs()
  })
})

test('a database is reached by the socket of the machine, where nothing is encrypted', async () => {
  await setUp('only what is encrypted')
  expect(await encryptionOf(socketAddress())).toBe(false)
  expect(await encryptionOf(`${socketAddress()}&sslmode=verify-full`)).toBe(false)
  const { port } = new URL(server.address())
  const encoded = `postgres://kalends:kalends@${encodeURIComponent(data)}:${port}/postgres`
  expect(await encryptionOf(encoded)).toBe(false)
})

test.each(['p@ss:w/o?r#d', '100 % & more + "quoted" \'signs\'', 'ünïcödé 🎷', '[]{}|\\^`<>', '%41'])(
  'a password of signs opens it: %s',
  async (password) => {
    await setUp('both kinds')
    const quoted = password.replaceAll("'", "''")
    await administrate(socketAddress(), `alter role kalends password '${quoted}'`)
    const { port } = new URL(server.address())
    const address = `postgres://kalends:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
    expect(await encryptionOf(address)).toBe(true)
    await administrate(address, "alter role kalends password 'kalends'")
    if (/[/?#%]/.test(password.replaceAll(/%[\da-f]{2}/gi, '')))
      expect(await encryptionOf(address.replace(encodeURIComponent(password), password))).toMatch(
        /could not be opened: its address has .* write it as %/,
      )
  },
)
