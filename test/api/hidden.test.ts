import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const post = async (path: string, json: object) => {
  const { body } = await app.ask({ as: 'editor', method: 'POST', path, json: { status: 'draft', ...json } })
  return `${path.split('/').at(-1)}/${body.id}`
}

/** Drafts of an editor, and changes that do not go together with what is stored of them. */
async function drafts(): Promise<[path: string, json: object][]> {
  const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' }
  const event = await post('events', { title: 'Secret', ...times })
  const venue = await post('venues', { venue: 'Secret', geo_lat: 1, geo_lng: 2 })
  const ticket = await post(`${event}/tickets`, {
    name: 'Secret',
    status: undefined,
    price: 10,
    sale_end_date: '2031-05-01',
  })
  return [
    [event, { end_date: '2031-04-30' }],
    [event, { start_date: '2031-05-02' }],
    [venue, { geo_lat: null }],
    [ticket, { sale_start_date: '2031-06-01' }],
  ]
}

test.each<[Role | undefined, number]>([
  [undefined, 401],
  ['subscriber', 403],
  ['contributor', 403],
  ['author', 403],
  ['editor', 400],
])('%s learns from what is wrong with a change only what one may have', async (as, status) => {
  for (const [path, json] of await drafts()) {
    const answer = await app.ask({ ...(as ? { as } : {}), method: 'POST', path, json })
    expect(answer.status, `${path} ${JSON.stringify(json)}`).toBe(status)
    if (status !== 400) expect(answer.text).not.toContain('2031-05')
  }
})
