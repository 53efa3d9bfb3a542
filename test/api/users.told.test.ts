import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { refusal, usersOf } from './users.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const ask = usersOf(() => app)
const by = 'administrator' as const
const rows = () => app.db.read.selectFrom('users').selectAll().orderBy('id').execute()

describe('what is told of users', () => {
  beforeAll(async () => {
    await app.create('venues', { venue: 'Hall', status: 'publish' }, 'author')
    await app.create('venues', { venue: 'Shed', status: 'draft' }, 'contributor')
    await app.create('events', {
      title: 'Behind a password',
      start_date: '2031-03-01',
      end_date: '2031-03-02',
      author: app.ids.contributor,
      password: 'secret',
    })
  })

  test.each([undefined, 'subscriber', 'contributor', 'editor'] as const)(
    'to “%s” is who published something, as anybody may know them',
    async (as) => {
      const { status, body, text } = await ask('GET', '', { as })
      expect(status).toBe(200)
      const ids = body.map(({ id }: { id: number }) => id)
      expect(ids).toContain(app.ids.author)
      expect(ids).not.toContain(app.ids.contributor)
      expect(ids).not.toContain(app.ids.subscriber)
      expect(text).not.toContain('@example')
      const [one] = body
      expect(Object.keys(one)).toEqual(['id', 'name', 'url', 'description', 'link', 'slug', 'meta', '_links'])
    },
  )

  test.each<[Record<string, unknown>, string]>([
    [{ roles: 'author' }, 'rest_user_cannot_view'],
    [{ context: 'edit' }, 'rest_forbidden_context'],
    [{ orderby: 'email' }, 'rest_forbidden_orderby'],
    [{ orderby: 'registered_date' }, 'rest_forbidden_orderby'],
    [{ who: 'authors' }, 'rest_forbidden_who'],
  ])('is not chosen by %j by strangers', async (query, code) => {
    const answer = await ask('GET', '', { query })
    expect(refusal(answer)).toBe(`401 ${code}`)
    expect(answer.headers['www-authenticate']).toBeDefined()
    expect(refusal(await ask('GET', '', { as: 'subscriber', query }))).toBe(`403 ${code}`)
    expect((await ask('GET', '', { as: by, query })).status).toBe(200)
  })

  test('is not found by e-mail address or login by strangers', async () => {
    const found = async (search: string, as?: Role) =>
      (await ask('GET', '', { as, query: { search } })).body.map(({ id }: { id: number }) => id)
    await ask('POST', `/${app.ids.author}`, { as: by, json: { name: 'Wordsmith', slug: 'smith' } })
    expect(await found('wordsm')).toEqual([app.ids.author])
    expect(await found('author@example')).toEqual([])
    expect(await found('@')).toEqual([])
    expect(await found('author@example', by)).toEqual([app.ids.author])
    expect(await found('smíth')).toEqual([app.ids.author])
  })

  test('of one is told to strangers where they published something', async () => {
    const seen = await ask('GET', `/${app.ids.author}`)
    expect(seen.status).toBe(200)
    expect(seen.body).not.toHaveProperty('roles')
    expect(seen.text).not.toContain('@example')
    for (const [id, query] of [
      [app.ids.contributor, {}],
      [app.ids.author, { context: 'edit' }],
    ] as const) {
      expect(refusal(await ask('GET', `/${id}`, { query }))).toBe('401 rest_user_cannot_view')
      expect(refusal(await ask('GET', `/${id}`, { as: 'editor', query }))).toBe('403 rest_user_cannot_view')
      expect((await ask('GET', `/${id}`, { as: by, query })).status).toBe(200)
    }
  })

  test('is of all of them to administrators, chosen and in order', async () => {
    const list = async (query: Record<string, unknown>) => {
      const answer = await ask('GET', '', { as: by, query: { per_page: 100, ...query } })
      expect(answer.status, answer.text).toBe(200)
      return answer.body.map(({ id }: { id: number }) => id) as number[]
    }
    const all = (await rows()).map(({ id }) => id)
    expect((await list({ orderby: 'id' })).length).toBe(all.length)
    expect(await list({ orderby: 'id' })).toEqual(all)
    expect(await list({ orderby: 'id', order: 'desc' })).toEqual(all.toReversed())
    const { editor, author, subscriber } = app.ids
    expect(await list({ include: `${editor},${author}`, orderby: 'include' })).toEqual([editor, author])
    expect(await list({ slug: 'editor' })).toEqual([editor])
    expect(
      await list({ roles: 'editor,subscriber', include: `${editor},${author},${subscriber}`, orderby: 'id' }),
    ).toEqual([editor, subscriber].toSorted((a, b) => a - b))
    expect(await list({ exclude: String(editor) })).not.toContain(editor)
    expect(await list({ has_published_posts: true })).not.toContain(subscriber)
    expect(await list({ has_published_posts: 'tribe_venue' })).toContain(author)
    expect(await list({ who: 'authors' })).not.toContain(subscriber)
    expect(refusal(await ask('GET', '', { as: by, query: { orderby: 'height' } }))).toBe(
      '400 rest_invalid_param',
    )
    expect(refusal(await ask('GET', '', { as: by, query: { has_published_posts: 'page' } }))).toBe(
      '400 rest_invalid_param',
    )
  })

  test('comes in pages, with totals and links in headers', async () => {
    const total = (await rows()).length
    const query = { per_page: 1, page: 2, orderby: 'id', context: 'edit' }
    const { body, headers } = await ask('GET', '', { as: by, query })
    expect(body).toHaveLength(1)
    expect(headers['x-wp-total']).toBe(String(total))
    expect(headers['x-wp-totalpages']).toBe(String(total))
    expect(headers['link']).toMatch(/rel="prev".*rel="next"/)
    const next = /<([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1] ?? ''
    const { pathname, search } = new URL(next)
    const third = await app.ask({ as: by, path: pathname + search, absolute: true })
    expect(third.body).toHaveLength(1)
    expect(third.body[0].id).toBeGreaterThan(body[0].id)
    expect(third.body[0]).toHaveProperty('email')
    expect((await ask('GET', '', { as: by, query: { page: 999 } })).body).toEqual([])
    expect(
      (await ask('GET', '', { as: by, query: { offset: 1, per_page: 1, orderby: 'id' } })).body[0].id,
    ).toBe((await rows())[1]?.id)
  })

  test('never has an e-mail address that is the login of somebody', async () => {
    const answer = await ask('POST', '', {
      as: by,
      json: { username: 'carl@mail.example', email: 'carl@mail.example', roles: ['author'] },
    })
    await app.create('venues', { venue: 'Carl’s', status: 'publish', author: answer.body.id })
    const { text, body } = await ask('GET', `/${answer.body.id}`)
    expect(text).not.toContain('mail.example')
    expect(body).toMatchObject({ name: 'carl', slug: 'carl' })
  })
})
