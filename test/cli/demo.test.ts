import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { kalends, temporaryFolder } from './sandbox.ts'

test('an empty calendar is filled once, and one with events is left as it is', async () => {
  const folder = temporaryFolder()
  const { status, stdout, stderr } = await kalends(folder, ['demo', '--no-images'])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^2000 events, 61 venues, [45]\d organizers, [89]\d categories, 0 images\n$/)
  expect(stderr).toContain('The first user is “admin”')
  expect(stderr).toContain('2000/2000 events\n')

  expect(await kalends(folder, ['demo', '--no-images'])).toEqual({
    status: 1,
    stdout: '',
    stderr: 'kalends: The calendar has events already: the demo goes into an empty one only.\n',
  })
  const db = await openDatabase(join(folder, 'kalends.db'))
  try {
    const events = await db.read
      .selectFrom('events')
      .select(['status', 'timezone', 'featured', 'starts_at'])
      .execute()
    expect(events).toHaveLength(2000)
    expect(new Set(events.map(({ status }) => status))).toEqual(new Set(['publish']))
    expect(new Set(events.map(({ timezone }) => timezone))).toEqual(new Set(['Europe/London']))
    expect(events.filter(({ featured }) => featured === 1).length).toBeGreaterThan(12)
    const places = await db.read.selectFrom('venues').select(['geo_lat', 'geo_lng']).execute()
    expect(places.filter(({ geo_lat, geo_lng }) => geo_lat === null || geo_lng === null)).toEqual([])
    const tickets = await db.read.selectFrom('tickets').select('event_id').execute()
    expect(tickets.length).toBeGreaterThan(50)
    const terms = await db.read.selectFrom('terms').select(['id', 'parent', 'count', 'taxonomy']).execute()
    expect(
      terms.reduce((sum, { count, taxonomy }) => sum + (taxonomy === 'tribe_events_cat' ? count : 0), 0),
    ).toBe(2000)
  } finally {
    await db.close()
  }
})

test('a seed that is no number is refused, and nothing is written', async () => {
  const folder = temporaryFolder()
  const { status, stderr } = await kalends(folder, ['demo', '--seed', 'spring'])
  expect(status).toBe(2)
  expect(stderr).toContain('--seed must be a whole number of at most nine digits, not “spring”.')
  expect((await kalends(folder, ['user', 'list'])).stdout).toBe('')
})
