import { spawn } from 'node:child_process'
import process from 'node:process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { requireUser } from '../../src/auth/users.ts'
import { authorsIn, importingUser } from '../../src/cli/import.authors.ts'
import { openDatabase } from '../../src/db/open.ts'
import { fakeSite, wireCategory, wireEvent, wireVenue } from '../imports/fakeSite.ts'
import { cpuTimeOf } from '../support/cpuTime.ts'
import { programFile } from '../support/program.ts'
import { type Service, startService } from '../support/service.ts'
import { calendar, databaseIn, kalends, openedIn, placeOf, serve, settingsOf } from './sandbox.ts'

const many = (count: number) => Array.from({ length: count }, (_, index) => wireEvent(1000 + index))

/** What stands in a table. */
async function rowsIn(folder: string, table: 'events' | 'venues' | 'import_keys' | 'media') {
  const db = await openDatabase(await databaseIn(folder))
  try {
    return await db.read.selectFrom(table).selectAll().execute()
  } finally {
    await db.close()
  }
}

/** Starts an import that goes on while the test does. */
async function startImport(folder: string, words: readonly string[]) {
  const env = { PATH: process.env['PATH'], ...(await settingsOf(folder)) }
  const child = spawn(process.execPath, [programFile, 'import', ...words], { cwd: folder, env })
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (texts[name] += text))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  return { kill, told: (): Readonly<typeof texts> => texts }
}

test('an import tells what it did on stdout, and what was left out on stderr and by its exit status', async () => {
  const folder = await calendar()
  const site = await fakeSite({
    categories: [wireCategory(5, 'Music')],
    venues: [wireVenue(40)],
    events: many(3),
  })
  expect(await kalends(folder, ['import', `${site.root}/`])).toMatchObject({
    status: 0,
    stdout: 'category\tcreated\t1\nvenue\tcreated\t1\nevent\tcreated\t3\n',
    stderr: '',
  })
  site.events.push(wireEvent(7, { start_date: null, end_date: null }))
  site.events[0] = { ...site.events[0], title: 'Changed' }
  const again = await kalends(folder, ['import', site.root])
  expect(again.status).toBe(1)
  expect(again.stdout.split('\n')).toEqual([
    'category\tunchanged\t1',
    'venue\tunchanged\t1',
    'event\tupdated\t1',
    'event\tunchanged\t2',
    'event\tskipped\t1',
    'event.title\tchanged\t1',
    '',
  ])
  expect(again.stderr).toBe(
    'Left out: event 7: Its start_date is missing.\nkalends: Not everything was imported.\n',
  )
})

test('a dry run writes nothing and says so', async () => {
  const folder = await calendar()
  const site = await fakeSite({ events: many(2) })
  const { status, stdout, stderr } = await kalends(folder, ['import', site.root, '--dry-run'])
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: 'event\tcreated\t2\n',
    stderr: 'Nothing was written.\n',
  })
  expect(await rowsIn(folder, 'events')).toEqual([])
})

test('authors are mapped to users, and what is nobody’s belongs to whoever imports', async () => {
  const folder = await calendar()
  const site = await fakeSite({ events: [wireEvent(1), wireEvent(2, { author: '8' })] })
  const words = ['--author-map', '7=contributor', '--as', 'editor']
  expect((await kalends(folder, ['import', site.root, ...words])).status).toBe(0)
  const db = await openedIn(folder)
  const rows = await db.read
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.author_id')
    .select(['events.id', 'users.login'])
    .orderBy('events.id')
    .execute()
  expect(rows).toEqual([
    { id: 1, login: 'contributor' },
    { id: 2, login: 'editor' },
  ])
})

test('an author map of many blanks is read once', async () => {
  const db = await openedIn(await calendar())
  const user = await importingUser(db.read, 'editor')
  const map = `7 = editor ,8=ann${' '.repeat(100_000)}bob`
  const read = () => expect(authorsIn(db.read, map, user)).rejects.toThrow('No user has the login')
  expect(await cpuTimeOf(read)).toBeLessThan(2_000)
  expect(await authorsIn(db.read, ' 7 = contributor ,8=editor', user)).toEqual({
    byKey: new Map([
      ['7', (await requireUser(db.read, 'contributor')).id],
      ['8', user.id],
    ]),
    otherwise: user.id,
  })
})

test.each<readonly [readonly string[], string]>([
  [['import'], 'SOURCE is missing'],
  [['import', 'http://127.0.0.1:9/wp-json/tribe/events/v1', '--user', 'ann'], '--user needs a password'],
  [['import', 'http://127.0.0.1:9/wp-json/tribe/events/v1', '--password', 'x'], 'belong together'],
  [['import', 'http://127.0.0.1:9/wp-json/tribe/events/v1', '--concurrency', '0'], 'from 1 to 20'],
  [['import', 'http://127.0.0.1:9/wp-json/tribe/events/v1', '--watch', 'often'], '30s, 10m or 2h'],
  [['import', 'http://127.0.0.1:9/wp-json/tribe/events/v1', '--watch', '9999h'], 'at most 500h'],
  [
    ['import', 'http://127.0.0.1:9/wp-json/tribe/events/v1', '--map', 'a=b', '--media', 'x'],
    'no --media and no --map',
  ],
  [
    ['import', 'town.ics', '--watch', '10m', '--allow-removals'],
    'only a site or the address of a calendar takes --watch and --allow-removals',
  ],
  [['import', 'https://club.example/town.ics', '--watch', 'often'], '30s, 10m or 2h'],
  ...['ann', '7 8=ann', '7=editor,'].map(
    (map) =>
      [['import', 'http://127.0.0.1:9/wp-json/tribe/events/v1', '--author-map', map], '7=ann'] as const,
  ),
])('%j is not understood', async (words, says) => {
  const { status, stderr } = await kalends(await calendar(), words)
  expect(stderr).toContain(says)
  expect(status).toBe(2)
})

