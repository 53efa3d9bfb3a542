import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { audience, ownIn, times } from './own.fixture.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const { send, event, read } = ownIn(() => app)

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
    [{ age_from: '6,5' }, { age_from: 6.5 }],
    [{ age_from: 6.12345 }, { age_from: 6.123 }],
    [{ signed: 'true' }, { signed: true }],
    [{ signed: 0 }, { signed: false }],
    [{ until: '2031-05-01' }, { until: '2031-05-01' }],
    [{ leaflet: 'https://example.org/a' }, { leaflet: 'https://example.org/a' }],
    [{ hint: '  Bring it ' }, { hint: 'Bring it' }],
    [{ hint: 'a\u0000b\ud800\r\nc' }, { hint: 'ab\ufffd\nc' }],
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
    [{ age_from: '1,000' }, 'has age_from, which must be a number, not “1,000”'],
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

  test('that fit no longer are written back as they were, and nothing else that does not fit', async () => {
    const { id } = await event({ age_from: 60, hint: 'A' })
    await send('PATCH', 'fields/age_from', { max: 50 })
    const change = (fields: object) => send('PATCH', `events/${id}`, { fields }, 'editor')
    expect((await change({ age_from: 60, hint: 'B' })).body.fields).toEqual({ age_from: 60, hint: 'B' })
    expect((await change({ age_from: 61 })).status).toBe(400)
  })

  test('are not more in all than a record may have, however many writes say them', async () => {
    const names = Array.from({ length: 11 }, (_, at) => `long_${at}`)
    for (const name of names) await send('POST', 'fields', { name, type: 'text', label: name, max: 2000 })
    const { id } = await event({ [names[0] ?? '']: 'x'.repeat(1900) })
    const answers = []
    for (const name of names.slice(1))
      answers.push(await send('PATCH', `events/${id}`, { fields: { [name]: 'x'.repeat(1900) } }, 'editor'))
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 9 }, () => 200), 400])
    expect(answers.at(-1)?.body.data.params.fields).toBe(
      'fields may have 20000 characters in all, not 21034.',
    )
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

  test('that are required of a place are asked for of a new one within an event, and told of that', async () => {
    await send('POST', 'fields', {
      name: 'floor',
      type: 'text',
      label: 'Floor',
      kinds: ['venue'],
      required: true,
    })
    const made = (venue: object) => send('POST', 'events', { title: 'A', ...times, venue })
    expect((await made({ venue: 'Mill' })).body.data.params).toEqual({
      venue: 'venue [fields] lacks floor: what is published must have it.',
    })
    expect((await made({ venue: 'Mill', fields: { floor: '2' } })).status).toBe(201)
    expect((await send('POST', 'venues', { venue: 'Barn' })).body.data.params.fields).toContain('lacks floor')
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
