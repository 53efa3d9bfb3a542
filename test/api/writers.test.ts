import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

/** What writers of the original ask for below `wp/v2`, beside the service itself. */
const picture = readFileSync(new URL('../wire/fixtures/picture.png', import.meta.url))

let calendar: TestApp

beforeAll(async () => {
  calendar = await createTestApp()
})
afterAll(() => calendar.close())

const wp = (path: string) => ({ path: `/wp/v2/${path}`, absolute: true }) as const

describe.each([
  {
    kind: 'tags',
    own: 'tags',
    record: ['id', 'count', 'description', 'link', 'name', 'slug', 'taxonomy', 'meta', '_links'],
  },
  {
    kind: 'tribe_events_cat',
    own: 'categories',
    record: [
      'id',
      'count',
      'description',
      'link',
      'name',
      'slug',
      'taxonomy',
      'parent',
      'meta',
      'color',
      '_links',
    ],
  },
])('wp/v2/$kind', ({ kind, own, record }) => {
  test('finds the term that a writer looks for, makes it where it is not, and changes it', async () => {
    const name = `Open air ${kind}`
    const looked = { ...wp(`${kind}?search=${encodeURIComponent(name)}`), as: 'editor' } as const
    expect(await calendar.ask(looked)).toMatchObject({
      status: 200,
      body: [],
      headers: { 'x-wp-total': '0' },
    })

    const making = { ...wp(kind), method: 'POST', as: 'editor', json: { name } } as const
    const made = await calendar.ask(making)
    expect(made).toMatchObject({ status: 201, body: { name, count: 0, meta: [] } })
    expect(Object.keys(made.body)).toEqual(record)
    expect(made.headers['location']).toMatch(new RegExp(`/wp/v2/${kind}/${made.body.id}$`))
    expect(await calendar.ask(making)).toMatchObject({
      status: 400,
      body: { code: 'term_exists', data: { term_id: made.body.id } },
    })

    // Nobody uses it yet: it is found all the same, unlike in the lists of the service.
    expect((await calendar.ask(looked)).body).toEqual([made.body])
    expect((await calendar.ask(wp(`${kind}?slug=${made.body.slug}`))).body).toEqual([made.body])
    expect((await calendar.ask(wp(`${kind}?hide_empty=true&slug=${made.body.slug}`))).body).toEqual([])

    const one = wp(`${kind}/${made.body.id}`)
    const said = await calendar.ask({
      ...one,
      method: 'POST',
      as: 'editor',
      json: { description: 'Outside.' },
    })
    expect(said).toMatchObject({ status: 200, body: { id: made.body.id, name, description: 'Outside.' } })
    expect((await calendar.ask(one)).body).toEqual(said.body)
    const { body } = await calendar.ask({ path: `${own}/${made.body.id}` })
    expect(body).toMatchObject({ id: made.body.id, description: 'Outside.', url: said.body.link })
  })

  test('is paged by a hundred at most, as its headers tell', async () => {
    for (let index = 0; index < 12; index += 1)
      await calendar.ask({
        ...wp(kind),
        method: 'POST',
        as: 'editor',
        json: { name: `Paged ${index} ${kind}` },
      })
    const first = await calendar.ask(wp(`${kind}?search=paged`))
    expect(first.body).toHaveLength(10)
    expect(first.headers).toMatchObject({ 'x-wp-total': '12', 'x-wp-totalpages': '2' })
    expect(first.headers['link']).toMatch(
      new RegExp(`/wp/v2/${kind}\\?per_page=10&search=paged&page=2>; rel="next"`),
    )
    expect(first.headers).not.toHaveProperty('x-tec-total')
    const second = await calendar.ask(wp(`${kind}?search=paged&page=2`))
    expect(second.body).toHaveLength(2)
    expect((await calendar.ask(wp(`${kind}?search=paged&per_page=500`))).body).toHaveLength(12)
    expect((await calendar.ask(wp(`${kind}?search=paged&page=3`))).body).toEqual([])
  })

  test('is written by whoever may write terms, and by nobody else', async () => {
    const json = { name: `Forbidden ${kind}` }
    expect(await calendar.ask({ ...wp(kind), method: 'POST', json })).toMatchObject({ status: 401 })
    expect(await calendar.ask({ ...wp(kind), method: 'POST', as: 'subscriber', json })).toMatchObject({
      status: 403,
    })
    expect((await calendar.ask(wp(`${kind}?search=forbidden`))).body).toEqual([])
  })

  test('an unknown ID is told from one that may not be changed', async () => {
    const unknown = { status: 404, body: { code: 'rest_term_invalid', data: { status: 404 } } }
    const one = wp(`${kind}/987654`)
    expect(await calendar.ask(one)).toMatchObject(unknown)
    expect(await calendar.ask({ ...one, method: 'POST', as: 'editor', json: { name: 'x' } })).toMatchObject(
      unknown,
    )
    expect(await calendar.ask({ path: `${own}/987654` })).toMatchObject({ status: 400 })
  })

  test('is listed by slugs and IDs, of which some may be unknown, in the order in which they are named', async () => {
    const terms: { id: number; slug: string }[] = []
    for (const name of [`Banjo ${kind}`, `Accordion ${kind}`, `Cello ${kind}`])
      terms.push((await calendar.ask({ ...wp(kind), method: 'POST', as: 'editor', json: { name } })).body)
    const [banjo, accordion, cello] = terms
    const names = async (query: string) => (await calendar.ask(wp(`${kind}?${query}`))).body
    expect(await names(`slug=${banjo?.slug},${accordion?.slug},none`)).toEqual([accordion, banjo])
    expect(await names(`slug[]=${cello?.slug}`)).toEqual([cello])
    expect(await names(`slug=${cello?.slug},${banjo?.slug}&orderby=include_slugs`)).toEqual([cello, banjo])
    expect(await names(`include=${cello?.id},987654,${banjo?.id}&orderby=include`)).toEqual([cello, banjo])
    expect(await names(`include[]=${cello?.id}&exclude=987654`)).toEqual([cello])
    expect(await names('include=987654')).toEqual([])
    const listed = await calendar.ask(wp(`${kind}?slug=${banjo?.slug},${cello?.slug}&per_page=1&order=desc`))
    expect(listed).toMatchObject({ body: [cello], headers: { 'x-wp-total': '2', 'x-wp-totalpages': '2' } })
    const next = /<[^>]+(\/wp\/v2\/[^>]+)>; rel="next"/.exec(listed.headers['link'] ?? '')?.[1] ?? ''
    expect((await calendar.ask({ path: next, absolute: true })).body).toEqual([banjo])
    expect(await calendar.ask(wp(`${kind}?slug=,&include=x`))).toMatchObject({
      status: 400,
      body: { data: { params: { slug: expect.any(String), include: expect.any(String) } } },
    })
    // The events namespace has one slug, which is what it is.
    expect((await calendar.ask({ path: `${own}?slug=${banjo?.slug},${cello?.slug}` })).body[own]).toEqual([])
  })

  test('an empty slug of a new one is none', async () => {
    const json = { name: `No slug ${kind}`, slug: '', description: '' }
    const made = await calendar.ask({ ...wp(kind), method: 'POST', as: 'editor', json })
    expect(made).toMatchObject({ status: 201, body: { slug: expect.stringMatching(/^no-slug-/) } })
    expect(await calendar.ask({ path: own, method: 'POST', as: 'editor', json })).toMatchObject({
      status: 400,
    })
  })
})

