import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { kalends, settingsOf, temporaryFolder } from '../cli/sandbox.ts'
import { usesSqlite } from '../support/database.ts'
import { type Program, programs, runServe } from './program.ts'

const events = '/vendor/events/v1/events'

test('the first start makes the user admin and tells its application password, once', async () => {
  const folder = temporaryFolder()
  const first = runServe(await settingsOf(folder))
  const origin = await first.origin
  const told = /“admin”, with the application password\n\n\s+((?:\w{4} ){5}\w{4})\n/.exec(first.stderr())?.[1]
  expect(told).toBeDefined()
  expect(first.stdout()).toBe(`Kalends listens on ${origin}/vendor/events/v1\n`)

  const event = { title: 'First', start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' }
  const created = await fetch(origin + events, {
    method: 'POST',
    headers: { authorization: basic(`admin:${told}`), 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  expect(created.status).toBe(201)
  first.signal('SIGTERM')
  await first.ended

  const second = runServe(await settingsOf(folder))
  const kept = await fetch(`${await second.origin}${events}?starts_after=2031-01-01`, {
    headers: { authorization: basic(`admin:${told}`) },
  })
  expect(await kept.json()).toMatchObject({ events: [{ title: 'First' }] })
  expect(second.stderr()).not.toMatch(/password/i)
})

test('a first start of a calendar that has a user already prints neither password nor link, and makes nobody', async () => {
  const folder = temporaryFolder()
  const ann = ['ann', '--role', 'administrator', '--email', 'ann@example.org']
  const added = await kalends(folder, ['user', 'add', ...ann])
  expect(added.status).toBe(0)
  const started = runServe(await settingsOf(folder))
  const origin = await started.origin
  expect(started.stderr()).not.toMatch(/password|setup|first user/i)
  expect((await fetch(`${origin}/admin/setup`)).status).toBe(410)
  started.signal('SIGTERM')
  await started.ended
  expect((await kalends(folder, ['user', 'list', '--json'])).stdout).toMatch(
    /^\[\s*\{[^{}]*"ann"[^{}]*\}\s*\]\s*$/,
  )
})

test.each([{}, { WORKERS: '2' }])(
  'a first start that finds its port in use makes no user, so that the next one tells the password: %j',
  async (more) => {
    const settings = await settingsOf(temporaryFolder())
    const started = runServe({ ...settings, ...more, PORT: await listening() })
    expect(await started.ended).toMatchObject({ status: 1 })
    expect(started.stderr()).toContain('is in use already')
    expect(started.stderr()).not.toMatch(/password/)
    const again = runServe({ ...settings, ...more })
    await again.origin
    expect(again.stderr()).toMatch(/\n {4}(\w{4} ){5}\w{4}\n/)
  },
)

test.each(Object.keys(programs) as Program[])(
  '%s lists everything that is wrong with the settings and does nothing',
  async (program) => {
    const folder = join(temporaryFolder(), 'data')
    const bad = {
      DATA_DIR: folder,
      PORT: '70000',
      SITE_TIMEZONE: 'Mars/Olympus',
      CORS_ORIGINS: 'everybody',
      BODY_LIMIT: '-1',
      PER_PAGE: '60',
    }
    const started = runServe(bad, program)
    expect(await started.ended).toMatchObject({ status: 1 })
    expect(started.stdout()).toBe('')
    const lines = started.stderr().trimEnd().split('\n')
    expect(lines.map((line) => /^kalends: ([A-Z_]+) must /.exec(line)?.[1])).toEqual([
      'PORT',
      'SITE_TIMEZONE',
      'CORS_ORIGINS',
      'BODY_LIMIT',
      'PER_PAGE',
    ])
    expect(existsSync(folder)).toBe(false)
  },
)

test.each(Object.keys(programs) as Program[])(
  '%s says in one sentence that the port is in use',
  async (program) => {
    const port = await listening()
    const started = runServe({ ...(await settingsWithUser()), PORT: port }, program)
    expect(await started.ended).toMatchObject({ status: 1 })
    expect(started.stderr()).toBe(
      `kalends: The port ${port} of 127.0.0.1 is in use already. Set PORT to another one, or stop what uses it.\n`,
    )
  },
)

test('an address that is not of this machine is told in one sentence', async () => {
  const started = runServe({ ...(await settingsWithUser()), HOST: '192.0.2.1' })
  expect(await started.ended).toMatchObject({ status: 1 })
  expect(started.stderr()).toMatch(/^kalends: 192\.0\.2\.1 is no address of this machine\.[^\n]*\n$/)
})

test.runIf(usesSqlite()).each([
  ['is no folder', (folder: string) => writeFileSync(folder, ''), 'data is no folder.'],
  [
    'holds a folder in place of the database',
    (folder: string) => mkdirSync(join(folder, 'kalends.db'), { recursive: true }),
    'kalends.db is a folder, and no file.',
  ],
  [
    'holds something else in place of the database',
    (folder: string) => {
      mkdirSync(folder)
      writeFileSync(join(folder, 'kalends.db'), 'No database.'.repeat(1000))
    },
    'file is not a database',
  ],
])('a data folder that %s is told in one sentence', async (_, prepare, reason) => {
  const folder = join(temporaryFolder(), 'data')
  prepare(folder)
  const started = runServe({ DATA_DIR: folder })
  expect(await started.ended).toMatchObject({ status: 1 })
  expect(started.stderr()).toMatch(/^kalends: The database \S+kalends\.db could not be opened: [^\n]+\n$/)
  expect(started.stderr()).toContain(`${reason}\n`)
})

test.runIf(usesSqlite() && process.platform === 'linux')(
  'a data folder where none can be made is told',
  async () => {
    const started = runServe({ DATA_DIR: '/proc/kalends/data' })
    expect(await started.ended).toMatchObject({ status: 1 })
    expect(started.stderr()).toMatch(/could not be opened: No folder can be made in \/proc\.\n$/)
  },
)

test('the data folder is made, wherever the database is', async () => {
  const folder = temporaryFolder()
  const settings = await settingsOf(folder)
  const data = join(folder, 'elsewhere', 'data')
  const database = usesSqlite() ? join(folder, 'calendar.db') : settings.DATABASE_URL
  const started = runServe({ ...settings, DATABASE_URL: database, DATA_DIR: data })
  await fetch(`${await started.origin}${events}?search=music`)
  // Words are gathered once somebody was answered.
  await expect.poll(() => existsSync(join(data, 'index.db'))).toBe(true)
  expect(started.stderr()).not.toContain('unable to open')
})

test.skipIf(usesSqlite()).each([
  ['is not there', (address: URL) => (address.pathname = '/nowhere'), 'database "nowhere" does not exist'],
  ['wants another password', (address: URL) => (address.password = 'hush'), 'password authentication failed'],
  ['is of a server that is away', (address: URL) => (address.port = '9'), 'connect ECONNREFUSED'],
])('a database that %s is told in one sentence', async (_, spoil, reason) => {
  const settings = await settingsOf(temporaryFolder())
  const address = new URL(settings.DATABASE_URL)
  spoil(address)
  const started = runServe({ ...settings, DATABASE_URL: address.href })
  expect(await started.ended).toMatchObject({ status: 1 })
  expect(started.stderr()).toMatch(/^kalends: The database \S+ could not be opened: [^\n]+\n$/)
  expect(started.stderr()).toContain(reason)
  expect(started.stderr()).not.toContain(`:${address.password}@`)
})

test('with port 0 any port does, and the one that was found is printed', async () => {
  const started = runServe(await settingsWithUser())
  const origin = await started.origin
  expect(Number(new URL(origin).port)).toBeGreaterThan(0)
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
})

test('several namespaces are served at once, below the REST root', async () => {
  const started = runServe({
    ...(await settingsWithUser()),
    REST_ROOT: '/wp-json',
    NAMESPACES: 'tribe/events/v1,vendor/events/v1',
  })
  const origin = await started.origin
  expect(started.stdout()).toBe(`Kalends listens on ${origin}/wp-json/tribe/events/v1\n`)
  for (const namespace of ['tribe/events/v1', 'vendor/events/v1']) {
    const answer = await fetch(`${origin}/wp-json/${namespace}/events`)
    expect(await answer.json()).toMatchObject({
      events: [],
      rest_url: expect.stringContaining(`/wp-json/${namespace}/events/`),
    })
  }
  expect((await fetch(`${origin}${events}`)).status).toBe(404)
})

test('a running service knows at once the accounts that the command line makes, and forgets those it removes', async () => {
  const settings = await settingsWithUser()
  const { DATA_DIR: folder } = settings
  const origin = await runServe(settings).origin
  await kalends(folder, ['user', 'add', 'ann', '--role=editor', '--email=ann@example.org'])
  const { stdout } = await kalends(folder, ['token', 'add', 'ann', '--name=test'])
  const ask = () =>
    fetch(`${origin}${events}?status=draft`, { headers: { authorization: `Bearer ${stdout.trim()}` } })
  expect((await ask()).status).toBe(200)
  await kalends(folder, ['token', 'revoke', 'ann', 'test'])
  expect((await ask()).status).toBe(401)
})

test('the log has a line of JSON for each request, and no secret in any', async () => {
  const settings = await settingsWithUser()
  const { stdout: token } = await kalends(settings.DATA_DIR, ['token', 'add', 'root', '--name=test'])
  const started = runServe({ ...settings, LOG_LEVEL: 'info' })
  const origin = await started.origin
  const authorization = `Bearer ${token.trim()}`
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(origin + path, { ...init, headers: { authorization, ...init.headers } })
  const json = { 'content-type': 'application/json' }
  const answers = [
    await ask(`${events}?password=hush-query&page=1`),
    await ask(`${events}?page=1&password[]=hush-list&password%5B%5D=hush-encoded`),
    await ask(`${events}/1?PASSWORD=hush-capitals`),
    await ask(events, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ title: 'A', password: 'hush-body' }),
    }),
    await ask(events, { method: 'POST', headers: json, body: '{"password": "hush-broken' }),
    await ask(events, { headers: { authorization: basic('root:hush-wrong') } }),
    await ask(events, { headers: { authorization: 'Bearer hush-bearer', cookie: 'session=hush-cookie' } }),
  ]
  started.signal('SIGTERM')
  await started.ended
  const lines = started
    .stderr()
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
  const requests = lines.filter(({ msg }) => msg === 'request')
  expect(requests.map(({ status }) => status)).toEqual(answers.map(({ status }) => status))
  expect(requests[0]).toMatchObject({
    method: 'GET',
    url: expect.stringContaining(events),
    ms: expect.any(Number),
    time: expect.any(Number),
  })
  expect(started.stderr()).not.toContain('hush-')
  expect(started.stderr()).not.toContain(token.trim())
})

/** Those of a calendar with a user, so that the start has nothing to tell about a first one. */
async function settingsWithUser(): ReturnType<typeof settingsOf> {
  const folder = temporaryFolder()
  await kalends(folder, ['user', 'add', 'root', '--role=administrator', '--email=root@example.org'])
  return settingsOf(folder)
}

/** A port that something listens on while the test runs. */
async function listening(): Promise<string> {
  const server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return String((server.address() as AddressInfo).port)
}

function basic(credentials: string): string {
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}
