import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, RequestFailed, SyncExpired, type Change } from '../../src/outward/client/index.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
let address: string
beforeAll(async () => {
  app = await createTestApp({ SITE_URL: 'https://calendar.example' })
  const origin = await app.app.server.listen({ host: '127.0.0.1', port: 0 })
  address = `${origin}/vendor/events/v1`
  for (let number = 1; number <= 7; number += 1)
    await app.create('events', {
      title: `Event ${number}`,
      start_date: `2131-03-0${number} 18:00`,
      end_date: `2131-03-0${number} 20:00`,
    })
})
afterAll(() => app.close())

const asEditor = () => {
  const [login = '', ...password] = app.credentials.editor.split(':')
  return createClient(address, { login, password: password.join(':') })
}

describe('pages', () => {
  test('are every record of a list, each once, though the calendar names another address than it was asked at', async () => {
    const titles = []
    for await (const { title } of createClient(`${address}/`).pages<{ title: string }>('/events', {
      query: { per_page: 3, start_date: '2131-01-01', end_date: '2131-12-31' },
    }))
      titles.push(title)
    expect(titles).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `Event ${number}`))
  })

  test('are told to be refused in the words of the calendar', async () => {
    const asked = createClient(address)
      .pages('/events', { query: { per_page: 'many' } })
      .next()
    await expect(asked).rejects.toThrow(RequestFailed)
    await expect(asked).rejects.toMatchObject({ status: 400, code: 'rest_invalid_param' })
  })
})

describe('changes', () => {
  test('come as they are made, with a token each, from which one goes on', async () => {
    const stop = new AbortController()
    const following = createClient(address).changes({
      kinds: ['event'],
      include: ['records'],
      signal: stop.signal,
    })
    const first = following.next()
    // The token of today is asked for first.
    await new Promise((resolve) => setTimeout(resolve, 300))
    const { data, response } = await (
      asEditor() as unknown as {
        POST: (path: string, init: object) => Promise<{ data: { id: number }; response: Response }>
      }
    ).POST('/events', {
      body: { title: 'New', start_date: '2131-04-01 18:00', end_date: '2131-04-01 20:00', status: 'publish' },
    })
    expect(response.status).toBe(201)
    const { value } = await first
    expect(value).toMatchObject({ kind: 'event', id: data.id, action: 'created', record: { title: 'New' } })
    const { token } = value as Change
    await app.create('events', {
      title: 'Later',
      start_date: '2131-04-02 18:00',
      end_date: '2131-04-02 20:00',
    })
    const later = await createClient(address)
      .changes({ since: token, include: ['records'] })
      .next()
    expect(later.value).toMatchObject({ action: 'created', record: { title: 'Later' } })
    stop.abort()
    await expect(following.next()).rejects.toThrow()
  })

  test('of a page that is read in the middle are told again, and none is missed', async () => {
    const { next } = await app.read('changes')
    for (const title of ['A', 'B', 'C'])
      await app.create('events', { title, start_date: '2131-05-01 18:00', end_date: '2131-05-01 20:00' })
    const client = createClient(address)
    const told = client.changes({ since: next, include: ['records'] })
    await told.next()
    const { token } = (await told.next()).value as Change
    const again = client.changes({ since: token, include: ['records'] })
    const titles = []
    for await (const { record } of again) {
      titles.push(record?.['title'])
      if (titles.at(-1) === 'C') break
    }
    expect(titles).toEqual(['A', 'B', 'C'])
  })

  test('from a token of another calendar are to be begun anew', async () => {
    const other = await createTestApp()
    const { next } = await other.read('changes')
    await other.close()
    await expect(createClient(address).changes({ since: next }).next()).rejects.toThrow(SyncExpired)
  })
})
