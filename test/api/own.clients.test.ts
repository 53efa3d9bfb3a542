import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { called, connected, titles } from './mcp.ts'
import { audience, times } from './own.fixture.ts'
import { acknowledged } from './tec.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ TEC_V1: 'on', MCP: 'full' })
  app.setNow(Temporal.Instant.from('2031-04-01T12:00Z'))
  for (const field of [
    { ...audience, wire_name: '_ecp_custom_7', filter: true, help: 'Who it is for' },
    { name: 'age_from', type: 'number', label: 'From age', min: 0, max: 99, filter: true },
    { name: 'signed', type: 'boolean', label: 'Signed', filter: true, wire_name: '_signed' },
    { name: 'desk', type: 'text', label: 'Desk', public: false, wire_name: '_desk' },
    { name: 'stage', type: 'text', label: 'Stage', kinds: ['venue'], wire_name: '_stage' },
  ])
    expect((await send('POST', 'fields', field)).status).toBe(201)
})
afterAll(() => app.close())

const send = (
  method: 'POST' | 'PATCH' | 'PUT',
  path: string,
  json: object,
  as: Role = 'administrator',
  absolute = false,
) => app.ask({ method, path, as, json, absolute, headers: absolute ? acknowledged : {} })
const event = (fields: unknown, more: object = {}) =>
  app.create('events', { title: 'A', ...times, fields, ...more })
const read = async (path: string, as?: Role) =>
  (await app.ask({ path, absolute: true, headers: acknowledged, ...(as ? { as } : {}) })).body

/** Of a tool what it takes, by name. */
type Properties = Readonly<
  Record<string, { readonly properties?: Readonly<Record<string, { description?: string }>> }>
>

describe('assistants', () => {
  test('are told of the fields in the schemas of tools, internal ones only who writes', async () => {
    const toolsOf = async (as?: Role) => {
      const { tools } = await (await connected(app, as)).listTools()
      return new Map(tools.map(({ name, inputSchema }) => [name, inputSchema.properties as Properties]))
    }
    const of = (tools: Awaited<ReturnType<typeof toolsOf>>, name: string) => tools.get(name) ?? {}
    const open = await toolsOf()
    expect(Object.keys(of(open, 'search_events')['fields']?.properties ?? {})).toEqual([
      'audience',
      'age_from',
      'signed',
    ])
    expect(of(open, 'search_events')['fields']?.properties?.['audience']?.description).toContain(
      'children, adults',
    )
    expect(JSON.stringify([...open.values()])).not.toContain('desk')
    const writing = await toolsOf('editor')
    for (const name of ['create_event', 'update_event']) {
      expect(of(writing, name)['fields']).toMatchObject({
        additionalProperties: false,
        properties: {
          audience: {
            items: { enum: ['children', 'adults'] },
            description: 'For whom. Who it is for. children (Children), adults (Adults).',
          },
          age_from: { minimum: 0, maximum: 99 },
          desk: { type: ['string', 'null'] },
        },
      })
      expect(JSON.stringify(of(writing, name)['venue'])).toContain('"stage"')
      expect(JSON.stringify(of(writing, name)['organizer'])).not.toContain('"fields"')
    }
    expect(of(writing, 'get_event')['fields']).toBeUndefined()
  })

  test('write them, find by them, and are told what is public', async () => {
    const made = await called(
      app,
      'create_event',
      {
        title: 'Tale',
        ...times,
        venue: { venue: 'Barn', fields: { stage: 'Small' } },
        fields: { audience: ['children'], age_from: 4, desk: 'secret-desk' },
      },
      'editor',
    )
    expect(made.isError, made.text).toBeUndefined()
    expect(made.data.event).toMatchObject({
      fields: { audience: ['children'], age_from: 4 },
      venues: [{ name: 'Barn', fields: { stage: 'Small' } }],
    })
    expect(made.text).toContain('For whom: ⟦Children⟧')
    const changed = await called(
      app,
      'update_event',
      { id: made.data.event.id, fields: { age_from: null, signed: true } },
      'editor',
    )
    expect(changed.data.event.fields).toEqual({ audience: ['children'], signed: true })
    expect(titles(await called(app, 'search_events', { fields: { audience: 'children' } }))).toEqual(['Tale'])
    expect(titles(await called(app, 'search_events', { fields: { audience: '-children' } }))).not.toContain(
      'Tale',
    )
    const shown = await called(app, 'get_event', { id: made.data.event.id })
    expect(JSON.stringify(shown)).not.toContain('secret-desk')
    expect((await called(app, 'find_venues', { words: 'Barn' })).data.venues[0].fields).toEqual({
      stage: 'Small',
    })
  })

  test.each<[string, object, string]>([
    ['create_event', { title: 'B', ...times, fields: { audiense: 'x' } }, 'the nearest is “audience”'],
    [
      'create_event',
      { title: 'B', ...times, fields: { audience: ['kids'] } },
      'must be some of children, adults',
    ],
    ['create_event', { title: 'B', ...times, fields: 'audience' }, 'fields must be object'],
    ['search_events', { fields: { age: '6' } }, 'which is no field of events'],
    ['search_events', { fields: { desk: '*' } }, 'which is no field of events'],
    ['find_venues', { fields: { stage: 'x' } }, 'takes no fields'],
  ])('are told by %s what is wrong with %j', async (name, given, says) => {
    const { isError, text } = await called(app, name, given, name === 'create_event' ? 'editor' : undefined)
    expect(isError).toBe(true)
    expect(text).toContain(says)
  })

  test('are told nothing of fields where none is declared', async () => {
    const plain = await createTestApp({ MCP: 'full' })
    const { tools } = await (await connected(plain, 'editor')).listTools()
    expect(JSON.stringify(tools.map(({ inputSchema }) => inputSchema))).not.toContain('"fields"')
    await plain.close()
  })
})

