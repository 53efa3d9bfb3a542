import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

// Readers of the original choose by dates of publication and change, by authors and by ids; what had no effect would answer too much.

let app: TestApp
const ids: Record<string, number[]> = { tribe_events: [], tribe_venue: [], tribe_organizer: [] }
const when = { start_date: '2031-03-11 18:00:00', end_date: '2031-03-11 21:00:00' }
const now = (time: string) => app.setNow(Temporal.Instant.from(time))

const makes = {
  tribe_events: ['events', (n: number) => ({ ...when, title: `Event ${n}` })],
  tribe_venue: ['venues', (n: number) => ({ venue: `Venue ${n}` })],
  tribe_organizer: ['organizers', (n: number) => ({ organizer: `Organizer ${n}` })],
} as const
const kinds = Object.keys(makes) as (keyof typeof makes)[]

beforeAll(async () => {
  app = await createTestApp({ REST_ROOT: '/wp-json', SITE_TIMEZONE: 'Europe/Berlin' })
  for (const kind of kinds) {
    const [path, fields] = makes[kind]
    for (const n of [1, 2, 3, 4]) {
      now(`2030-01-0${n}T12:00:00Z`)
      ids[kind]?.push((await app.create(path, fields(n), n === 2 ? 'author' : 'editor')).id)
    }
    now('2030-02-01T12:00:00Z')
    const first = `${path}/${ids[kind]?.[0]}`
    await app.ask({ as: 'administrator', method: 'POST', path: first, json: { description: 'Changed.' } })
  }
  now('2030-02-02T12:00:00Z')
})
afterAll(() => app.close())

async function ask(path: string) {
  return app.ask({ path: `/wp-json/wp/v2/${path}`, absolute: true })
}

describe.each(kinds)('of %s', (kind) => {
  /** The numbers of the records that the list has, in its order. */
  const list = async (query: string) => {
    const { status, body } = await ask(`${kind}?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.map(({ id }: { id: number }) => (ids[kind]?.indexOf(id) ?? 0) + 1)
  }
  const named = (...numbers: number[]) => numbers.map((number) => ids[kind]?.[number - 1]).join(',')

  test.each([
    ['after=2030-01-03T00:00:00', [4, 3]],
    ['after=2030-01-03T13:00:00', [4]],
    ['after=2030-01-03T12:00:00Z', [4]],
    ['before=2030-01-03T13:00:00', [2, 1]],
    ['after=2030-01-01T20:00:00&before=2030-01-04T00:00:00', [3, 2]],
    ['modified_after=2030-01-31T00:00:00', [1]],
    ['modified_before=2030-01-03T00:00:00%2B01:00', [2]],
    ['after=-31 days', [4, 3]],
  ])('?%s', async (query, expected) => {
    expect(await list(query)).toEqual(expected)
  })

  test('by who wrote them, and without some', async () => {
    expect(await list(`author=${app.ids.author}`)).toEqual([2])
    expect(await list(`author[]=${app.ids.author}&author[]=${app.ids.editor}&order=asc`)).toEqual([
      1, 2, 3, 4,
    ])
    expect(await list(`exclude=${named(2, 4)}`)).toEqual([3, 1])
    expect(await list(`exclude[]=${named(1)}&author=${app.ids.editor}`)).toEqual([4, 3])
  })

  test('in the order of the ids that are asked for, in pages too', async () => {
    const query = `include=${named(3, 1, 4)}&orderby=include`
    expect(await list(query)).toEqual([3, 1, 4])
    expect(await list(`${query}&order=desc`)).toEqual([3, 1, 4])
    expect(await list(`${query}&per_page=2&page=2`)).toEqual([4])
    const { status, body } = await ask(`${kind}?orderby=include`)
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['orderby']])
  })

  test('without the first ones, of which the total still knows', async () => {
    expect(await list('offset=1&per_page=2')).toEqual([3, 2])
    expect(await list('offset=4')).toEqual([])
    const { headers } = await ask(`${kind}?offset=1&per_page=2`)
    expect(headers['x-wp-total']).toBe('4')
    const next = /<([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1] ?? ''
    expect(await list(new URL(next).search.slice(1))).toEqual([1])
  })

  test('links to the next page keep what was asked for, moments as what they were', async () => {
    const { headers } = await ask(`${kind}?after=-32 days&author=${app.ids.editor}&exclude=99&per_page=1`)
    const next = /<([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1] ?? ''
    const query = new URL(next).searchParams
    expect(query.get('after')).toBe('2030-01-01T12:00:00Z')
    expect([query.get('author'), query.get('exclude')]).toEqual([String(app.ids.editor), '99'])
    expect(await list(new URL(next).search.slice(1))).toEqual([3])
  })

  test.each(['after=soon', 'before=', 'modified_after=2030-13-01', 'author=x', 'exclude=0', 'offset=-1'])(
    'refuses ?%s',
    async (query) => {
      const { status, body } = await ask(`${kind}?${query}`)
      expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
      expect(Object.keys(body.data.params)).toEqual([query.replace(/=.*/, '')])
    },
  )
})
