import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

/** Events below `wp/v2`, where writers of the original give them images, tags and categories. */
const picture = readFileSync(new URL('../wire/fixtures/picture.png', import.meta.url))

let calendar: TestApp

beforeAll(async () => {
  calendar = await createTestApp()
})
afterAll(() => calendar.close())

const wp = (path: string) => ({ path: `/wp/v2/${path}`, absolute: true }) as const

describe('wp/v2/tribe_events/{id}', () => {
  const when = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00', status: 'publish' }
  const at = (id: number) => wp(`tribe_events/${id}`)
  const toEdit = (id: number) => ({ ...wp(`tribe_events/${id}?context=edit`), as: 'editor' }) as const

  test('gives an event its image, tags and categories, and leaves all else as it is', async () => {
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="gig.png"' }
    const image = await calendar.ask({ ...wp('media'), method: 'POST', as: 'editor', raw: picture, headers })
    const tag = await calendar.create('tags', { name: 'Second step' })
    const category = await calendar.create('categories', { name: 'Two steps' })
    const event = await calendar.create('events', { ...when, title: 'Gig & more', description: 'Loud.' })

    const json = {
      featured_media: image.body.id,
      tags: [tag.id],
      tribe_events_cat: [category.id],
      meta: { a: 1 },
    }
    const given = await calendar.ask({ ...at(event.id), method: 'POST', as: 'editor', json })
    expect(given).toMatchObject({
      status: 200,
      body: {
        id: event.id,
        type: 'tribe_events',
        link: event.url,
        date_gmt: event.date_utc.replace(' ', 'T'),
        title: { rendered: 'Gig &#038; more' },
        content: { rendered: '<p>Loud.</p>', protected: false },
        author: Number(event.author),
        ...json,
        meta: expect.objectContaining({ _EventStartDate: expect.any(String) }),
      },
    })
    expect((await calendar.ask(toEdit(event.id))).body).toEqual(given.body)
    const {
      modified,
      modified_utc,
      image: _image,
      tags,
      categories,
      json_ld: _ld,
      ...own
    } = await calendar.read(`events/${event.id}`)
    expect(event).toMatchObject({ ...own, tags: [], categories: [] })
    expect([tags[0].id, categories[0].id]).toEqual([tag.id, category.id])
    expect([modified, modified_utc]).toEqual([
      given.body.modified.replace('T', ' '),
      given.body.modified_gmt.replace('T', ' '),
    ])

    const cleared = { featured_media: 0, tags: [], tribe_events_cat: [] }
    expect(
      await calendar.ask({ ...at(event.id), method: 'PATCH', as: 'editor', json: cleared }),
    ).toMatchObject({
      status: 200,
      body: { ...cleared, title: given.body.title },
    })
  })

  test('changes the texts, slug and status, and is refused what the event itself would be, by the names it has here', async () => {
    const { id } = await calendar.create('events', { ...when, title: 'Draft of a gig' })
    const json = { title: 'Gig', content: 'Louder.', excerpt: 'Short.', slug: 'the-gig', status: 'draft' }
    expect(await calendar.ask({ ...at(id), method: 'PUT', as: 'editor', json })).toMatchObject({
      status: 200,
    })
    expect(await calendar.read(`events/${id}`, {}, 'editor')).toMatchObject({
      title: 'Gig',
      description: '<p>Louder.</p>',
      slug: 'the-gig',
      status: 'draft',
      start_date: when.start_date,
    })
    const wrong = { featured_media: 987654, tribe_events_cat: [987654], date_gmt: 'never', title: '' }
    const refused = await calendar.ask({ ...at(id), method: 'POST', as: 'editor', json: wrong })
    expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } })
    expect(Object.keys(refused.body.data.params).toSorted()).toEqual(Object.keys(wrong).toSorted())
    expect((await calendar.read(`events/${id}`, {}, 'editor')).title).toBe('Gig')
  })

  test('is for those who may read or change the event, and holds changes against If-Match', async () => {
    const { id } = await calendar.create('events', { ...when, title: 'Secret gig', status: 'private' })
    expect(await calendar.ask(at(id))).toMatchObject({ status: 403 })
    const json = { title: 'Stolen' }
    expect(await calendar.ask({ ...at(id), method: 'POST', json })).toMatchObject({ status: 401 })
    expect(await calendar.ask({ ...at(id), method: 'POST', as: 'author', json })).toMatchObject({
      status: 403,
    })
    const read = await calendar.ask({ ...at(id), as: 'editor' })
    expect(read).toMatchObject({ status: 200, headers: { allow: 'GET, POST, PUT, PATCH, DELETE' } })
    const matching = async (etag: string) =>
      calendar.ask({
        ...at(id),
        method: 'POST',
        as: 'editor',
        json: { title: 'Mine' },
        headers: { 'if-match': etag },
      })
    expect(await matching('"another"')).toMatchObject({ status: 412 })
    expect(await matching(String(read.headers['etag']))).toMatchObject({
      status: 200,
      body: { title: { rendered: 'Mine' } },
    })
    const edited = await calendar.ask(toEdit(id))
    expect(edited.headers['etag']).not.toBe((await calendar.ask({ ...at(id), as: 'editor' })).headers['etag'])
    expect(await matching(String(edited.headers['etag']))).toMatchObject({ status: 200 })
  })

  test('an ID that no event has is refused as the original refuses it', async () => {
    const venue = await calendar.create('venues', { venue: 'No event' })
    const unknown = { status: 404, body: { code: 'rest_post_invalid_id', data: { status: 404 } } }
    for (const id of [987654, venue.id]) {
      expect(await calendar.ask(at(id))).toMatchObject(unknown)
      expect(
        await calendar.ask({ ...at(id), method: 'POST', as: 'editor', json: { title: 'x' } }),
      ).toMatchObject(unknown)
    }
    expect(await calendar.ask({ path: 'events/987654' })).toMatchObject({
      body: { code: 'rest-event-not-found' },
    })
  })

  test('in the trash is told from one that is gone, to those who may edit it', async () => {
    const { id } = await calendar.create('events', { ...when, title: 'Called off' })
    await calendar.ask({ path: `events/${id}`, method: 'DELETE', as: 'administrator' })
    expect(await calendar.ask({ ...at(id), as: 'administrator' })).toMatchObject({
      status: 200,
      body: { id, status: 'trash', title: { rendered: 'Called off' } },
    })
    for (const as of [{}, { as: 'author' }, { as: 'subscriber' }] as const)
      expect(await calendar.ask({ ...at(id), ...as })).toMatchObject({
        status: 403,
        body: { code: 'event-no-longer-available' },
      })
    expect(await calendar.ask({ path: `events/${id}`, as: 'administrator' })).toMatchObject({ status: 403 })
    await calendar.remove(`events/${id}`)
    expect(await calendar.ask({ ...at(id), as: 'administrator' })).toMatchObject({ status: 404 })
  })

  test('is read with its texts as they are stored by those who may edit it, and written back so', async () => {
    const texts = {
      title: 'Gig & "more"',
      excerpt: "It's <em>short</em>.",
      description: 'One.\n\nTwo & three.',
    }
    const { id } = await calendar.create('events', { ...when, ...texts })
    const edited = await calendar.ask(toEdit(id))
    const [title, content, excerpt] = [texts.title, texts.description, texts.excerpt].map((raw) => ({ raw }))
    expect(edited).toMatchObject({ status: 200, body: { title, content, excerpt } })
    const read = await calendar.ask(at(id))
    expect(JSON.stringify(read.body)).not.toContain('"raw"')
    expect(edited.body).toMatchObject(read.body)
    expect(await calendar.ask({ ...toEdit(id), as: 'author' })).toMatchObject({ status: 403 })
    expect(await calendar.ask(wp(`tribe_events/${id}?context=edit`))).toMatchObject({ status: 401 })
    expect(await calendar.ask(wp(`tribe_events/${id}?context=other`))).toMatchObject({ status: 400 })

    const write = async (json: object) => calendar.ask({ ...at(id), method: 'POST', as: 'editor', json })
    const { modified: _modified, modified_gmt: _gmt, ...same } = edited.body
    expect(await write(edited.body)).toMatchObject({ status: 200, body: same })
    expect(await write(read.body)).toMatchObject({ status: 200, body: same })
    const others = { title: { raw: 'A & B' }, content: { raw: 'New.' }, excerpt: { raw: '' } }
    expect(await write(others)).toMatchObject({ status: 200, body: others })
    expect(await write({ title: { raw: '' }, content: { raw: 5 } })).toMatchObject({
      status: 400,
      body: { data: { params: { title: expect.any(String), content: expect.any(String) } } },
    })
    expect((await calendar.ask(toEdit(id))).body).toMatchObject(others)
  })

  test('with a password is read by everybody without what it protects', async () => {
    const tag = await calendar.create('tags', { name: 'Among friends' })
    const given = {
      title: 'Members only',
      description: 'Hidden words.',
      excerpt: 'Hidden too.',
      tags: [tag.id],
    }
    const { id } = await calendar.create('events', { ...when, ...given, password: 'sesame' })
    const closed = { rendered: '', protected: true }
    expect(await calendar.ask(at(id))).toMatchObject({
      status: 200,
      body: { title: { rendered: 'Members only' }, content: closed, excerpt: closed, tags: [] },
    })
    const open = { content: { rendered: '<p>Hidden words.</p>', protected: true }, tags: [tag.id] }
    expect((await calendar.ask(wp(`tribe_events/${id}?password=sesame`))).body).toMatchObject(open)
    expect((await calendar.ask(toEdit(id))).body).toMatchObject(open)
    expect(await calendar.ask(wp(`tribe_events/${id}?password=other`))).toMatchObject({ status: 403 })
  })
})