test('what is misspelt of a venue or an organizer that an event makes is told under their name, and nothing is written', async () => {
  const before = (await read('events', 'editor')).total
  for (const kind of ['venue', 'organizer']) {
    const { status, body } = await send('POST', 'events', {
      title: 'B',
      ...times,
      [kind]: { [kind]: 'New', fields: { stag: 'Large' } },
    })
    expect([status, Object.keys(body.data.params)]).toEqual([400, [kind]])
    const near = kind === 'venue' ? '; the nearest is “stage”' : ''
    expect(body.data.params[kind]).toBe(`${kind} [fields] has “stag”, which is no field of ${kind}s${near}.`)
  }
  expect((await read('events', 'editor')).total).toBe(before)
  expect(JSON.stringify(await read('venues', 'editor'))).not.toContain('"New"')
})

test('all values of a record together have a limit, in however many writes they are said', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `long_${at}`)
  for (const name of names)
    expect((await send('POST', 'fields', { name, type: 'text', label: name, max: 2000 })).status).toBe(201)
  const { id } = await event({})
  const say = async (name = '', text = 'x'.repeat(1990)) =>
    send('PATCH', `events/${id}`, { fields: { [name]: text } })
  for (const name of names.slice(0, 9)) expect((await say(name)).status).toBe(200)
  const { status, body } = await say(names[9])
  expect([status, body.data.params.fields]).toEqual([
    400,
    expect.stringMatching(/^fields may have 20000 characters in all, not 20\d\d\d\.$/),
  ])
  expect((await say(names[9], 'short')).status).toBe(200)
})

