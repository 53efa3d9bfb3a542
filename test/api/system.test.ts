import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFailedSignIns } from '../../src/http/auth/failedSignIns.write.ts'
import { packageVersion } from '../../src/config/version.ts'
import { createTestApp } from '../support/app.ts'

/** An app whose folder of data the test knows. */
async function appIn() {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  const app = await createTestApp({ DATA_DIR: folder })
  onTestFinished(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { app, folder, backups: join(folder, 'backups') }
}

test('how the service stands, its backups and their files are for administrators', async () => {
  const { app } = await appIn()
  for (const [method, path] of [
    ['GET', 'system'],
    ['GET', 'backups'],
    ['POST', 'backups'],
    ['GET', 'backups/kalends-20310311-180000.db'],
    ['GET', 'export'],
  ] as const) {
    expect((await app.ask({ method, path })).status).toBe(401)
    expect((await app.ask({ method, path, as: 'editor' })).status).toBe(403)
  }
  const { body } = await app.ask({ path: 'system', as: 'administrator' })
  expect(body).toMatchObject({ version: packageVersion(), processes: 1, last_backup: null })
  expect(body.database.size).toBeGreaterThan(0)
  expect(body.database.migrations).toBeGreaterThan(0)
  expect(body.answers.count).toBeGreaterThan(0)
  expect(body.answers.most_ms).toBeGreaterThanOrEqual(body.answers.half_ms)
  expect(body.disk.total).toBeGreaterThanOrEqual(body.disk.free)
  expect(body.queues.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['mail', 'imports', 'webhooks']),
  )
})

test('the whole calendar is downloaded as one file, with what is not public, and nothing of it is left beside the data', async () => {
  const { app, folder } = await appIn()
  app.setNow(Temporal.Instant.from('2031-03-11T18:00:00Z'))
  const dates = { start_date: '2031-04-01 19:00:00', end_date: '2031-04-01 20:00:00' }
  await app.create('events', { title: 'Public', ...dates })
  await app.create('events', { title: 'Begun', status: 'draft', ...dates })
  const { status, headers, text } = await app.ask({ path: 'export', as: 'administrator' })
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'content-disposition': 'attachment; filename="kalends-2031-03-11.jsonl"',
    'cache-control': expect.stringContaining('private'),
  })
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines[0]).toMatchObject({ program: packageVersion(), exported_at: '2031-03-11T18:00:00Z' })
  const titles = lines.filter(({ kind }) => kind === 'event').map(({ title }) => title)
  expect(titles).toEqual(['Public', 'Begun'])
  expect(lines.at(-1)).toMatchObject({ kind: 'end', counts: { event: 2 } })
  expect((await readdir(folder)).filter((name) => name.startsWith('export'))).toEqual([])
})

