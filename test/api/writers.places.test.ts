import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

/** Venues and organizers below `wp/v2`, where writers of the original find them by name and make those that are missing. */
const picture = readFileSync(new URL('../wire/fixtures/picture.png', import.meta.url))

let calendar: TestApp

beforeAll(async () => {
  calendar = await createTestApp()
})
afterAll(() => calendar.close())

const wp = (path: string) => ({ path: `/wp/v2/${path}`, absolute: true }) as const

const record =
  'id date date_gmt modified modified_gmt slug status type link title content author featured_media meta class_list _links'.split(
    ' ',
  )

const venue = {
  meta: {
    _VenueAddress: '1 Main Street',
    _VenueCity: 'Townsville',
    _VenueCountry: 'Australia',
    _VenueProvince: 'Queensland',
    _VenueState: '',
    _VenueStateProvince: 'Queensland',
    _VenueZip: '4810',
    _VenuePhone: '07 1234',
    _VenueURL: 'https://hall.example/',
    _VenueShowMap: false,
    _VenueShowMapLink: true,
    _VenueLat: '-19.25',
    _VenueLng: '146.8',
    _VenueStepFree: true,
    _VenueAccessibleToilet: false,
    _VenueHearingLoop: true,
  },
  columns: {
    address: '1 Main Street',
    city: 'Townsville',
    country: 'Australia',
    province: 'Queensland',
    stateprovince: 'Queensland',
    zip: '4810',
    phone: '07 1234',
    website: 'https://hall.example/',
    show_map: false,
    show_map_link: true,
    geo_lat: -19.25,
    geo_lng: 146.8,
    step_free: true,
    hearing_loop: true,
  },
  wrong: { _VenueURL: 'nowhere', _VenueLat: 91 },
}

const organizer = {
  meta: {
    _OrganizerPhone: '123',
    _OrganizerWebsite: 'https://club.example/',
    _OrganizerEmail: 'club@example.org',
  },
  columns: { phone: '123', website: 'https://club.example/', email: 'club@example.org' },
  wrong: { _OrganizerWebsite: 'nowhere', _OrganizerEmail: 'nobody' },
}