describe('clients of the original', () => {
  test('send fields under the names of the add-on, and custom_fields that they have read is ignored', async () => {
    const made = await send('POST', 'events', { title: 'B', ...times, _ecp_custom_7: 'Children|Adults' })
    expect([made.status, made.headers['x-unknown-fields']]).toEqual([201, undefined])
    expect(made.body.fields).toEqual({ audience: ['children', 'adults'] })
    const custom_fields = { _ecp_custom_7: { label: 'For whom', value: 'Adults' } }
    const path = `events/${made.body.id}`
    expect((await send('PUT', path, { custom_fields })).body.fields).toEqual(made.body.fields)
    const both = await send('PUT', path, { _ecp_custom_7: 'Children', fields: { age_from: 3 } })
    expect(both.body.fields).toEqual({ audience: ['children'], age_from: 3 })
    expect((await send('PUT', path, { _ecp_custom_7: '' })).body.fields).toEqual({ age_from: 3 })
    const wrong = await send('PUT', path, { _ecp_custom_7: 'kids' })
    expect(wrong.body.data.params.fields).toContain('has audience, which must be some of')
    expect((await send('PUT', path, { _ecp_custom_8: 'x' })).headers['x-unknown-fields']).toContain(
      '_ecp_custom_8',
    )
  })

  test('read and write them below wp/v2, as fields and as custom fields with an underscore', async () => {
    const { id } = await event({ audience: ['children'], signed: true, age_from: 6, desk: 'secret-desk' })
    const path = `/wp/v2/tribe_events/${id}`
    const shown = await read(path)
    expect(shown.fields).toEqual({ audience: ['children'], age_from: 6, signed: true })
    expect(Object.keys(shown).at(-1)).toBe('fields')
    expect(shown.meta).toMatchObject({ _ecp_custom_7: 'Children', _signed: '1' })
    expect(JSON.stringify(shown)).not.toContain('desk')
    expect((await read(`${path}?context=edit`, 'editor')).fields.desk).toBe('secret-desk')
    const meta = await send(
      'POST',
      path,
      { meta: { _ecp_custom_7: 'Children, Adults', _signed: '0' } },
      'editor',
      true,
    )
    expect(meta.body.fields, meta.text).toMatchObject({ audience: ['children', 'adults'], signed: false })
    const own = await send('POST', path, { fields: { age_from: 7, signed: null } }, 'editor', true)
    expect(own.body.fields).toMatchObject({ age_from: 7, desk: 'secret-desk' })
    expect(own.body.meta).not.toHaveProperty('_signed')
    const wrong = await send('POST', path, { meta: { _ecp_custom_7: 'kids' } }, 'editor', true)
    expect([wrong.status, wrong.body.data.params.fields]).toEqual([
      400,
      expect.stringContaining('has audience'),
    ])
    const venue = await send(
      'POST',
      '/wp/v2/tribe_venue',
      { title: 'Mill', meta: { _stage: 'Large' } },
      'editor',
      true,
    )
    expect([venue.status, venue.body.fields, venue.body.meta._stage]).toEqual([
      201,
      { stage: 'Large' },
      'Large',
    ])
    expect(
      (await send('POST', `/wp/v2/tribe_venue/${venue.body.id}`, { fields: { stage: null } }, 'editor', true))
        .body,
    ).not.toHaveProperty('fields')
  })

  test('read and write them below tec/v1, as the last member', async () => {
    const made = await send(
      'POST',
      '/tec/v1/events',
      {
        title: 'C',
        start_date: '2031-05-01 10:00:00',
        end_date: '2031-05-01 11:00:00',
        fields: { audience: 'adults', desk: 'secret-desk' },
      },
      'editor',
      true,
    )
    expect(made.status, made.text).toBe(201)
    const path = `/tec/v1/events/${made.body.id}`
    const shown = await read(path)
    expect([Object.keys(shown).at(-1), shown.fields]).toEqual(['fields', { audience: ['adults'] }])
    expect((await send('PUT', path, { fields: { age_from: 8 } }, 'editor', true)).body.fields).toEqual({
      audience: ['adults'],
      age_from: 8,
    })
    expect((await send('PUT', path, { fields: { nothing: 8 } }, 'editor', true)).status).toBe(400)
    const venue = await send(
      'POST',
      '/tec/v1/venues',
      { title: 'Forge', fields: { stage: 'None' } },
      'editor',
      true,
    )
    expect([venue.status, venue.body.fields]).toEqual([201, { stage: 'None' }])
    expect(
      (await send('PUT', path, { venues: [venue.body.id] }, 'editor', true)).body.venues[0].fields,
    ).toEqual({ stage: 'None' })
    await send('PATCH', `events/${made.body.id}`, { password: 'x' }, 'editor')
    for (const at of [path, `/wp/v2/tribe_events/${made.body.id}`]) {
      const closed = await read(at)
      expect(closed).not.toHaveProperty('fields')
      expect(JSON.stringify(closed)).not.toMatch(/_ecp_custom_7|adults/)
    }
  })

  test('see no further member of what says nothing', async () => {
    const { id } = await event({})
    for (const path of [`/wp/v2/tribe_events/${id}`, `/tec/v1/events/${id}`]) {
      const record = await read(path)
      expect(record).not.toHaveProperty('fields')
      expect(JSON.stringify(record.meta ?? {})).not.toContain('_ecp')
    }
  })
})
