import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE_TIMEZONE: 'Europe/Berlin' })
  app.setNow(Temporal.Instant.from('2031-03-01T12:00:00Z'))
})
afterAll(() => app.close())

const times = { start_date: '2031-03-11 18:00', end_date: '2031-03-11 21:00' }

const open = async (url: string, as?: 'editor' | 'subscriber' | 'contributor', language = 'en-GB') => {
  const { pathname, search } = new URL(url)
  const { text, headers } = await app.ask({
    path: pathname + search,
    absolute: true,
    headers: { accept: 'text/html', 'accept-language': language },
    ...(as ? { as } : {}),
  })
  const [bar] = /<section class="edit-bar"[\s\S]*?<\/section>/.exec(text) ?? []
  return { bar, text, headers }
}

test('who may change an event has a bar above its page, all of links; nobody else, and nothing kept, has it', async () => {
  const { id, url } = await app.create('events', { title: 'Mendable', ...times })
  const { bar, text, headers } = await open(url, 'editor')
  for (const path of [
    `events/${id}"`,
    `events/new?like=${id}"`,
    `events/${id}#p-happening"`,
    `history/events/${id}"`,
    '"',
  ])
    expect(bar).toContain(`href="/admin/${path}`)
  expect(bar).toMatch(/<b>Published<\/b><span class="edit-since"> since 1 Mar 2031/)
  expect(bar).not.toMatch(/<script|style=|onclick/)
  expect(text).toContain('/assets/bar.')
  expect(headers['cache-control']).toMatch(/no-store|private/)
  for (const as of [undefined, 'subscriber', 'contributor'] as const) {
    const other = await open(url, as)
    expect(other.bar).toBeUndefined()
    expect(other.text).not.toContain('/assets/bar.')
  }
})

test('of a date of a series it cancels that date; of what is cancelled nothing; what waits it approves', async () => {
  const flute = await app.create('events', {
    title: 'Flute',
    ...times,
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'],
  })
  expect((await open(flute.url, 'editor')).bar).toContain('Cancel this date')
  const off = await app.create('events', { title: 'Off', ...times, event_status: 'canceled' })
  expect((await open(off.url, 'editor')).bar).not.toContain('#p-happening')
  const waits = await app.ask({
    as: 'contributor',
    method: 'POST',
    path: 'events',
    json: { title: 'Waits', status: 'pending', ...times },
  })
  const { bar } = await open(waits.body.url, 'editor', 'de')
  expect(bar).toContain('Wartet auf Freigabe')
  expect(bar).toContain(`href="/admin/waiting/${waits.body.id}"`)
})

test('who decides sees in the bar and at the start of the interface how much waits, a series once', async () => {
  const waitsNow = async (as: 'editor' | 'contributor') => {
    const { text } = await app.ask({ as, path: '/admin/', absolute: true, headers: { accept: 'text/html' } })
    return /data-waiting="(\d*)"\s+data-proposed="(\d*)"/.exec(text)?.slice(1)
  }
  const [before = ''] = (await waitsNow('editor')) ?? []
  const { body } = await app.ask({
    as: 'contributor',
    method: 'POST',
    path: 'events',
    json: { title: 'Choir', status: 'pending', ...times, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5'] },
  })
  expect(await waitsNow('editor')).toEqual([String(Number(before) + 1), '0'])
  expect(await waitsNow('contributor')).toEqual(['', ''])
  const { bar = '' } = await open(body.url, 'editor')
  expect(/class="edit-count"\s*>(\d+)<span class="hidden"> Waiting for approval</.exec(bar)?.[1]).toBe(
    String(Number(before) + 1),
  )
  expect((await open(body.url, 'contributor')).bar).not.toContain('edit-count')
})
