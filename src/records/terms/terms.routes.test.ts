import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymous, type Caller } from '../../http/auth/rights.ts'
import { etagOf } from '../../pure/params/conditional.ts'
import { allowedMethods, answer, lackingRights, type Request } from '../../http/request.ts'
import type { Method, Resource } from '../../http/resource.ts'
import { siteOf } from '../../http/site.ts'
import { readForm } from '../../http/sources.ts'
import { type Calendar, openCalendar } from './terms.fixture.ts'
import { categoryKind, tagKind } from './terms.kind.ts'
import { termResources } from './terms.routes.ts'

const site = siteOf({ siteUrl: 'https://calendar.example', restRoot: '' }, 'vendor/events/v1', '')
const rest = site.rest
const editor: Caller = { id: 1, role: 'editor', login: 'a' }
const author: Caller = { id: 2, role: 'author', login: 'b' }

let calendar: Calendar
let resources: readonly Resource<never>[]
beforeAll(async () => {
  calendar = await openCalendar()
  resources = [...termResources(calendar.context, categoryKind), ...termResources(calendar.context, tagKind)]
})
afterAll(() => calendar.close())

interface Asked {
  readonly caller?: Caller
  readonly ifMatch?: string
  readonly sent?: Readonly<Record<string, unknown>>
}

/** The resource of an address like `/tags/5`, and the request for it. */
function requestFor(
  method: Method,
  path: string,
  { caller = editor, ifMatch, sent = {} }: Asked,
): [Resource, Request] {
  const id = /\d+$/.exec(path)?.[0]
  const resource = resources.find((one) => one.path === path.replace(/\d+$/, '{id}'))
  if (!resource) throw new Error(`Nothing is at ${path}.`)
  const request = {
    method,
    path: id ? { id } : {},
    sent: async () => ({ params: sent, file: undefined }),
    caller,
    from: '127.0.0.1',
    site,
    now: Temporal.Instant.from('2031-03-01T00:00:00Z'),
    ifMatch,
    search: '',
    accept: undefined,
  }
  return [resource, request]
}

async function ask(method: Method, path: string, asked: Asked = {}) {
  const [resource, request] = requestFor(method, path, asked)
  const endpoint = resource.endpoints.find(({ methods }) => methods.includes(method))
  if (!endpoint) throw new Error(`${method} ${path} is none of ours.`)
  const {
    status = 200,
    headers = {},
    body,
  } = await answer(resource, endpoint, request, await lackingRights(resource, request))
  // Each test knows what body it expects.
  return { status, headers, body: body as Record<string, unknown> & { id: number } }
}

const create = async (path: string, sent: Readonly<Record<string, unknown>>) =>
  (await ask('POST', path, { sent })).body.id

