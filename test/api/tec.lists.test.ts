import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answered } from '../support/app.ts'
import { createTecCalendar, type TecCalendar } from './tec.ts'

let calendar: TecCalendar
beforeAll(async () => {
  calendar = await createTecCalendar()
})
afterAll(() => calendar.app.close())

const ask: TecCalendar['ask'] = (asked) => calendar.ask(asked)

describe('lists', () => {
  const titles = ({ body }: Answered) =>
    body.map(({ title }: { title: { rendered: string } }) => title.rendered)
  const listed = async (query: Record<string, unknown>, as?: 'administrator') =>
    titles(await ask({ ...(as ? { as } : {}), path: '/events', query }))
  const night = 'A &#8220;night&#8221; &#038; more'

  test.for<[string, Record<string, unknown>, string[]]>([
    ['have no window and hide nothing that is public', {}, ['Past', night, 'Hidden', 'Locked']],
    ['begin at a date', { start_date: '2031-05-02 02:00:00' }, [night, 'Hidden', 'Locked']],
    ['end before the midnight of a bare date', { end_date: '2031-05-02' }, ['Past']],
    ['end at a moment', { end_date: '2031-05-02T03:30:00+02:00' }, ['Past', night]],
    [
      'are strictly before and after',
      { starts_after: '2031-04-01 20:00:00', ends_before: '2031-06-01 11:00:00' },
      [night],
    ],
    ['know words of dates', { starts_after: '+1 month' }, ['Hidden', 'Locked']],
    ['are turned, in small letters too', { order: 'desc' }, ['Locked', 'Hidden', night, 'Past']],
    ['are ordered by title', { orderby: 'title', order: 'DESC' }, ['Past', 'Locked', 'Hidden', night]],
    ['have featured events', { featured: 'true' }, ['Past']],
    ['have others', { featured: 'false', end_date: '2031-05-30' }, [night]],
    ['know words', { search: 'line' }, [night]],
    ['take an empty search for none', { search: '', end_date: '2031-05-30' }, ['Past', night]],
    ['leave out IDs and stay in their window', { exclude: '1,999', start_date: '2031-07-01' }, ['Locked']],
  ])('%s', async ([, query, expected]) => {
    expect(await listed(query)).toEqual(expected)
  })

  test('are narrowed by one ID or several, by what they are linked to, and by IDs within their dates', async () => {
    expect(await listed({ venue: calendar.ids['venue'] })).toEqual([night])
    expect(await listed({ organizer: `${calendar.ids['organizer']}` })).toEqual([night])
    expect(await listed({ categories: calendar.ids['category'] })).toEqual([night])
    expect(await listed({ tags: `${calendar.ids['tag']},${calendar.ids['tag']}` })).toEqual([night])
    expect(
      await listed({ include: `${calendar.ids['event']},${calendar.ids['past']}`, start_date: '2031-05-01' }),
    ).toEqual([night])
    expect(await listed({ exclude: calendar.ids['event'], end_date: '2031-06-02' })).toEqual([
      'Past',
      'Hidden',
    ])
  })

  test('show other statuses to those who may edit, and silently what is public to others', async () => {
    expect(await listed({ status: 'draft' }, 'administrator')).toEqual(['Draft'])
    expect(await listed({ status: 'draft', end_date: '2031-05-01' })).toEqual(['Past'])
    expect(await listed({}, 'administrator')).not.toContain('Draft')
  })

  test('tell in headers how much there is, and link to the pages beside with all that was sent', async () => {
    const first = await ask({ path: '/events?per_page=1&x=0&search=' })
    expect(first.headers).toMatchObject({ 'x-wp-total': '4', 'x-wp-totalpages': '4' })
    expect(first.headers['link']).toMatch(
      /, <http:\/\/[^>]+\/wp-json\/tec\/v1\/events\?per_page=1&x=0&search=&page=2>; rel="next"$/,
    )
    const second = await ask({ path: '/events?page=2&per_page=1&x=0' })
    expect(second.headers['link']).toMatch(
      /events\?page=3&per_page=1&x=0>; rel="next", <[^>]+events\?page=1&per_page=1&x=0>; rel="prev"$/,
    )
    const all = await ask({ path: '/events' })
    expect(all.headers['link']).not.toMatch(/rel="(?:next|prev)"/)
    const none = await ask({ path: '/events', query: { search: 'nowhere' } })
    expect([none.body, none.headers['x-wp-total'], none.headers['x-wp-totalpages']]).toEqual([[], '0', '0'])
    const past = await ask({ path: '/venues', query: { page: 9 } })
    expect([past.status, past.body]).toEqual([
      404,
      { code: 'tec_rest_organizers_page_not_found', message: expect.any(String) },
    ])
    const fields = await ask({ path: '/events', query: { per_page: 1, _fields: 'id,title' } })
    expect(Object.keys(fields.body[0])).toEqual(['id', 'title'])
    expect((await ask({ method: 'HEAD', path: '/events' })).headers['x-wp-total']).toBe('4')
  })

  test('have at most a hundred records', async () => {
    const { status, headers } = await ask({ path: '/events', query: { per_page: 2000 } })
    expect([status, headers['x-wp-totalpages']]).toEqual([200, '1'])
  })

  test('of venues and organizers are narrowed by their events', async () => {
    await calendar.make('/venues', { title: 'Bare' })
    const names = async (path: string, query: Record<string, unknown>) => titles(await ask({ path, query }))
    expect(await names('/venues', { event: calendar.ids['event'] })).toEqual(['Halle &#038; Hof'])
    expect(await names('/organizers', { only_with_upcoming: true })).toEqual(['Club'])
    expect(await names('/venues', { has_events: 'true' })).toEqual(['Halle &#038; Hof'])
    expect(await names('/venues', { exclude: calendar.ids['venue'] })).toEqual(['Bare'])
    expect(await names('/venues', { include: calendar.ids['venue'] })).toEqual(['Halle &#038; Hof'])
    expect((await ask({ path: '/venues', query: { event: 999_999 } })).status).toBe(400)
  })
})
