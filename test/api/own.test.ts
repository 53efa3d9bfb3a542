import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { audience, options, times } from './own.fixture.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const send = (
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  json: object = {},
  as: Role = 'administrator',
) => app.ask({ method, path, as, json })
const event = (fields: unknown, more: object = {}) =>
  app.create('events', { title: 'A', ...times, fields, ...more })
const read = async (path: string, as?: Role) => (await app.ask({ path, ...(as ? { as } : {}) })).body

describe('a field', () => {
  test('is declared by administrators, read by everybody, and internal ones by who writes', async () => {
    for (const as of ['editor', 'author', 'contributor', 'subscriber'] as const)
      expect((await send('POST', 'fields', audience, as)).status, as).toBe(403)
    expect((await app.ask({ method: 'POST', path: 'fields', json: audience })).status).toBe(401)
    const made = await send('POST', 'fields', audience)
    expect([made.status, made.headers['location']]).toEqual([
      201,
      expect.stringMatching(/\/fields\/audience$/),
    ])
    expect(made.body).toMatchObject({
      kinds: ['event'],
      position: 1,
      public: true,
      filter: false,
      wire_name: 'audience',
      used: 0,
    })
    await send('POST', 'fields', { name: 'desk', type: 'text', label: 'Desk', public: false })
    expect((await read('fields')).total).toBe(1)
    expect((await app.ask({ path: 'fields/desk' })).body.code).toBe('field-not-found')
    expect((await read('fields', 'subscriber')).total).toBe(1)
    expect((await read('fields', 'contributor')).total).toBe(2)
    expect((await read('fields')).fields[0].label).toBe('For whom')
    expect((await read('fields?context=edit', 'contributor')).fields[0].label).toEqual({ en: 'For whom' })
  })

  test('what was read of it is written back equal, with all that is empty, which clears', async () => {
    const music = await app.create('categories', { name: 'Music' })
    await send('POST', 'fields', { ...audience, categories: [music.id], schema: 'audience' })
    await send('PATCH', 'fields/audience', { categories: [], schema: null })
    const before = await read('fields/audience?context=edit', 'administrator')
    expect(before).toMatchObject({ categories: [], schema: null, min: null, max: null })
    expect((await send('POST', 'fields/audience', before)).body).toEqual({
      ...before,
      modified_utc: expect.any(String),
    })
  })

  test.each<[object, string, string]>([
    [{ name: 'Audience' }, 'name', 'small letters'],
    [{ name: 'title' }, 'name', 'which Kalends has already'],
    [{ name: 'near' }, 'name', 'which Kalends has already'],
    [{ type: 'colour' }, 'type', 'must be'],
    [{ options: [] }, 'options', 'one option at least'],
    [{ options: [...options, ...options] }, 'options', 'twice'],
    [{ options: [{ value: 'Für' }] }, 'options', 'small letters'],
    [{ options: [{ value: 'a', lable: 'A' }] }, 'options', 'has “lable” in an option'],
    [{ type: 'text' }, 'options', 'are for choices'],
    [{ type: 'text', options: [], filter: true }, 'filter', 'cannot be true'],
    [{ label: '' }, 'label', 'cannot be empty'],
    [{ label: { xx: 'A' } }, 'label', 'language'],
    [{ label: 'a'.repeat(81) }, 'label', 'at most 80'],
    [{ kinds: ['series'] }, 'kinds', 'must be'],
    [{ type: 'number', options: [], min: 5, max: 1 }, 'min', 'more than max'],
    [{ type: 'date', options: [], min: 5 }, 'min', 'must be a day'],
    [{ type: 'text', options: [], max: 2001 }, 'max', 'from 1 to 2000'],
    [{ max: 3 }, 'max', 'is for numbers and dates'],
    [{ schema: 'typicalAgeRange.from' }, 'schema', 'is for numbers'],
  ])('that is declared as %j is refused: %s', async (change, name, says) => {
    const { status, body } = await send('POST', 'fields', { ...audience, ...change })
    expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
    expect(body.data.params[name], JSON.stringify(body)).toContain(says)
    expect((await read('fields')).total).toBe(0)
  })

  test('is there once, keeps its name and its type, but for choices, and goes only with its values', async () => {
    await send('POST', 'fields', { ...audience, type: 'choice' })
    const { id } = await event({ audience: 'children' })
    const twice = await send('POST', 'fields', audience)
    expect([twice.status, twice.body.code, twice.body.message]).toEqual([
      409,
      'field-exists',
      'There is a field “audience” already.',
    ])
    expect((await send('PATCH', 'fields/audience', { type: 'text' })).body.data.params.type).toContain(
      'make another field',
    )
    expect((await send('PATCH', 'fields/audience', { type: 'choices' })).status).toBe(200)
    expect((await read(`events/${id}`)).fields).toEqual({ audience: ['children'] })
    const used = await send('DELETE', 'fields/audience')
    expect([used.status, used.body.message]).toEqual([
      409,
      '1 record has “For whom”: send force=true to remove it with its values.',
    ])
    expect((await send('DELETE', 'fields/audience?force=true')).status).toBe(200)
    expect(await read(`events/${id}`)).not.toHaveProperty('fields')
    await send('POST', 'fields', audience)
    expect(await read(`events/${id}`)).not.toHaveProperty('fields')
  })

  test('whose option is taken away says what becomes of records that have it', async () => {
    await send('POST', 'fields', audience)
    const [one, both] = [
      await event({ audience: ['children'] }),
      await event({ audience: ['children', 'adults'] }),
    ]
    const left = { options: [options[1]] }
    const used = await send('PATCH', 'fields/audience', left)
    expect([used.status, used.body.code]).toEqual([409, 'option-in-use'])
    expect(used.body.message).toBe(
      '2 records have “children”: send replace={"children":"adults"} or replace={"children":null}.',
    )
    expect((await send('PATCH', 'fields/audience', { ...left, replace: { children: 'kids' } })).status).toBe(
      400,
    )
    expect((await send('PATCH', 'fields/audience', { ...left, replace: { children: null } })).status).toBe(
      200,
    )
    expect(await read(`events/${one.id}`)).not.toHaveProperty('fields')
    expect((await read(`events/${both.id}`)).fields).toEqual({ audience: ['adults'] })
  })

  test('is written back as it was read', async () => {
    await send('POST', 'fields', { ...audience, filter: true })
    const before = await read('fields/audience?context=edit', 'editor')
    const again = await send('PATCH', 'fields/audience', before)
    expect(again.status, again.text).toBe(200)
    expect({ ...again.body, modified_utc: '' }).toEqual({ ...before, modified_utc: '' })
  })

  test('stands where it is put', async () => {
    for (const name of ['a1', 'b1', 'c1']) await send('POST', 'fields', { name, type: 'text', label: name })
    await send('PATCH', 'fields/c1', { position: 1 })
    const { fields } = await read('fields')
    expect(fields.map(({ name, position }: { name: string; position: number }) => [name, position])).toEqual([
      ['c1', 1],
      ['a1', 2],
      ['b1', 3],
    ])
    const { id } = await event({ a1: 'x', b1: 'y', c1: 'z' })
    expect(Object.keys((await read(`events/${id}`)).fields)).toEqual(['c1', 'a1', 'b1'])
  })

  test.each(['audience', 'ages', 'languages', 'access'])(
    'of the set %s is declared once, in nine languages',
    async (set) => {
      const made = await send('POST', 'fields/sets', { set })
      expect(made.status, made.text).toBe(201)
      for (const { label } of made.body.fields) expect(Object.keys(label)).toHaveLength(9)
      const again = await send('POST', 'fields/sets', { set })
      expect(again.status).toBe(409)
      expect((await read('fields')).total).toBe(made.body.total)
    },
  )
})

