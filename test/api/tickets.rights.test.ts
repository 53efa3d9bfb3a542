import { describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import type { Answered } from '../support/app.ts'
import { dump } from './dump.ts'
import { openDesk } from './tickets.ts'

const { app, desk } = await openDesk()

describe('the tickets of an event', () => {
  test('are listed by position, a page at a time, with links that work', async () => {
    const id = await desk.event()
    await desk.ticket(await desk.event(), { name: 'Of another' })
    for (const [name, position] of [
      ['c', 5],
      ['a', 1],
      ['d', undefined],
      ['b', 1],
    ] as const)
      await desk.ticket(id, { name, position })
    const path = `events/${id}/tickets`
    const names = ({ body }: Answered) => body.tickets.map(({ name }: { name: string }) => name)
    const whole = await app.ask({ path })
    expect(names(whole)).toEqual(['a', 'b', 'c', 'd'])
    expect(whole.body).toMatchObject({ total: 4, total_pages: 1 })
    const first = await app.ask({ path, query: { per_page: 3 } })
    expect(first.headers).toMatchObject({ 'x-tec-total': '4', 'x-wp-totalpages': '2' })
    const follow = (url: string) => app.ask({ path: url.slice(new URL(url).origin.length), absolute: true })
    const second = await follow(first.body.next_rest_url)
    expect(names(second)).toEqual(['d'])
    expect((await follow(second.body.previous_rest_url)).text).toBe(first.text)
    expect((await follow(second.body.rest_url)).text).toBe(second.text)
    expect(await app.ask({ path, query: { page: 2 } })).toMatchObject({
      status: 404,
      body: { code: 'ticket-archive-page-not-found' },
    })
  })

  test('are no more than a hundred', async () => {
    const id = await desk.event()
    const made = await desk.ticket(id)
    const { id: _id, ...row } = await app.db.read
      .selectFrom('tickets')
      .selectAll()
      .where('id', '=', made)
      .executeTakeFirstOrThrow()
    await app.db.write((tx) =>
      tx
        .insertInto('tickets')
        .values(Array.from({ length: 99 }, () => row))
        .execute(),
    )
    expect(await desk.post(id, { name: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'too-many-tickets' },
    })
    await desk.remove(made, { force: true })
    expect((await desk.post(id, { name: 'x' })).status).toBe(201)
  })

  test.each([
    ['no event', '999999', 404, 'rest-event-not-found'],
    ['another kind of record', 'venue', 400, 'rest-invalid-event-id'],
  ])('of %s are none', async (_what, named, status, code) => {
    const venue = await app.ask({ as: 'author', method: 'POST', path: 'venues', json: { venue: 'Hall' } })
    const id = named === 'venue' ? venue.body.id : named
    expect(await app.ask({ path: `events/${id}/tickets` })).toMatchObject({ status, body: { code } })
    expect(await desk.post(id, { name: 'x' })).toMatchObject({ status, body: { code } })
  })
})

describe('rights', () => {
  const statuses = ['publish', 'draft', 'private', 'future'] as const
  const roles = [undefined, 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const

  test.each(statuses.flatMap((status) => roles.map((as) => [status, as] as const)))(
    'on tickets of a %s event are for %s those on the event',
    async (status, as) => {
      const id = await desk.event({ status, ...(status === 'future' ? { date: '2031-03-01' } : {}) })
      const own = await desk.ticket(id)
      const who = as ? { as } : {}
      const ofEvent = await app.ask({ ...who, path: `events/${id}` })
      for (const path of [`tickets/${own}`, `events/${id}/tickets`]) {
        const { status: answered, body } = await app.ask({ ...who, path })
        expect([answered, body.code]).toEqual([ofEvent.status, ofEvent.body.code])
      }
      const edit = await app.ask({ ...who, method: 'PATCH', path: `events/${id}`, json: {} })
      const before = await dump(app.db)
      const writes = [
        [await desk.post(id, { name: 'x' }, as ?? null), 201],
        ...(await Promise.all(
          (['POST', 'PUT', 'PATCH'] as const).map(
            async (method) =>
              [await app.ask({ ...who, method, path: `tickets/${own}`, json: { name: 'y' } }), 200] as const,
          ),
        )),
        [await app.ask({ ...who, method: 'DELETE', path: `tickets/${own}` }), 200],
      ] as const
      for (const [answer, success] of writes) {
        expect(answer.status, answer.text).toBe(edit.status === 200 ? success : edit.status)
        if (edit.status !== 200) expect(answer.body.code).toBe('rest_forbidden')
      }
      if (edit.status !== 200) expect(await dump(app.db)).toEqual(before)
    },
  )

  test('are told by Allow', async () => {
    const id = await desk.event()
    const own = await desk.ticket(id)
    const allow = async (path: string, as?: Role) =>
      (await app.ask({ ...(as ? { as } : {}), path })).headers['allow']
    expect(await allow(`events/${id}/tickets`)).toBe('GET')
    expect(await allow(`events/${id}/tickets`, 'author')).toBe('GET, POST')
    expect(await allow(`tickets/${own}`)).toBe('GET')
    expect(await allow(`tickets/${own}`, 'author')).toBe('GET, DELETE, POST, PUT, PATCH')
  })

  test('to read take the password of the event, unless one may edit it', async () => {
    const id = await desk.event({ password: 'sesame' })
    const own = await desk.ticket(id)
    for (const path of [`tickets/${own}`, `events/${id}/tickets`]) {
      const asked = async (as?: Role, password?: string) => {
        const answer = await app.ask({ ...(as ? { as } : {}), path, query: password ? { password } : {} })
        return answer.body.code ?? answer.status
      }
      expect(await asked()).toBe('event-password-protected')
      expect(await asked('contributor')).toBe('event-password-protected')
      expect(await asked(undefined, 'wrong')).toBe('event-password-protected')
      expect(await asked(undefined, 'sesame')).toBe(200)
      expect(await asked('author')).toBe(200)
    }
    const list = await app.ask({ path: `events/${id}/tickets`, query: { password: 'sesame', per_page: 1 } })
    expect(new URL(list.body.rest_url).searchParams.get('password')).toBe('sesame')
  })
})