test('wp/v2/tribe_events_cat has the categories at the top as those of the parent 0, and makes them so', async () => {
  const at = wp('tribe_events_cat')
  const make = async (json: object) =>
    (await calendar.ask({ ...at, method: 'POST', as: 'editor', json })).body as { id: number }
  const top = await make({ name: 'Topmost', parent: 0 })
  expect(top).toMatchObject({ name: 'Topmost', parent: 0 })
  const below = await make({ name: 'Topmost but one', parent: top.id })
  const listed = async (parent: number | string) =>
    calendar.ask(wp(`tribe_events_cat?search=topmost&parent=${parent}`))
  expect((await listed(0)).body).toEqual([top])
  expect((await listed(top.id)).body).toEqual([below])
  expect((await listed(987654)).body).toEqual([])
  expect(await listed(-1)).toMatchObject({
    status: 400,
    body: { data: { params: { parent: expect.any(String) } } },
  })
  expect(
    await calendar.ask({ ...at, method: 'POST', as: 'editor', json: { name: 'x', parent: -1 } }),
  ).toMatchObject({
    status: 400,
  })
})

test('wp/v2/tags takes new tags from those who may publish, as their events do, and changes from editors', async () => {
  const at = wp('tags')
  const json = { name: 'Made before the event' }
  expect(await calendar.ask({ ...at, method: 'POST', as: 'contributor', json })).toMatchObject({
    status: 403,
  })
  const made = await calendar.ask({ ...at, method: 'POST', as: 'author', json })
  expect(made).toMatchObject({ status: 201, body: json, headers: { allow: 'GET, POST' } })
  const changed = {
    ...wp(`tags/${made.body.id}`),
    method: 'POST',
    as: 'author',
    json: { name: 'y' },
  } as const
  expect(await calendar.ask(changed)).toMatchObject({ status: 403 })
  expect(
    await calendar.ask({ path: 'tags', method: 'POST', as: 'author', json: { name: 'z' } }),
  ).toMatchObject({
    status: 403,
  })
})

