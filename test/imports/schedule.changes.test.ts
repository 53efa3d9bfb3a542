import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../support/app.ts'
import { ask, atRest } from './sources.ts'

const event = (title: string, more: object = {}) => ({
  title,
  status: 'publish',
  start_date: '2031-05-01 20:00:00',
  end_date: '2031-05-01 22:00:00',
  ...more,
})
const start = Temporal.Instant.from('2031-03-11T18:00:00Z')

/** Another Kalends with some events, and a calendar that imports it every half hour. */
async function following() {
  const other = await createTestApp()
  onTestFinished(() => other.close())
  const origin = await other.app.server.listen({ port: 0, host: '127.0.0.1' })
  const asked: string[] = []
  other.app.server.server.on('request', ({ url = '' }: { url?: string }) =>
    asked.push(url.replace('/vendor/events/v1', '').replace(/\?.*/, '')),
  )
  // A page of events is asked for to see whether there is a calendar.
  const hasReadAll = () => asked.includes('/venues')
  const made: number[] = []
  for (const title of ['One', 'Two', 'Three', 'Four'])
    made.push((await other.create('events', event(title))).id)
  const app = await createTestApp({ IMAGE_HOSTS: new URL(origin).host })
  onTestFinished(() => app.close())
  app.setNow(start)
  const url = `${origin}/vendor/events/v1`
  const { body } = await ask(app, 'POST', 'sources', { url, every: '30m' })
  await atRest(app, body.id)
  return {
    app,
    other,
    made,
    id: body.id as number,
    change: async (path: string, json: object, method: 'POST' | 'DELETE' = 'POST') =>
      expect((await other.ask({ as: 'administrator', method, path, json })).status).toBe(200),
    /** The run that is due so long after the beginning: what it did, and whether it has read the lists. */
    runAfter: async (minutes: number) => {
      asked.length = 0
      app.setNow(start.add({ minutes }))
      expect(await app.app.importDue()).toBe(1)
      const { runs, health } = await atRest(app, body.id)
      const { status, created, updated, removed } = runs[0]
      return { did: [status, created, updated, removed], health, readsAll: hasReadAll() }
    },
    readsAllBy: async (path: string, json?: object) => {
      asked.length = 0
      expect((await ask(app, 'POST', path, json)).status).toBeLessThan(300)
      await atRest(app, body.id)
      return hasReadAll()
    },
    titles: async () =>
      (await app.read('events', { start_date: '2031-01-01', per_page: 50 })).events.map(
        ({ title }: { title: string }) => title,
      ),
  }
}

test('a scheduled import of another Kalends reads what has changed there alone, and all of it once a day, or when it is asked for', async () => {
  const { other, made, id, change, runAfter, readsAllBy, titles } = await following()
  const [one, two] = made
  expect(await runAfter(30)).toEqual({ did: ['done', 0, 0, 0], health: 'good', readsAll: false })

  await change(`events/${one}`, { title: 'One, later' })
  await change(`events/${two}`, {}, 'DELETE')
  await other.create('events', event('Five'))
  expect(await runAfter(60)).toEqual({ did: ['done', 1, 1, 1], health: 'good', readsAll: false })
  expect((await titles()).toSorted()).toEqual(['Five', 'Four', 'One, later', 'Three'])
  expect(await runAfter(90)).toMatchObject({ did: ['done', 0, 0, 0], readsAll: false })

  await change(`events/${one}`, { title: 'One, asked for' })
  expect(await readsAllBy(`sources/${id}/run`)).toBe(true)
  expect(await titles()).toContain('One, asked for')
  expect(await runAfter(125)).toMatchObject({ did: ['done', 0, 0, 0], readsAll: false })
  // The whole of it was last read when that was asked for.
  expect(await runAfter(90 + 24 * 60)).toMatchObject({ did: ['done', 0, 0, 0], readsAll: true })
  expect(await runAfter(120 + 24 * 60)).toMatchObject({ readsAll: false })
})

test('a scheduled import reads all where the token is of no use there any more, and after a run that failed', async () => {
  const { app, made, id, change, runAfter, titles } = await following()
  const tokenOf = async () => {
    const rows = await app.db.read.selectFrom('import_schedules').select('feed_token').execute()
    return rows[0]?.feed_token
  }
  const foreign = Buffer.from('0123456789ab.1.1').toString('base64url')
  for (const token of [foreign, 'none']) {
    await app.db.write(
      (tx) => tx.updateTable('import_schedules').set({ feed_token: token }).execute(),
      'aside',
    )
    await change(`events/${made[0]}`, { title: `After ${token}` })
    expect(await runAfter(token === foreign ? 30 : 60)).toEqual({
      did: ['done', 0, 1, 0],
      health: 'good',
      readsAll: true,
    })
    expect(await titles()).toContain(`After ${token}`)
  }
  expect(await runAfter(90)).toMatchObject({ readsAll: false })

  // Most of it is gone at once, and nothing goes for that: the next run must not go on behind it.
  for (const event of made.slice(1)) await change(`events/${event}`, {}, 'DELETE')
  expect(await runAfter(120)).toMatchObject({ did: ['failed', 0, 0, 0], readsAll: false })
  expect(await tokenOf()).toBe('')
  await ask(app, 'POST', `sources/${id}`, { allow_removals: true })
  expect(await runAfter(150)).toMatchObject({ did: ['done', 0, 0, 3], readsAll: true })
  expect(await titles()).toEqual(['After none'])
})

test('a clock that was weeks ahead puts off no run until then; one that was minutes ahead changes nothing', async () => {
  const { app, runAfter } = await following()
  expect(await runAfter(60 * 24 * 30)).toMatchObject({ did: ['done', 0, 0, 0] })
  expect(await runAfter(5)).toMatchObject({ did: ['done', 0, 0, 0] })
  // From then on it is every half hour again.
  app.setNow(start.add({ minutes: 30 }))
  expect(await app.app.importDue()).toBe(0)
  expect(await runAfter(36)).toMatchObject({ health: 'good' })
})
