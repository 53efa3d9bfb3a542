import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oldSite, root } from '../imports/old/old.import.ts'
import { oldEvent, oldVenue } from '../imports/old/old.model.ts'
import { calendar, kalends, openedIn } from './sandbox.ts'

const users = [
  {
    id: 7,
    login: 'root',
    email: 'root@old.example',
    password: root.password,
    role: 'administrator' as const,
  },
]

/** A site with an event that loses something. */
const losing = () =>
  oldSite({
    users,
    posts: [
      oldEvent(
        1,
        { venue: 40 },
        { title: 'Fair', description: '<p>See</p><iframe src="https://tickets.example/1"></iframe>' },
      ),
      oldEvent(2, {}, { title: '=Sum', custom_fields: { _ecp_1: { label: 'Dress', value: 'Black' } } }),
      oldVenue(40),
    ],
  })

test.each([
  ['its home page', (site: { origin: string }) => `${site.origin}/`],
  ['its page of events', (site: { origin: string }) => `${site.origin}/veranstaltungen/`],
  ['the root of its interfaces', (site: { origin: string }) => `${site.origin}/wp-json/`],
  ['a list of its interface', (site: { origin: string }) => `${site.origin}/wp-json/tribe/events/v1/events`],
  ['a route in a parameter', (site: { origin: string }) => `${site.origin}/?rest_route=/tribe/events/v1`],
  [
    'another name, which leads there',
    (site: { aliasOrigin: string }) => `${site.aliasOrigin}/wp-json/tribe/events/v1`,
  ],
])('a site is found by %s, and is the same one by all of them', async (_, addressOf) => {
  const site = await oldSite({
    users,
    posts: [oldEvent(1), oldEvent(2, { status: 'draft' })],
    hasNotices: true,
  })
  const folder = await calendar()
  const hosts = { IMAGE_HOSTS: new URL(site.origin).host }
  const words = ['--user', 'root', '--password', root.password]
  expect(await kalends(folder, ['import', addressOf(site as never), ...words], hosts)).toMatchObject({
    status: 0,
    stdout: 'event\tcreated\t2\n',
  })
  expect((await kalends(folder, ['import', site.root, ...words], hosts)).stdout).toBe('event\tunchanged\t2\n')
})

test('a site whose addresses have no paths, and one behind a login of its server, are found by their home pages', async () => {
  const plain = await oldSite({ posts: [oldEvent(1)], isPlain: true })
  expect((await kalends(await calendar(), ['import', `${plain.origin}/`])).stdout).toBe('event\tcreated\t1\n')
  const site = await oldSite({ posts: [oldEvent(1)], door: { user: 'staging', password: 'p w' } })
  const closed = await kalends(await calendar(), ['import', `${site.origin}/`])
  expect(closed).toMatchObject({ status: 1 })
  expect(closed.stderr).toContain('wants a login (status 401)')
  const folder = await calendar()
  const words = ['--user', 'staging', '--password', 'p w']
  expect(await kalends(folder, ['import', `${site.origin}/`, ...words])).toMatchObject({
    status: 0,
    stdout: 'event\tcreated\t1\n',
  })
  const within = site.origin.replace('//', '//staging:p%20w@')
  expect((await kalends(folder, ['import', `${within}/`])).stdout).toBe('event\tunchanged\t1\n')
})

test('a page that is of no such site is read as a page', async () => {
  const site = await oldSite({ posts: [oldEvent(1)] })
  const { status, stderr } = await kalends(await calendar(), ['import', `${site.origin}/nothing/else/`])
  expect([status, stderr]).toEqual([0, expect.any(String)])
})

test('what is lost is listed in a table, and is no success unless that is accepted', async () => {
  const site = await losing()
  const folder = await calendar()
  const words = ['import', site.root, '--report', 'lost.csv']
  const foreseen = await kalends(folder, [...words, '--dry-run'])
  const table = readFileSync(join(folder, 'lost.csv'), 'utf8')
  expect(foreseen.status).toBe(1)
  expect(foreseen.stderr).toContain('--accept-losses')
  // Fields that nobody has declared here are told once, not of each record.
  expect(foreseen.stderr).toContain('1 record has a field “Dress” (_ecp_1)')
  expect(table.split('\n')).toEqual([
    'kind,id,title,field,what,why',
    'event,1,Fair,description,https://tickets.example/1,frames are not shown here; a link to what it showed stands in its place',
    '',
  ])
  expect((await kalends(folder, words)).status).toBe(1)
  expect(readFileSync(join(folder, 'lost.csv'), 'utf8')).toBe(table)
  writeFileSync(join(folder, 'lost.csv'), '')
  // Once more nothing is imported, and it is still told what is lost.
  const again = await kalends(folder, [...words, '--accept-losses'])
  expect(again).toMatchObject({ status: 0, stdout: 'venue\tunchanged\t1\nevent\tunchanged\t2\n' })
  expect(readFileSync(join(folder, 'lost.csv'), 'utf8')).toBe(table)
  // Without a report only what is new is told.
  const { status, stderr } = await kalends(folder, ['import', site.root])
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^1 record has a field “Dress” .+\n$/)])
})

test('comparing tells what differs as a table and by its exit status', async () => {
  const site = await losing()
  const folder = await calendar()
  await kalends(folder, ['import', site.root])
  expect(await kalends(folder, ['compare', site.origin])).toEqual({
    status: 0,
    stdout: '',
    stderr: '3 records were compared: nothing differs.\n',
  })
  const db = await openedIn(folder)
  await db.write((tx) => tx.updateTable('events').set({ title: 'Ours' }).where('id', '=', 1).execute())
  await db.write((tx) => tx.updateTable('venues').set({ status: 'trash' }).execute())
  site.posts.push(oldEvent(3, {}, { title: 'New' }))
  const { status, stdout, stderr } = await kalends(folder, ['compare', site.root])
  expect(status).toBe(1)
  expect(stdout.trimEnd().split('\n')).toEqual([
    'kind,id,title,field,there,here',
    expect.stringMatching(/^venue,40,.*,,present,missing$/),
    'event,1,Fair,title,Fair,Ours',
    'event,3,New,,present,missing',
  ])
  expect(stderr).toBe('4 records were compared.\nkalends: 3 things differ.\n')
  const away = await kalends(folder, [
    'compare',
    'http://127.0.0.1:9/wp-json/tribe/events/v1',
    '--concurrency',
    '1000',
  ])
  expect(away.status).toBe(2)
  await site.close()
  expect((await kalends(folder, ['compare', `${site.origin}/`])).status).toBe(2)
})