test('wp/v2/media lists the images that there are, for writers that would not send one twice', async () => {
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="stage.png"' }
  const sent = await calendar.ask({ ...wp('media'), method: 'POST', as: 'author', raw: picture, headers })
  expect(sent.status).toBe(201)
  const found = await calendar.ask(wp('media?search=stage&per_page=100'))
  expect(found).toMatchObject({ status: 200, headers: { 'x-wp-total': '1', 'x-wp-totalpages': '1' } })
  expect(found.body).toEqual([sent.body])
  expect((await calendar.ask(wp('media?search=another'))).body).toEqual([])
  const { id, slug } = sent.body
  for (const asked of [
    `include=${id}`,
    `include[]=${id}&include[]=999999`,
    `slug=${slug}`,
    `slug=${slug}&include=${id}`,
  ])
    expect((await calendar.ask(wp(`media?${asked}`))).body).toEqual([sent.body])
  for (const asked of [
    'include=999999',
    'slug=stag',
    'slug=stage.png',
    'slug=st%25',
    `slug=s_age`,
    `slug=${slug}&include=999999`,
  ])
    expect((await calendar.ask(wp(`media?${asked}`))).body).toEqual([])
  expect(await calendar.ask(wp('media?include=stage&slug='))).toMatchObject({
    status: 400,
    body: { data: { params: { include: expect.any(String), slug: expect.any(String) } } },
  })
})

test('what nothing answers below wp/v2, or cannot be read as an address, is refused as JSON that leads on', async () => {
  const at = { absolute: true } as const
  const { status, body } = await calendar.ask({ ...at, path: '/wp/v2/posts' })
  expect(status).toBe(404)
  expect(body.code).toBe('rest_no_route')
  expect(body.message).toContain('/vendor/events/v1/doc')
  // What is no text is a slug that no venue has.
  expect(await calendar.ask({ ...at, path: '/vendor/events/v1/venues/by-slug/%ff' })).toMatchObject({
    status: 400,
    body: { code: 'rest_invalid_param', data: { params: { slug: expect.stringContaining('none has') } } },
  })
})