describe('values', () => {
  beforeEach(async () => {
    await send('POST', 'fields', { ...audience, wire_name: '_ecp_custom_7' })
    for (const field of [
      { name: 'age_from', type: 'number', label: 'Age from', min: 0, max: 99 },
      { name: 'signed', type: 'boolean', label: 'Signed' },
      { name: 'until', type: 'date', label: 'Until', min: '2031-01-01' },
      { name: 'leaflet', type: 'link', label: 'Leaflet' },
      { name: 'hint', type: 'text', label: 'Hint', max: 10 },
      { name: 'desk', type: 'text', label: 'Desk', public: false },
      { name: 'stage', type: 'boolean', label: 'Stage', kinds: ['venue', 'organizer'] },
    ])
      expect((await send('POST', 'fields', field)).status).toBe(201)
  })

  test.each<[object, object | undefined]>([
    [{ audience: ['adults', 'children'] }, { audience: ['children', 'adults'] }],
    [{ audience: 'Kinder, adults' }, { audience: ['children', 'adults'] }],
    [{ age_from: '6' }, { age_from: 6 }],
    [{ age_from: 6.12345 }, { age_from: 6.123 }],
    [{ signed: 'true' }, { signed: true }],
    [{ signed: 0 }, { signed: false }],
    [{ until: '2031-05-01' }, { until: '2031-05-01' }],
    [{ leaflet: 'https://example.org/a' }, { leaflet: 'https://example.org/a' }],
    [{ hint: '  Bring it ' }, { hint: 'Bring it' }],
    [{ audience: [], age_from: null, hint: '' }, undefined],
  ])('%j are read as people and programs write them', async (sent, shown) => {
    const { id } = await event(sent)
    expect((await read(`events/${id}`)).fields).toEqual(shown)
  })

  test.each<[object, string]>([
    [{ audiense: 1 }, 'has “audiense”, which is no field of events; the nearest is “audience”'],
    [{ stage: true }, 'has “stage”, which is no field of events'],
    [{ audience: 'kids' }, 'has audience, which must be some of children, adults, not “kids”'],
    [{ age_from: 100 }, 'has age_from, which must be 99 or less, not 100'],
    [{ age_from: 'six' }, 'has age_from, which must be a number, not “six”'],
    [{ until: '2030-12-31' }, 'has until, which must be 2031-01-01 or more, not 2030-12-31'],
    [{ until: '2031-02-30' }, 'has until, which must be a day such as 2031-05-01'],
    [{ hint: 'far too long' }, 'has hint, which must have at most 10 characters, not 12'],
    [{ leaflet: 'javascript:alert(1)' }, 'has leaflet, which'],
    [{ signed: 'perhaps' }, 'has signed, which'],
    [{ ['__proto__x']: 1 }, 'which is no field of events'],
  ])('%j are refused, and nothing is written', async (sent, says) => {
    const { id } = await event({ age_from: 6 })
    const { status, body } = await send('PATCH', `events/${id}`, { title: 'B', fields: sent }, 'editor')
    expect(status).toBe(400)
    expect(body.data.params.fields, JSON.stringify(body)).toContain(says)
    expect(await read(`events/${id}`)).toMatchObject({ title: 'A', fields: { age_from: 6 } })
  })

  test('that are not sent stay, null clears one, and null alone all', async () => {
    const { id } = await event({ age_from: 6, signed: true, hint: 'A' })
    const change = async (fields: unknown) =>
      (await send('PATCH', `events/${id}`, { fields }, 'editor')).body.fields
    expect(await change({ age_from: 7 })).toEqual({ age_from: 7, signed: true, hint: 'A' })
    expect(await change({ hint: null })).toEqual({ age_from: 7, signed: true })
    expect((await send('PATCH', `events/${id}`, { title: 'B' }, 'editor')).body.fields).toEqual({
      age_from: 7,
      signed: true,
    })
    expect(await change(null)).toBeUndefined()
  })

  test('are read and written back as they were, and nothing is changed by that', async () => {
    const { id } = await event({ age_from: 6, audience: ['children'] })
    const before = await read(`events/${id}`)
    const { status, body } = await send(
      'PATCH',
      `events/${id}`,
      { fields: before.fields, custom_fields: before.custom_fields },
      'editor',
    )
    expect([status, body.modified_utc, body.fields]).toEqual([200, before.modified_utc, before.fields])
  })

  test('are in custom_fields as the original has them', async () => {
    const { id } = await event({ age_from: 6, audience: ['children', 'adults'], signed: true })
    expect((await read(`events/${id}`)).custom_fields).toEqual({
      _ecp_custom_7: { label: 'For whom', value: 'Children, Adults' },
      age_from: { label: 'Age from', value: '6' },
      signed: { label: 'Signed', value: '✓' },
    })
    const { id: none } = await event({})
    expect((await read(`events/${none}`)).custom_fields).toEqual([])
  })

  test('of venues and organizers are theirs, within events too', async () => {
    const { id } = await event(
      {},
      {
        venue: { venue: 'Hall', fields: { stage: true } },
        organizer: { organizer: 'Town', fields: { stage: false } },
      },
    )
    const shown = await read(`events/${id}`)
    expect([shown.venue.fields, shown.organizer[0].fields]).toEqual([{ stage: true }, { stage: false }])
    expect((await read(`venues/${shown.venue.id}`)).fields).toEqual({ stage: true })
    const cleared = await send('PATCH', `venues/${shown.venue.id}`, { fields: { stage: null } }, 'editor')
    expect(cleared.body).not.toHaveProperty('fields')
    expect((await read(`events/${id}`)).venue).not.toHaveProperty('fields')
  })

  test('that are internal are for who edits, and behind a password there are none', async () => {
    const { id } = await event({ desk: 'secret-desk', age_from: 6 })
    for (const path of [
      `events/${id}`,
      'events?start_date=2031-01-01&end_date=2032-01-01',
      `events/${id}?context=edit`,
      'events.ics',
      'events/changes',
    ])
      expect((await app.ask({ path })).text, path).not.toContain('secret-desk')
    for (const as of ['subscriber', 'contributor'] as const)
      expect((await app.ask({ path: `events/${id}?context=edit`, as })).text, as).not.toContain('secret-desk')
    expect((await read(`events/${id}?context=edit`, 'editor')).fields).toEqual({
      age_from: 6,
      desk: 'secret-desk',
    })
    await send('PATCH', `events/${id}`, { password: 'x' }, 'editor')
    expect((await app.ask({ path: 'events?start_date=2031-01-01&end_date=2032-01-01' })).text).not.toContain(
      'age_from',
    )
  })

  test('that are required are asked for where an event is published, not in drafts, and what was lacking may stay so', async () => {
    const { id: old } = await event({})
    const { id: draft } = await event({}, { status: 'draft' })
    await send('PATCH', 'fields/audience', { required: true })
    const lacks = 'fields lacks audience: what is published must have it.'
    const refused = await send('POST', 'events', { title: 'B', ...times }, 'editor')
    expect([refused.status, refused.body.data.params.fields]).toEqual([400, lacks])
    expect((await send('POST', 'events', { title: 'B', ...times, status: 'draft' }, 'editor')).status).toBe(
      201,
    )
    expect(
      (await send('PATCH', `events/${draft}`, { status: 'publish' }, 'editor')).body.data.params.fields,
    ).toBe(lacks)
    expect(
      (
        await send(
          'PATCH',
          `events/${draft}`,
          { status: 'publish', fields: { audience: 'children' } },
          'editor',
        )
      ).status,
    ).toBe(200)
    expect(
      (await send('PATCH', `events/${draft}`, { fields: { audience: null } }, 'editor')).body.data.params
        .fields,
    ).toBe(lacks)
    expect((await send('PATCH', `events/${old}`, { title: 'C' }, 'editor')).status).toBe(200)
    expect((await send('PATCH', `events/${old}`, { fields: { age_from: 6 } }, 'editor')).status).toBe(200)
  })

  test('that are required in some categories are asked for there, and below', async () => {
    const music = await send('POST', 'categories', { name: 'Music' }, 'editor')
    const choir = await send('POST', 'categories', { name: 'Choir', parent: music.body.id }, 'editor')
    await send('PATCH', 'fields/audience', { required: true, categories: [music.body.id] })
    expect((await send('POST', 'events', { title: 'B', ...times }, 'editor')).status).toBe(201)
    for (const category of [music, choir])
      expect(
        (await send('POST', 'events', { title: 'B', ...times, categories: [category.body.id] }, 'editor'))
          .status,
      ).toBe(400)
  })

  test('are in the history, and go back by it', async () => {
    const { id } = await event({ age_from: 6 })
    await send('PATCH', `events/${id}`, { fields: { age_from: 7 } }, 'editor')
    const { body } = await app.ask({ path: `events/${id}/history`, as: 'editor' })
    const [latest] = body.entries ?? body.history
    expect(JSON.stringify(latest)).toContain('fields')
    const undone = await send('POST', `events/${id}/history/${latest.revision}/undo`, {}, 'editor')
    expect(undone.status, undone.text).toBeLessThan(300)
    expect((await read(`events/${id}`)).fields).toEqual({ age_from: 6 })
  })
})