describe.each([
  { kind: 'tribe_venue', own: 'venues', name: 'venue', ...venue },
  { kind: 'tribe_organizer', own: 'organizers', name: 'organizer', ...organizer },
])('wp/v2/$kind', ({ kind, own, name, meta, columns, wrong }) => {
  const make = async (json: object, as: 'author' | 'editor' = 'author') =>
    calendar.ask({ ...wp(kind), method: 'POST', as, json })

  test('finds the one that a writer looks for, makes it where it is not, and knows it again', async () => {
    const looked = wp(`${kind}?search=grand%20caf%C3%A9`)
    expect(await calendar.ask(looked)).toMatchObject({
      status: 200,
      body: [],
      headers: { 'x-wp-total': '0' },
    })
    const json = { title: 'Grand Café & “more”', status: 'publish', content: 'Old & fine.', meta }
    const made = await make(json)
    expect(made).toMatchObject({
      status: 201,
      body: {
        type: kind,
        status: 'publish',
        slug: 'grand-cafe-more',
        title: { raw: json.title },
        content: { raw: json.content, rendered: '<p>Old &#038; fine.</p>', protected: false },
        author: calendar.ids.author,
        featured_media: 0,
        meta,
      },
    })
    expect(Object.keys(made.body)).toEqual(record)
    const { id } = made.body
    expect(made.headers['location']).toMatch(new RegExp(`/wp/v2/${kind}/${id}$`))
    const read = await calendar.ask(wp(`${kind}/${id}`))
    expect((await calendar.ask(looked)).body).toEqual([read.body])
    expect((await calendar.ask(wp(`${kind}?slug=none,${made.body.slug}`))).body).toEqual([read.body])
    expect(made.body).toMatchObject(read.body)
    expect(JSON.stringify(read.body)).not.toContain('"raw"')
    expect((await calendar.ask({ ...wp(`${kind}/${id}?context=edit`), as: 'author' })).body).toEqual(
      made.body,
    )
    expect(await calendar.read(`${own}/${id}`)).toMatchObject({ id, url: made.body.link, ...columns })

    expect((await make(json)).body.id).toBe(id)
    expect((await make({ title: 'GRAND CAFE & “more”' })).body.id).toBe(id)
    expect((await make({ ...json, slug: made.body.slug })).body.id).toBe(id)
    const other = await make({ ...json, slug: 'the-other' })
    expect(other).toMatchObject({ status: 201, body: { slug: 'the-other' } })
    expect(other.body.id).not.toBe(id)
  })

  test('changes what is sent, is written back as it is read, and keeps the rest', async () => {
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="hall.png"' }
    const image = await calendar.ask({ ...wp('media'), method: 'POST', as: 'author', raw: picture, headers })
    const { body: before } = await make({
      title: { raw: `Changing ${kind}` },
      meta,
      date: '2020-05-01T10:00:00',
    })
    expect(before).toMatchObject({ title: { raw: `Changing ${kind}` }, date: '2020-05-01T10:00:00', meta })
    const at = wp(`${kind}/${before.id}`)
    const change = async (method: 'POST' | 'PUT' | 'PATCH', json: object) =>
      calendar.ask({ ...at, method, as: 'author', json })
    const { modified: _modified, modified_gmt: _gmt, class_list: _classes, _links, ...same } = before
    expect(await change('PUT', before)).toMatchObject({ status: 200, body: same })
    expect(await change('PATCH', { meta: [] })).toMatchObject({ status: 200, body: same })
    const [key = '', another = ''] = Object.keys(meta)
    const json = {
      content: { raw: 'New.' },
      featured_media: image.body.id,
      slug: `new-${kind}`,
      meta: { [key]: '' },
    }
    expect(await change('POST', json)).toMatchObject({
      status: 200,
      body: {
        ...same,
        ...json,
        content: json.content,
        meta: { ...meta, [key]: '' },
        link: expect.any(String),
      },
    })
    expect((await calendar.ask(at)).body.meta).toMatchObject({ [key]: '', [another]: expect.any(String) })
    const refused = await change('POST', {
      title: '',
      featured_media: 987654,
      meta: wrong,
      date_gmt: 'never',
    })
    expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } })
    expect(Object.keys(refused.body.data.params).toSorted()).toEqual([
      'date_gmt',
      'featured_media',
      'meta',
      'title',
    ])
    for (const key of Object.keys(wrong)) expect(refused.body.data.params.meta).toContain(key)
    expect(await change('POST', { meta: 'text' })).toMatchObject({ status: 400 })
    expect((await calendar.ask(at)).body).toMatchObject({ title: { rendered: `Changing ${kind}` } })
  })

  test('without a slug yet, is made and written back with an empty one', async () => {
    const json = { title: `No slug ${kind}`, status: 'pending', slug: '' }
    const { body } = await calendar.ask({ ...wp(kind), method: 'POST', as: 'contributor', json })
    expect(body).toMatchObject({ status: 'pending', slug: '' })
    const back = { ...wp(`${kind}/${body.id}`), method: 'PUT', as: 'contributor', json: body } as const
    expect(await calendar.ask(back)).toMatchObject({ status: 200, body: { status: 'pending', slug: '' } })
    const published = await calendar.ask({ ...back, as: 'editor', json: { status: 'publish', slug: '' } })
    expect(published).toMatchObject({ status: 200, body: { slug: `no-slug-${kind}` } })
  })

  test('is listed by date of publication, the newest first, without what is not published', async () => {
    const ids: number[] = []
    for (const [index, status] of ['publish', 'draft', 'publish', 'publish'].entries()) {
      const json = { title: `Listed ${index}`, status, date: `2019-01-0${index + 1}T00:00:00` }
      ids.push((await make(json, 'editor')).body.id)
    }
    const [first, draft, second, third] = ids
    const listed = async (query: string, as: object = { as: 'editor' }) => {
      const { body } = await calendar.ask({ ...wp(`${kind}?search=listed&${query}`), ...as })
      return Array.isArray(body) ? body.map(({ id }: { id: number }) => id) : body
    }
    expect(await listed('')).toEqual([third, second, first])
    expect(await listed('order=asc')).toEqual([first, second, third])
    expect(await listed('orderby=title')).toEqual([third, second, first])
    expect(await listed('orderby=id&order=asc&status=any')).toEqual([first, draft, second, third])
    expect(await listed('status=draft,publish')).toEqual([third, second, draft, first])
    expect(await listed('status=any', {})).toMatchObject({ data: { params: { status: expect.any(String) } } })
    expect(await listed(`include=${first},${draft},987654`)).toEqual([first])
    expect(await listed(`include=${first}&slug=listed-2`)).toEqual([])
    expect(await listed(`include[]=${third}&slug[]=listed-2&slug[]=listed-3`)).toEqual([third])
    expect(await listed('include=x&slug=&order=up&orderby=rand&context=no')).toMatchObject({
      data: {
        params: Object.fromEntries(
          ['include', 'slug', 'order', 'orderby', 'context'].map((name) => [name, expect.any(String)]),
        ),
      },
    })
    const page = await calendar.ask(wp(`${kind}?search=listed&per_page=2`))
    expect(page).toMatchObject({ headers: { 'x-wp-total': '3', 'x-wp-totalpages': '2' } })
    const next = /<[^>]+(\/wp\/v2\/[^>]+)>; rel="next"/.exec(page.headers['link'] ?? '')?.[1] ?? ''
    expect((await calendar.ask({ path: next, absolute: true })).body).toMatchObject([{ id: first }])
    expect(await calendar.ask(wp(`${kind}?search=listed&page=2`))).toMatchObject({
      status: 400,
      body: { code: 'rest_post_invalid_page_number' },
    })
    const [edited] = (await calendar.ask({ ...wp(`${kind}?include=${first}&context=edit`), as: 'editor' }))
      .body
    expect(edited.title).toEqual({ raw: 'Listed 0', rendered: 'Listed 0' })
    const [foreign] = (await calendar.ask({ ...wp(`${kind}?include=${first}&context=edit`), as: 'author' }))
      .body
    expect(foreign.title).toEqual({ rendered: 'Listed 0' })
  })

  test('is for those who may read or write it, and holds changes against If-Match', async () => {
    const { body } = await make({ title: `Guarded ${kind}`, status: 'private' }, 'editor')
    const at = wp(`${kind}/${body.id}`)
    expect(await calendar.ask(at)).toMatchObject({ status: 403, body: { code: `${name}-not-accessible` } })
    expect(await calendar.ask({ ...wp(kind), method: 'POST', json: { title: 'x' } })).toMatchObject({
      status: 401,
    })
    expect(
      await calendar.ask({ ...wp(kind), method: 'POST', as: 'subscriber', json: { title: 'x' } }),
    ).toMatchObject({ status: 403 })
    expect(await calendar.ask({ ...at, method: 'POST', as: 'author', json: { title: 'x' } })).toMatchObject({
      status: 403,
    })
    expect(await calendar.ask({ ...wp(`${kind}?context=edit`) })).toMatchObject({ status: 200 })
    const read = await calendar.ask({ ...at, as: 'editor' })
    expect(read).toMatchObject({ status: 200, headers: { allow: 'GET, POST, PUT, PATCH, DELETE' } })
    const edited = await calendar.ask({ ...wp(`${kind}/${body.id}?context=edit`), as: 'editor' })
    const matching = async (etag: unknown, title: string) =>
      calendar.ask({
        ...at,
        method: 'POST',
        as: 'editor',
        json: { title },
        headers: { 'if-match': String(etag) },
      })
    expect(await matching('"another"', 'x')).toMatchObject({ status: 412 })
    expect(await matching(edited.headers['etag'], 'Mine')).toMatchObject({ status: 200 })
    expect(await matching(read.headers['etag'], 'Theirs')).toMatchObject({ status: 412 })

    const event = await calendar.create('events', {
      title: 'None of these',
      start_date: '2031-05-01 10:00:00',
      end_date: '2031-05-01 12:00:00',
    })
    for (const id of [987654, event.id]) {
      const unknown = { status: 404, body: { code: 'rest_post_invalid_id' } }
      expect(await calendar.ask(wp(`${kind}/${id}`))).toMatchObject(unknown)
      expect(
        await calendar.ask({ ...wp(`${kind}/${id}`), method: 'POST', as: 'editor', json: { title: 'x' } }),
      ).toMatchObject(unknown)
    }
    expect(await calendar.ask({ ...wp(kind), method: 'POST', as: 'author', json: {} })).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param', data: { params: ['title'] } },
    })
    for (const title of [' ', { rendered: 'x' }])
      expect(await make({ title })).toMatchObject({ status: 400, body: { code: `could-not-create-${name}` } })
    await calendar.ask({ path: `${own}/${body.id}`, method: 'DELETE', as: 'administrator' })
    expect(await calendar.ask({ ...at, as: 'editor' })).toMatchObject({
      status: 200,
      body: { status: 'trash' },
    })
  })
})

test('wp/v2/tribe_venue takes both coordinates or none', async () => {
  const json = { title: 'Half a place', meta: { _VenueLat: '10' } }
  expect(await calendar.ask({ ...wp('tribe_venue'), method: 'POST', as: 'author', json })).toMatchObject({
    status: 400,
    body: { data: { params: { meta: expect.stringContaining('_VenueLng') } } },
  })
})
