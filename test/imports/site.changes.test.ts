import { expect, onTestFinished, test } from 'vitest'
import { followSource } from '../../src/outward/imports/imports.follow.ts'
import type { ImportSource, SourceFeed } from '../../src/outward/imports/imports.record.ts'
import { createTestApp } from '../support/app.ts'
import { fakeSite, wireEvent } from './fakeSite.ts'
import { emptyCalendar, now, sourceOf } from './importing.ts'
import { sourceAt } from './siteSource.ts'

const event = (title: string, more: object = {}) => ({
  title,
  status: 'publish',
  start_date: '2031-05-01 20:00:00',
  end_date: '2031-05-01 22:00:00',
  ...more,
})

/** Another Kalends, which ends with the test. */
async function elsewhere() {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const origin = await app.app.server.listen({ port: 0, host: '127.0.0.1' })
  const sent = async (method: 'POST' | 'DELETE', path: string, json: object) => {
    const { status, text } = await app.ask({ as: 'administrator', method, path, json })
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  }
  return {
    root: `${origin}/vendor/events/v1`,
    create: async (path: string, json: object) => app.create(path, json),
    remove: async (path: string) => app.remove(path),
    change: async (path: string, json: object) => sent('POST', path, json),
    trash: async (path: string) => sent('DELETE', path, {}),
  }
}

/** A calendar that has taken over the other one, and follows it from then on. */
async function mirror({ root }: { readonly root: string }) {
  const calendar = await emptyCalendar()
  const { db, run } = calendar
  const { source, asked } = sourceAt({ root })
  const feed = source.feed as SourceFeed
  let token = (await feed.begin()) ?? ''
  expect(token).not.toBe('')
  await run(source)
  return {
    ...calendar,
    source,
    /** Takes over what has changed since the last time; answers the report, and the paths that were asked for. */
    follow: async () => {
      asked.length = 0
      const changed = await feed.since(token, 0)
      token = changed?.next ?? ''
      const report = changed?.source && (await run(changed.source))
      return { report, asked: asked.map((url) => new URL(url).pathname.replace('/vendor/events/v1', '')) }
    },
    events: async () => {
      const rows = await db.read
        .selectFrom('events')
        .select(['id', 'title', 'status'])
        .orderBy('id')
        .execute()
      return rows.map(({ id, title, status }) => [id, title, status])
    },
  }
}

test('what changes at another Kalends is taken over without reading its lists, and the next whole import finds nothing new', async () => {
  const other = await elsewhere()
  const venue = await other.create('venues', { venue: 'Hall', status: 'publish' })
  const one = await other.create('events', event('One', { venue: venue.id }))
  const two = await other.create('events', event('Two'))
  const { db, run, source, follow, events } = await mirror(other)
  expect((await follow()).report).toBeUndefined()

  const below = await other.create('categories', { name: 'Jazz' })
  const above = await other.create('categories', { name: 'Culture' })
  await other.change(`categories/${below.id}`, { parent: above.id })
  await other.change(`categories/${above.id}`, { description: 'All of it.' })
  expect((await follow()).report?.counts.category).toMatchObject({ created: 2, skipped: 0 })
  const terms = await db.read.selectFrom('terms').select(['id', 'parent']).orderBy('id').execute()
  expect(terms).toEqual([
    { id: below.id, parent: above.id },
    { id: above.id, parent: 0 },
  ])

  await other.change(`events/${one.id}`, { title: 'One, later', categories: ['Music'] })
  await other.change(`venues/${venue.id}`, { city: 'Exampleton' })
  const three = await other.create('events', event('Three', { venue: { venue: 'Cellar' } }))
  await other.create('events', event('Unseen', { status: 'draft' }))
  const { report, asked } = await follow()
  expect(report?.counts.event).toMatchObject({ created: 1, updated: 1, removed: 0 })
  expect(report?.counts.venue).toMatchObject({ created: 1, updated: 1, removed: 0 })
  expect(await events()).toEqual([
    [one.id, 'One, later', 'publish'],
    [two.id, 'Two', 'publish'],
    [three.id, 'Three', 'publish'],
  ])
  const there = await db.read.selectFrom('venues').select(['title', 'city']).orderBy('id').execute()
  expect(there).toEqual([
    { title: 'Hall', city: 'Exampleton' },
    { title: 'Cellar', city: '' },
  ])
  expect(asked).toContain('/changes')
  expect(asked.filter((path) => /^\/(?:events|venues|organizers|categories|tags)$/.test(path))).toEqual([])
  expect(asked.filter((path) => /\/tribe_/.test(path) && !path.endsWith('_cat'))).toEqual([])

  const before = await db.revision()
  const { counts, skipped } = await run(source)
  expect([counts.event, skipped]).toEqual([
    expect.objectContaining({ created: 0, updated: 0, removed: 0 }),
    [],
  ])
  expect(await db.revision()).toBe(before)
})

