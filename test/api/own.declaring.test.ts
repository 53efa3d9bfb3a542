import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { audience, options, ownIn } from './own.fixture.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const { send, event, read } = ownIn(() => app)

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
    [{ type: 'text', options: [], max: 0 }, 'max', 'from 1 to 2000'],
    [{ type: 'text', options: [], min: 3 }, 'min', 'is for numbers and dates'],
    [{ max: 3 }, 'max', 'is for numbers and dates'],
    [{ schema: 'typicalAgeRange.from' }, 'schema', 'is for numbers'],
    [{ categories: [7] }, 'categories', 'has 7, which is no category'],
    [{ name: 'constructor' }, 'name', 'which Kalends has already'],
  ])('that is declared as %j is refused: %s', async (change, name, says) => {
    const { status, body } = await send('POST', 'fields', { ...audience, ...change })
    expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
    expect(body.data.params[name], JSON.stringify(body)).toContain(says)
    expect((await read('fields')).total).toBe(0)
  })

  test('has a key for clients of the original that no other has, by its name or by what is said', async () => {
    await send('POST', 'fields', { ...audience, wire_name: 'who' })
    const { status, body } = await send('POST', 'fields', { name: 'who', type: 'text', label: 'Who' })
    expect([status, body.data.params.wire_name]).toEqual([400, 'wire_name is that of another field: who.'])
    expect(
      (await send('POST', 'fields', { name: 'who', type: 'text', label: 'Who', wire_name: 'x' })).status,
    ).toBe(201)
    // Without its own it would be known by its name again.
    expect((await send('PATCH', 'fields/who', { wire_name: null })).status).toBe(400)
  })

  test('may keep a category that is gone since', async () => {
    const music = await app.create('categories', { name: 'Music' })
    await send('POST', 'fields', { ...audience, categories: [music.id] })
    await send('DELETE', `categories/${music.id}`, { force: true })
    const before = await read('fields/audience?context=edit', 'administrator')
    expect(await send('PATCH', 'fields/audience', before)).toMatchObject({ status: 200 })
    expect(
      (await send('PATCH', 'fields/audience', { categories: [music.id, 99] })).body.data.params.categories,
    ).toBe('categories has 99, which is no category.')
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

  test('is told with how many records of all kinds say something of it, whatever they say', async () => {
    const kinds = ['event', 'venue']
    await send('POST', 'fields', { ...audience, kinds })
    await send('POST', 'fields', { name: 'note', type: 'text', label: 'Note', kinds })
    await send('POST', 'fields', { name: 'audience_2', type: 'boolean', label: 'B' })
    const used = async () => {
      const { fields } = await read('fields?context=edit', 'editor')
      return fields.map(({ name, used }: { name: string; used: number }) => [name, used])
    }
    const { id } = await event({ audience: ['children', 'adults'], note: '"audience_2": {"note":1}' })
    await event({ note: 'audience' })
    await app.create('venues', { venue: 'V', fields: { audience: ['adults'] } })
    const said = [
      ['audience', 2],
      ['note', 2],
      ['audience_2', 0],
    ]
    expect(await used()).toEqual(said)
    for (const [name, count] of said)
      expect((await read(`fields/${name}?context=edit`, 'editor')).used, `${name}`).toBe(count)
    await send('PATCH', `events/${id}`, { fields: { audience: null, audience_2: true } })
    expect(await used()).toEqual([
      ['audience', 1],
      ['note', 2],
      ['audience_2', 1],
    ])
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