describe('the addresses', () => {
  it('are a list and one by id, for each kind', () => {
    expect(resources.map(({ path }) => path)).toEqual([
      '/categories',
      '/categories/{id}',
      '/tags',
      '/tags/{id}',
    ])
  })

  it.each([
    ['/categories', author, ['GET', 'POST']],
    ['/categories/999', author, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']],
    ['/tags', author, ['GET']],
    ['/tags/999', author, ['GET']],
    ['/tags/0', editor, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']],
    ['/categories/999', anonymous, ['GET']],
  ])('%s allows its caller what the right to the kind allows', async (path, caller, methods) => {
    const [resource, request] = requestFor('GET', path, { caller })
    expect(allowedMethods(resource, await lackingRights(resource, request))).toEqual(methods)
  })
})

describe('writing', () => {
  it('answers a create with 201 and where the term is', async () => {
    const { status, headers, body } = await ask('POST', '/tags', { sent: { name: 'Where' } })
    expect({ status, headers }).toEqual({ status: 201, headers: { Location: `${rest}/tags/${body.id}` } })
  })

  it('judges parameters before rights, and rights before a parent of a tag', async () => {
    await expect(ask('POST', '/tags', { caller: anonymous })).rejects.toMatchObject({
      code: 'rest_missing_callback_param',
    })
    await expect(ask('PUT', '/tags/999', { caller: anonymous })).rejects.toMatchObject({
      body: { data: { params: { id: expect.any(String) }, details: [] } },
    })
    await expect(
      ask('POST', '/tags', { caller: anonymous, sent: { name: 'A', parent: 5 } }),
    ).rejects.toMatchObject({ status: 401 })
    await expect(ask('POST', '/tags', { caller: author, sent: { name: 'A' } })).rejects.toMatchObject({
      status: 403,
    })
    await expect(ask('POST', '/tags', { sent: { name: 'A', parent: 5 } })).rejects.toMatchObject({
      code: 'rest_taxonomy_not_hierarchical',
      status: 400,
    })
  })

  it('refuses a parent of the other kind', async () => {
    const tag = await create('/tags', { name: 'No parent' })
    const refusal = { body: { data: { params: { parent: expect.any(String) } } } }
    await expect(ask('POST', '/categories', { sent: { name: 'A', parent: tag } })).rejects.toMatchObject(
      refusal,
    )
  })

  it('lets a record as read be written back', async () => {
    const parent = await create('/categories', { name: 'Above' })
    const id = await create('/categories', { name: 'Back & forth', parent, description: 'a & b' })
    for (const one of [parent, id]) {
      const { body } = await ask('GET', `/categories/${one}`)
      expect((await ask('PUT', `/categories/${one}`, { sent: body })).body).toEqual(body)
    }
  })

  it('holds If-Match against what a read answers', async () => {
    const id = await create('/tags', { name: 'Matched' })
    const ifMatch = etagOf(JSON.stringify((await ask('GET', `/tags/${id}`)).body))
    await expect(ask('DELETE', `/tags/${id}`, { ifMatch: '"other"' })).rejects.toMatchObject({ status: 412 })
    expect(
      (await ask('PATCH', `/tags/${id}`, { ifMatch, sent: { description: 'x' } })).body['description'],
    ).toBe('x')
    await expect(ask('PATCH', `/tags/${id}`, { ifMatch, sent: { description: 'y' } })).rejects.toMatchObject({
      status: 412,
    })
    expect((await ask('DELETE', `/tags/${id}`)).body['description']).toBe('x')
    await expect(ask('DELETE', `/tags/${id}`)).rejects.toMatchObject({ code: 'rest_invalid_param' })
  })
})

describe('the list', () => {
  it('has links that keep every filter and can be followed', async () => {
    const ids: number[] = []
    for (const name of ['Link a', 'Link b', 'Link c']) ids.push(await create('/tags', { name }))
    const sent = {
      search: 'link ',
      include: ids.join(','),
      order: 'desc',
      hide_empty: '0',
      per_page: '2',
      orderby: 'name',
    }
    const { body, headers } = await ask('GET', '/tags', { sent })
    expect(Object.keys(body)).toEqual(['rest_url', 'total', 'total_pages', 'tags', 'next_rest_url'])
    const filters = `per_page=2&search=link%20&include=${ids.join('%2C')}&order=desc&orderby=name&hide_empty=false`
    expect(body['rest_url']).toBe(`${rest}/tags/?page=1&${filters}`)
    expect(body['next_rest_url']).toBe(`${rest}/tags/?${filters}&page=2`)
    expect(headers).toMatchObject({ 'X-TEC-Total': 3, 'X-TEC-TotalPages': 2 })
    const next = await ask('GET', '/tags', { sent: readForm(new URL(String(body['next_rest_url'])).search) })
    expect(next.body['tags']).toMatchObject([{ name: 'Link a' }])
    const last = await ask('GET', '/tags', { sent: { ...sent, page: '9' } })
    expect(last.body).toMatchObject({
      tags: [],
      total: 3,
      previous_rest_url: `${rest}/tags/?${filters}&page=8`,
    })
  })

  it('refuses what names nothing, all at once and in order', async () => {
    const sent = {
      slug: 'x',
      event: '999',
      post: '998',
      parent: '0',
      include: 'gone',
      exclude: '997',
      page: '0',
    }
    const refused = ask('GET', '/categories', { sent, caller: anonymous })
    await expect(refused).rejects.toMatchObject({ status: 400 })
    const params = await refused.catch(
      (error: { body: { data: { params: object } } }) => error.body.data.params,
    )
    expect(Object.keys(params)).toEqual(['page', 'exclude', 'include', 'parent', 'post', 'event'])
  })

  it('shows the terms of a draft to those who may read it', async () => {
    const tag = await create('/tags', { name: 'Drafted' })
    const event = String(await calendar.addEvent([tag], 'draft'))
    await expect(ask('GET', '/tags', { sent: { event }, caller: anonymous })).rejects.toMatchObject({
      status: 400,
    })
    expect((await ask('GET', '/tags', { sent: { event } })).body).toMatchObject({
      total: 1,
      tags: [{ id: tag, count: 0 }],
    })
  })
})