describe('wp/v2/tribe_events', () => {
  const listed = async (query: string, as: object = {}) => {
    const { body } = await calendar.ask({ ...wp(`tribe_events?${query}`), ...as })
    return Array.isArray(body) ? body.map(({ id }: { id: number }) => id) : body
  }
  let category: number
  let tag: number
  let ids: number[]

  beforeAll(async () => {
    tag = (await calendar.create('tags', { name: 'Wandering' })).id
    category = (await calendar.create('categories', { name: 'Wandering' })).id
    ids = []
    const given = [
      { start_date: '1931-05-01 10:00', date: '2019-01-01 00:00', tags: [tag] },
      { start_date: '2099-05-01 10:00', date: '2019-01-02 00:00', categories: [category] },
      { start_date: '2025-05-01 10:00', date: '2019-01-03 00:00', tags: [tag], status: 'draft' },
      { start_date: '2031-05-01 10:00', date: '2019-01-04 00:00', tags: [tag], password: 'sesame' },
    ]
    for (const [index, one] of given.entries()) {
      const fields = { title: `Wanderer ${index}`, slug: `wanderer-${index}`, description: 'Wide.', ...one }
      ids.push((await calendar.create('events', { ...fields, end_date: one.start_date })).id)
    }
  })

  test('has events of every date, the last published first, by tag, category, slug and ID', async () => {
    const [past, future, draft, closed] = ids
    expect((await listed('per_page=100')).slice(-2)).toEqual([future, past])
    expect(await listed('search=wanderer')).toEqual([future, past])
    expect(await listed('search=wanderer&orderby=title&order=asc')).toEqual([past, future])
    expect(await listed('search=wanderer&orderby=relevance')).toEqual(expect.arrayContaining([past, future]))
    // What a password protects is found by nobody who does not send it (D62).
    expect(await listed(`include=${closed},${past}`)).toEqual([closed, past])
    expect(await listed(`tags=${tag}`)).toEqual([past])
    expect(await listed(`tags=987654`)).toEqual([])
    expect(await listed(`tribe_events_cat=${category},987654`)).toEqual([future])
    expect(await listed(`tags=${tag}&tribe_events_cat=${category}`)).toEqual([])
    expect(await listed('slug=wanderer-1,wanderer-0,none')).toEqual([future, past])
    expect(await listed(`include=${past},${draft},987654`)).toEqual([past])
    expect(await listed(`include=${past}&slug=wanderer-1`)).toEqual([])
    expect(await listed(`tags=${tag}&status=any&order=asc`, { as: 'editor' })).toEqual([past, draft])
    expect(await listed(`tags=${tag}&status=draft`, { as: 'editor' })).toEqual([draft])
    expect(await listed(`tags=${tag}`, { as: 'editor' })).toEqual([past])
  })

  test('shows each as it is read by itself, in pages that its headers tell', async () => {
    const [past, future, , closed] = ids
    const page = await calendar.ask(wp('tribe_events?slug=wanderer-0,wanderer-1,wanderer-3&per_page=2'))
    expect(page).toMatchObject({ status: 200, headers: { 'x-wp-total': '3', 'x-wp-totalpages': '2' } })
    const alone = async (id: number | undefined, as: object = {}, query = '') =>
      (await calendar.ask({ ...wp(`tribe_events/${id}${query}`), ...as })).body
    expect(page.body).toEqual([await alone(closed), await alone(future)])
    expect(page.body[0].content).toEqual({ rendered: '', protected: true })
    const next = /<[^>]+(\/wp\/v2\/[^>]+)>; rel="next"/.exec(page.headers['link'] ?? '')?.[1] ?? ''
    expect((await calendar.ask({ path: next, absolute: true })).body).toEqual([await alone(past)])
    const edited = { ...wp(`tribe_events?include=${closed}&context=edit`), as: 'editor' } as const
    expect((await calendar.ask(edited)).body).toEqual([
      await alone(closed, { as: 'editor' }, '?context=edit'),
    ])
    expect((await calendar.ask({ ...edited, as: 'author' })).body).toEqual([await alone(closed)])
  })

  test('refuses what it does not understand, pages past the end, and to make events', async () => {
    expect(await listed('status=draft')).toMatchObject({ code: 'rest_invalid_param' })
    const { body } = await calendar.ask(wp('tribe_events?tags=x&orderby=start_date&per_page=0&status=new'))
    expect(Object.keys(body.data.params).toSorted()).toEqual(['orderby', 'per_page', 'status', 'tags'])
    expect(await calendar.ask(wp('tribe_events?page=99'))).toMatchObject({
      status: 400,
      body: { code: 'rest_post_invalid_page_number' },
    })
    expect(
      await calendar.ask({ ...wp('tribe_events'), method: 'POST', as: 'editor', json: { title: 'x' } }),
    ).toMatchObject({ status: 404, body: { code: 'rest_no_route' } })
  })
})