test('what ends there ends here as a whole import would end it, and comes back when it does there', async () => {
  const other = await elsewhere()
  const venue = await other.create('venues', { venue: 'Arena', status: 'publish' })
  const made: number[] = []
  for (const title of ['A', 'B', 'C', 'D'])
    made.push((await other.create('events', event(title, { venue: venue.id }))).id)
  const [a = 0, b = 0, c = 0, d = 0] = made
  const { db, follow, events } = await mirror(other)
  const statuses = async () => new Map((await events()).map(([id, , status]) => [id, status]))
  // Of this one somebody here has made a draft: a source that shows published ones alone does not remove it.
  await db.write((tx) => tx.updateTable('events').set({ status: 'draft' }).where('id', '=', b).execute())

  await other.trash(`events/${a}`)
  await other.trash(`events/${b}`)
  await other.change(`events/${c}`, { status: 'private' })
  await other.trash(`venues/${venue.id}`)
  const { report } = await follow()
  expect(report?.counts.event).toMatchObject({ removed: 2, created: 0 })
  const after = await statuses()
  expect([a, b, c, d].map((id) => after.get(id))).toEqual(['trash', 'draft', 'trash', 'publish'])
  // An event here is still at it.
  const { status } = await db.read
    .selectFrom('venues')
    .select('status')
    .where('id', '=', venue.id)
    .executeTakeFirstOrThrow()
  expect(status).toBe('publish')

  await other.change(`events/${c}`, { status: 'publish' })
  await follow()
  expect((await statuses()).get(c)).toBe('publish')
  await other.remove(`events/${c}`)
  await follow()
  expect((await statuses()).get(c)).toBe('trash')
})

test('when most has ended nothing is removed', async () => {
  const other = await elsewhere()
  const made: number[] = []
  for (const title of ['A', 'B', 'C', 'D', 'E']) made.push((await other.create('events', event(title))).id)
  const { follow, events } = await mirror(other)
  const before = await events()
  expect(before).toHaveLength(5)
  for (const id of made.slice(1, 4)) await other.trash(`events/${id}`)
  await expect(follow()).rejects.toThrow(
    'only 2 of the 5 records of the kind “event” that it had. Nothing was removed.',
  )
  expect(await events()).toEqual(before)
})

test('a token that is too old, or of another database, asks for a whole import', async () => {
  const { source } = sourceAt(await elsewhere())
  const foreign = Buffer.from('0123456789ab.1.1').toString('base64url')
  expect(await source.feed?.since(foreign, 0)).toBeUndefined()
  expect(await source.feed?.since('none', 0)).toBeUndefined()
})

test('a site without a feed is read as a whole, and so is one that is read by a login, which sees more', async () => {
  const site = await fakeSite({ events: [wireEvent(1)] })
  const plain = sourceAt(site)
  expect(await plain.source.feed?.begin()).toBeUndefined()
  expect(plain.asked.filter((url) => url.includes('/changes'))).toEqual([])
  expect(await sourceAt(await elsewhere(), { user: 'ann' }).source.feed?.begin()).toBeUndefined()
})

/** A source that notes what is done with it, and tells these changes. */
function told(changes: readonly ('something' | 'nothing' | 'expired')[]) {
  const done: string[] = []
  const left = [...changes]
  const part: ImportSource = { ...sourceOf([]), ended: [] }
  const feed: SourceFeed = {
    begin: async () => {
      done.push('token')
      return 'first'
    },
    since: async (token) => {
      done.push(`since ${token}`)
      const next = left.shift()
      if (next === undefined) throw new Error('Asked for more.')
      if (next === 'expired') return undefined
      return { next: `after ${token}`, source: next === 'something' ? part : undefined }
    },
  }
  return { done, source: { ...sourceOf([]), feed } satisfies ImportSource, part }
}

test('the token is taken before all is read, and the feed is followed until that has to be done again', async () => {
  const { db } = await emptyCalendar()
  const { done, source, part } = told(['nothing', 'something', 'expired'])
  const run = async (each: ImportSource) => done.push(each === part ? 'changes' : 'all')
  await followSource({ db: db.read, source, run, now: () => now, pause: async () => {} })
  expect(done).toEqual([
    'token',
    'all',
    'since first',
    'since after first',
    'changes',
    'since after after first',
  ])
})

test('all is read again after a day, and after a run that took up one that was broken off', async () => {
  const { db, run: imports } = await emptyCalendar()
  const { done, source } = told(['nothing', 'nothing'])
  let hours = 0
  const follow = async () =>
    followSource({
      db: db.read,
      source,
      run: async () => done.push('all'),
      now: () => now.add({ hours }),
      pause: async () => (hours += 13),
    })
  await follow()
  expect(done.filter((each) => each === 'all' || each.startsWith('since'))).toHaveLength(3)
  const broken: ImportSource = {
    ...sourceOf([]),
    async *read() {
      yield { records: [], cursor: '1' }
      throw new Error('Away.')
    },
  }
  await expect(imports(broken)).rejects.toThrow('Away.')
  done.length = 0
  await follow()
  expect(done).toEqual(['all'])
})

test('a run of changes that was broken off is not taken up: all is read from the beginning', async () => {
  const { run } = await emptyCalendar()
  const part: ImportSource = {
    ...sourceOf([]),
    ended: [],
    async *read() {
      yield { records: [], cursor: '' }
      throw new Error('Away.')
    },
  }
  await run(sourceOf([]))
  await expect(run(part)).rejects.toThrow('Away.')
  const resumed: unknown[] = []
  const all: ImportSource = {
    ...sourceOf([]),
    read: (resume, pages) => {
      resumed.push(resume)
      return sourceOf([]).read(resume, pages)
    },
  }
  await run(all)
  expect(resumed).toEqual([undefined])
})
