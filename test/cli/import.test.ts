import { expect, test } from 'vitest'
import { requireUser } from '../../src/http/auth/users.ts'
import { authorsIn, importingUser } from '../../src/process/cli/import.authors.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { fakeSite, wireCategory, wireEvent, wireVenue } from '../imports/fakeSite.ts'
import { cpuTimeOf } from '../support/cpuTime.ts'
import { appIn } from './folderApp.ts'
import { calendar, databaseIn, kalends, leftNow, openedIn, serve } from './sandbox.ts'

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

/** Has a mirror do one thing in each of its pauses, and then end; answers what it has told. */
async function mirror(folder: string, source: string, pauses: (() => Promise<void>)[]) {
  const waited: number[] = []
  const pause = async (time_ms: number) => {
    waited.push(time_ms)
    const next = pauses.shift()
    if (!next) throw new Error('That is enough.')
    await next()
  }
  const outcome = await kalends(folder, ['import', source, '--watch', '10m'], {}, { pause })
  expect(new Set(waited)).toEqual(new Set([600_000]))
  expect(outcome.status).toBe(1)
  expect(outcome.stderr).toMatch(/kalends: That is enough\.\n$/)
  return outcome
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
  const site = await fakeSite({ venues: [wireVenue(40)], events: many(350) })
  const pages = () =>
    site.asked
      .filter(({ path, query }) => path === '/events' && query.get('per_page') === '50')
      .map(({ query }) => query.get('page'))
  let left = ''
  site.interfere = ({ url = '' }, response) => {
    if (!/v1\/events\?(?:.*&)?page=6\b/.test(url)) return false
    left ||= leftNow(folder)
    return Boolean(response.writeHead(404).end())
  }
  await kalends(folder, ['import', site.root, '--concurrency', '1'])
  const before = (await rowsIn(left, 'events')).length
  expect(before).toBeGreaterThanOrEqual(200)
  expect(before % 50).toBe(0)
  site.interfere = () => false
  site.asked.length = 0
  const { status, stderr } = await kalends(left, ['import', site.root])
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: 'This import was broken off and taken up again.\n',
  })
  expect(pages()[0]).toBe(String(before / 50 + 1))
  expect(site.asked.some(({ path }) => path === '/venues')).toBe(false)
  expect((await rowsIn(left, 'events')).map(({ id }) => id)).toEqual(site.events.map(({ id }) => id))
  const again = await kalends(left, ['import', site.root])
  expect(again.stdout).toBe('venue\tunchanged\t1\nevent\tunchanged\t350\n')
})

test('a mirror follows the site', async () => {
  const folder = await calendar()
  const site = await fakeSite({ events: many(3) })
  const titles = async () => (await rowsIn(folder, 'events')).map(({ title }) => title)
  const { stdout, stderr } = await mirror(folder, site.root, [
    async () => {
      expect(await titles()).toHaveLength(3)
      site.events[1] = { ...site.events[1], title: 'Moved indoors' }
    },
    async () => expect(await titles()).toContain('Moved indoors'),
  ])
  expect(stdout).toBe('event\tcreated\t3\nevent\tupdated\t1\nevent.title\tchanged\t1\n')
  expect(stderr).toMatch(/^\S+Z Nothing has changed\.$/m)
})

test('a mirror follows the address of a calendar', async () => {
  const folder = await calendar()
  const event = (uid: string) =>
    `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:${uid}\nDTSTART:20990311T180000Z\nEND:VEVENT\n`
  let events = [event('a'), event('b')]
  const origin = await serve(() => [200, `BEGIN:VCALENDAR\n${events.join('')}END:VCALENDAR\n`])
  const shown = async () =>
    (await rowsIn(folder, 'events')).flatMap(({ title, status }) => (status === 'publish' ? title : []))
  const { stdout } = await mirror(folder, `${origin}/town.ics`, [
    async () => {
      expect(await shown()).toEqual(['a', 'b'])
      events = [event('b')]
    },
    async () => expect(await shown()).toEqual(['b']),
  ])
  expect(stdout).toContain('event\tremoved\t1')
})

test('addresses that records had at the site lead to them', async () => {
  const { folder, app } = await appIn()
  const site = await fakeSite({
    categories: [{ ...wireCategory(5, 'Music'), url: 'https://old.example/thema/musik/' }],
    events: [
      wireEvent(41),
      wireEvent(42, { status: 'draft', url: 'https://old.example/veranstaltung/secret/' }),
    ],
  })
  await kalends(folder, ['import', site.root, '--user', 'ann', '--password', 'secret'])
  const ask = async (url: string) => {
    const { statusCode, headers } = await app.server.inject(url)
    return [statusCode, headers.location]
  }
  expect(await ask('/veranstaltung/event-41/')).toEqual([301, 'http://localhost/event/event-41/'])
  expect(await ask('/Veranstaltung/event-41')).toEqual([301, 'http://localhost/event/event-41/'])
  expect(await ask('/thema/musik/')).toEqual([301, 'http://localhost/events/category/music/'])
  expect(await ask('/veranstaltung/event-41/?utm_source=letter')).toEqual([
    301,
    'http://localhost/event/event-41/?utm_source=letter',
  ])
  // What nobody may read is not told of.
  expect(await ask('/veranstaltung/secret/')).toEqual([404, undefined])
  expect(await ask('/veranstaltung/event-99/')).toEqual([404, undefined])
})