test('a backup is made, listed and downloaded; of a calendar in PostgreSQL none is', async () => {
  const { app, backups } = await appIn()
  app.setNow(Temporal.Instant.from('2031-03-11T18:00:00Z'))
  const { possible } = (await app.ask({ path: 'backups', as: 'administrator' })).body
  const made = await app.ask({ method: 'POST', path: 'backups', as: 'administrator' })
  if (!possible) {
    expect(made).toMatchObject({ status: 409, body: { code: 'rest_backup_elsewhere' } })
    return
  }
  const name = 'kalends-20310311-180000.db'
  expect(made).toMatchObject({ status: 201, body: { name, created_utc: '2031-03-11 18:00:00' } })
  const list = (await app.ask({ path: 'backups', as: 'administrator' })).body
  expect(list).toMatchObject({ backups: [made.body], running: false, failed: null })
  const file = await app.ask({ path: `backups/${name}`, as: 'administrator' })
  expect(file.status).toBe(200)
  expect(file.headers).toMatchObject({
    'content-type': 'application/vnd.sqlite3',
    'content-disposition': `attachment; filename="${name}"`,
    'content-length': String(made.body.size),
    'cache-control': expect.stringContaining('private'),
  })
  expect(file.text.startsWith('SQLite format 3\0')).toBe(true)
  expect(await readdir(backups)).toEqual([name])
  // Of those that are asked for at the same time one is made; of the same second there is one already, which stays.
  const start = async () => app.ask({ method: 'POST', path: 'backups', as: 'administrator' })
  const several = await Promise.all([start(), start(), start()])
  expect(several.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409', '409'])
  const second = 'kalends-20310311-180000-2.db'
  expect(several.find(({ status }) => status === 201)?.body.name).toBe(second)
  expect((await readdir(backups)).toSorted()).toEqual([second, name])
  const both = (await app.ask({ path: 'backups', as: 'administrator' })).body.backups
  expect(both.map((one: { name: string }) => one.name)).toEqual([second, name])
  expect((await app.ask({ path: `backups/${second}`, as: 'administrator' })).status).toBe(200)
  await rm(backups, { recursive: true })
  await writeFile(backups, 'in the way')
  const none = await app.ask({ method: 'POST', path: 'backups', as: 'administrator' })
  expect(none).toMatchObject({ status: 500, body: { code: 'rest_backup_failed' } })
})

test('the fourteen newest backups stay, and no file that is none is touched', async () => {
  const { app, backups } = await appIn()
  if (!(await app.ask({ path: 'backups', as: 'administrator' })).body.possible) return
  await mkdir(backups)
  const names = Array.from({ length: 14 }, (_, at) => `kalends-203001${String(at + 10)}-000000.db`)
  for (const name of [...names, 'mine.db', 'kalends-20309999-000000.db'])
    await writeFile(join(backups, name), '')
  app.setNow(Temporal.Instant.from('2031-03-11T18:00:00Z'))
  await app.create('backups', {})
  expect(await readdir(backups)).toEqual(
    ['mine.db', 'kalends-20309999-000000.db', ...names.slice(1), 'kalends-20310311-180000.db'].toSorted(),
  )
  const { body } = await app.ask({ path: 'backups', as: 'administrator' })
  expect(body.backups).toHaveLength(14)
})

test.each([
  '../kalends.db',
  '..%2fkalends.db',
  '%2e%2e%2fkalends.db',
  '..%5ckalends.db',
  'kalends-20310311-180000.db%00',
  'kalends-20310311-180000.db/../../kalends.db',
  'kalends-20310311-180000.db%2f..%2f..%2fkalends.db',
  '%2fetc%2fpasswd',
  'mine.db',
  'kalends-20319999-180000.db',
  'kalends-20310311-180000.db',
])('no file is read by the name %s', async (name) => {
  const { app, backups } = await appIn()
  await mkdir(backups)
  await writeFile(join(backups, 'mine.db'), 'SQLite format 3')
  const { status, text } = await app.ask({ path: `backups/${name}`, as: 'administrator' })
  expect(status).toBe(404)
  expect(text).not.toContain('SQLite format 3')
})

test('failed attempts to sign in are told by network and account, but not names that nobody has', async () => {
  const { app } = await appIn()
  const now = Math.floor(Date.now() / 1000)
  const failed = createFailedSignIns(app.db, (_message, error) => {
    throw error
  })
  const ann = { login: 'ann' }
  for (const at of [now - 60, now - 30]) failed.note({ from: '2001:db8::1', user: ann, now: at })
  failed.note({ from: '::ffff:203.0.113.9', user: undefined, now: now - 10 })
  await failed.close()
  failed.note({ from: '2001:db8::2', user: ann, now })
  await failed.close()
  const { body } = await app.ask({ path: 'system', as: 'administrator' })
  expect(body.failed_sign_ins).toMatchObject([
    { network: '2001:db8:0:0::/64', login: 'ann', count: 3 },
    { network: '203.0.113.9', login: '', count: 1 },
  ])
  failed.note({ from: '203.0.113.9', user: undefined, now: now + 8 * 86_400 })
  await failed.close()
  const rows = await app.db.read.selectFrom('failed_sign_ins').select('login').execute()
  expect(rows).toEqual([{ login: '' }])
})