test('an import that is killed goes on where it was, and nothing is imported twice', async () => {
  const folder = await calendar()
  const site = await fakeSite({ venues: [wireVenue(40)], events: many(700) })
  // The import waits for a page that never comes.
  site.interfere = ({ url = '' }) => /v1\/events\?(?:.*&)?page=6\b/.test(url)
  const { kill } = await startImport(folder, [site.root, '--concurrency', '1'])
  const pages = () =>
    site.asked
      .filter(({ path, query }) => path === '/events' && query.get('per_page') === '50')
      .map(({ query }) => query.get('page'))
  await vi.waitFor(() => expect(pages()).toContain('6'), { timeout: 60_000, interval: 5 })
  await kill()
  const before = (await rowsIn(folder, 'events')).length
  expect(before).toBeGreaterThanOrEqual(200)
  expect(before % 50).toBe(0)
  site.interfere = () => false
  site.asked.length = 0
  const { status, stderr } = await kalends(folder, ['import', site.root])
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: 'This import was broken off and taken up again.\n',
  })
  expect(pages()[0]).toBe(String(before / 50 + 1))
  expect(site.asked.some(({ path }) => path === '/venues')).toBe(false)
  expect((await rowsIn(folder, 'events')).map(({ id }) => id)).toEqual(site.events.map(({ id }) => id))
  const again = await kalends(folder, ['import', site.root])
  expect(again.stdout).toBe('venue\tunchanged\t1\nevent\tunchanged\t700\n')
})

test('a mirror follows the site', async () => {
  const folder = await calendar()
  const site = await fakeSite({ events: many(3) })
  const { told } = await startImport(folder, [site.root, '--watch', '1s'])
  const titles = async () => (await rowsIn(folder, 'events')).map(({ title }) => title)
  await vi.waitFor(async () => expect(await titles()).toHaveLength(3), { timeout: 60_000, interval: 100 })
  site.events[1] = { ...site.events[1], title: 'Moved indoors' }
  await vi.waitFor(async () => expect(await titles()).toContain('Moved indoors'), {
    timeout: 60_000,
    interval: 100,
  })
  const both = 'event\tcreated\t3\nevent\tupdated\t1\nevent.title\tchanged\t1\n'
  await expect.poll(() => told().stdout).toBe(both)
  await expect.poll(() => told().stderr).toMatch(/^\S+Z Nothing has changed\.$/m)
  expect(told().stdout).toBe(both)
})

test('a mirror follows the address of a calendar', async () => {
  const folder = await calendar()
  const event = (uid: string) =>
    `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:${uid}\nDTSTART:20990311T180000Z\nEND:VEVENT\n`
  let events = [event('a'), event('b')]
  const origin = await serve(() => [200, `BEGIN:VCALENDAR\n${events.join('')}END:VCALENDAR\n`])
  const { told } = await startImport(folder, [`${origin}/town.ics`, '--watch', '1s'])
  const shown = async () =>
    (await rowsIn(folder, 'events')).flatMap(({ title, status }) => (status === 'publish' ? title : []))
  await vi.waitFor(async () => expect(await shown()).toEqual(['a', 'b']), { timeout: 60_000, interval: 100 })
  events = [event('b')]
  await vi.waitFor(async () => expect(await shown()).toEqual(['b']), { timeout: 60_000, interval: 100 })
  await vi.waitFor(() => expect(told().stdout).toContain('event\tremoved\t1'), { timeout: 60_000 })
})

test('addresses that records had at the site lead to them', async () => {
  const folder = await calendar()
  const site = await fakeSite({
    categories: [{ ...wireCategory(5, 'Music'), url: 'https://old.example/thema/musik/' }],
    events: [
      wireEvent(41),
      wireEvent(42, { status: 'draft', url: 'https://old.example/veranstaltung/secret/' }),
    ],
  })
  await kalends(folder, ['import', site.root, '--user', 'ann', '--password', 'secret'])
  await using service = await startService({
    at: { ...(await placeOf(folder)), credentials: {} as Service['credentials'] },
    keepsData: true,
  })
  const ask = async (path: string) => {
    const { status, headers } = await fetch(`${service.origin}${path}`, { redirect: 'manual' })
    return [status, headers.get('location')]
  }
  expect(await ask('/veranstaltung/event-41/')).toEqual([301, `${service.origin}/event/event-41/`])
  expect(await ask('/Veranstaltung/event-41')).toEqual([301, `${service.origin}/event/event-41/`])
  expect(await ask('/thema/musik/')).toEqual([301, `${service.origin}/events/category/music/`])
  expect(await ask('/veranstaltung/event-41/?utm_source=letter')).toEqual([
    301,
    `${service.origin}/event/event-41/?utm_source=letter`,
  ])
  // What nobody may read is not told of.
  expect(await ask('/veranstaltung/secret/')).toEqual([404, null])
  expect(await ask('/veranstaltung/event-99/')).toEqual([404, null])
})
