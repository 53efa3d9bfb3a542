import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '../../src/storage/schema/tables.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const path = '/wp/v2/settings'

let database: TestDatabase
let app: TestApp
/** Another process on the same database. */
let beside: TestApp
beforeAll(async () => {
  database = await createTestDatabase(await mkdtemp(join(tmpdir(), 'kalends-settings-')))
  app = await createTestApp({ GEO_UNIT: 'mi' }, { database })
  const { credentials } = app
  // The one that is closed first removes nothing that the other needs.
  beside = await createTestApp({}, { database: { ...database, remove: async () => {} }, credentials })
})
afterAll(async () => {
  await beside.close()
  await app.close()
})

function change(json: object, as: 'administrator' | 'editor' = 'administrator', at = app) {
  return at.ask({ as, method: 'POST', path, absolute: true, json })
}

const stored = () => app.db.read.selectFrom('settings').selectAll().orderBy('name').execute()

describe('settings', () => {
  test('are told to administrators, with what fixes those that cannot be changed', async () => {
    const { status, body } = await app.ask({ as: 'administrator', path, absolute: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: 'Kalends',
      description: 'An event calendar',
      timezone: 'UTC',
      language: 'en',
      site_logo: null,
      theme: {},
      site_links: [],
      geo_unit: 'mi',
      posts_per_page: 10,
      locked: { geo_unit: 'GEO_UNIT', url: 'SITE_URL', posts_per_page: 'PER_PAGE' },
    })
    expect(body.url).toMatch(/^http/)
    expect((await app.ask({ as: 'administrator', path: 'settings' })).body).toEqual(body)
  })

  test('that were changed hold in every process from its next request on, and nowhere before', async () => {
    expect((await beside.ask({ path: '/', absolute: true })).text).toContain('<title>Kalends</title>')
    const answer = await change({
      title: 'Exampleton',
      description: '',
      timezone: 'Europe/Berlin',
      language: 'de_AT',
      currency_symbol: '€',
      site_links: [{ text: 'Contact', url: 'https://city.example/contact' }],
      theme: { light: { accent: '#0b57a4' } },
    })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ title: 'Exampleton', description: '', language: 'de-AT' })
    for (const one of [app, beside]) {
      const page = await one.ask({ path: '/', absolute: true })
      expect(page.text).toContain('<title>Exampleton</title>')
      expect(page.text).toContain('lang="de-AT"')
      expect(page.text).toContain('href="https://city.example/contact"')
      const [, sheet = ''] = /href="([^"]*theme\.[^"]*\.css)"/.exec(page.text) ?? []
      expect((await one.ask({ path: sheet, absolute: true })).text).toContain('--accent: #0b57a4')
      const index = await one.ask({ path: '/', absolute: true, headers: { accept: 'application/json' } })
      expect(index.body).toMatchObject({ name: 'Exampleton', timezone_string: 'Europe/Berlin' })
      expect((await one.read('doc')).info.title).toBe('Exampleton')
      expect((await one.ask({ path: 'events.ics' })).text).toContain('Exampleton')
    }
    const event = await beside.create('events', {
      title: 'Fair',
      start_date: '2031-07-01 10:00',
      end_date: '2031-07-01 11:00',
    })
    expect(event).toMatchObject({ timezone: 'Europe/Berlin', utc_start_date: '2031-07-01 08:00:00' })
  })

  test('say on which day weeks begin, in the pages and the widget', async () => {
    const shown = async () => {
      const get = async (path: string) => app.ask({ path, absolute: true, headers: { accept: 'text/html' } })
      const [, first] =
        /<ol class="weekdays"[^>]*>\s*<li><span>(\w+)/.exec((await get('/month/2031-03')).text) ?? []
      const { body } = await get('/widget.json')
      return [first, body.first_day]
    }
    await change({ language: 'en-GB' })
    expect(await shown()).toEqual(['Monday', undefined])
    await change({ week_starts: 'sunday' })
    expect(await shown()).toEqual(['Sunday', 7])
    await change({ week_starts: 'saturday' })
    expect(await shown()).toEqual(['Saturday', 6])
    await change({ week_starts: null, language: null })
    expect((await shown())[1]).toBeUndefined()
  })

  test('are as they were without, once they are null', async () => {
    await change({ title: 'Town', map_attribution: 'Somebody' })
    const { body } = await change({ title: null, description: null, timezone: null, language: null })
    expect(body).toMatchObject({ title: 'Kalends', description: 'An event calendar', timezone: 'UTC' })
    expect(body.map_attribution).toBe('Somebody')
    expect((await stored()).map(({ name }) => name)).not.toContain('SITE_NAME')
    expect((await stored()).find(({ name }) => name === 'MAP_ATTRIBUTION')).toMatchObject({
      value: 'Somebody',
      modified_by: app.ids.administrator,
    })
  })

  test('that something else fixes are refused with its name, and nothing of the request is written', async () => {
    const before = await stored()
    const answer = await change({ title: 'Another', geo_unit: 'km', url: 'https://other.example' })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      code: 'rest_setting_locked',
      data: { status: 409, params: ['geo_unit', 'url'] },
    })
    expect(answer.body.message).toContain('“geo_unit” (GEO_UNIT), “url” (SITE_URL)')
    expect(await stored()).toEqual(before)
    expect((await change({ geo_unit: null })).status).toBe(409)
  })

  test('may be sent back as they were read, the fixed among them', async () => {
    const { body } = await app.ask({ as: 'administrator', path, absolute: true })
    const answer = await change(body)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toEqual(body)
  })

  test('are the environment’s where it sets them, whatever the database has', async () => {
    await change({ geo_unit: 'mi', cancelled_days: 7 }, 'administrator', beside)
    expect((await beside.ask({ as: 'administrator', path, absolute: true })).body).toMatchObject({
      geo_unit: 'mi',
      cancelled_days: 7,
    })
    await change({ geo_unit: 'km' }, 'administrator', beside)
    expect((await app.ask({ as: 'administrator', path, absolute: true })).body.geo_unit).toBe('mi')
  })

  test.each<[string, unknown, string]>([
    ['title', '', 'one line of 1 to 200'],
    ['title', 'x'.repeat(201), 'one line'],
    ['title', 'two\nlines', 'one line'],
    ['title', 7, 'a text'],
    ['timezone', 'Mars/Olympus', 'a time zone'],
    ['timezone', '', 'a time zone'],
    ['language', 'tlh', 'a language'],
    ['week_starts', 'friday', 'monday'],
    ['submissions_queue', 0, 'a whole number'],
    ['submissions_queue', 'many', 'a whole number'],
    ['guests_days', 0, 'a whole number from 1 to 3650'],
    ['registration_confirm_minutes', 2881, 'a whole number from 0 to 2880'],
    ['registration_privacy_url', 'privacy', 'an http or https address'],
    ['registration_privacy_url', 'javascript:alert(1)', 'an http or https address'],
    ['site_logo', 99_999, 'none has the ID 99999'],
    ['site_logo', -1, 'a whole number'],
    ['site_logo', { id: 1 }, 'a whole number'],
    ['theme', 'blue', 'an object'],
    ['theme', { light: { accent: 'red; } body { display: none' } }, '/light/accent'],
    ['theme', { light: { accent: '#ffcccc' } }, 'contrast'],
    ['theme', { colour: 'red' }, 'not acceptable'],
    ['theme', { logo: '/etc/passwd' }, 'not acceptable'],
    ['site_links', 'Contact', 'a list of links'],
    ['site_links', [{ text: 'a;b', url: 'https://x.example' }], 'a list of links'],
    ['site_links', [{ text: 'a', url: 'javascript:alert(1)' }], 'links'],
    ['map_tiles', 'https://tiles.example/', '{z}'],
    ['currency_code', 'euro', 'ISO 4217'],
    ['currency_position', 'above', 'prefix'],
    ['cancelled_days', 1.5, 'a whole number'],
    ['cancelled_days', 99_999, 'a whole number'],
  ])('“%s” as %j is refused with a sentence, and nothing is written', async (name, value, says) => {
    const before = await stored()
    const answer = await change({ map_attribution: 'Unwritten', [name]: value })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body).toMatchObject({ code: 'rest_invalid_param' })
    expect(Object.keys(answer.body.data.params)).toEqual([name])
    expect(answer.body.message).toContain(says)
    expect(await stored()).toEqual(before)
  })

  test.each([...roles, undefined])('are for administrators alone, not for “%s”', async (as) => {
    const isAllowed = as === 'administrator'
    const before = await stored()
    for (const one of [{ path, absolute: true }, { path: 'settings' }])
      for (const method of ['GET', 'POST', 'PUT', 'PATCH'] as const) {
        const json = method === 'GET' ? {} : { json: { map_attribution: 'Theirs' } }
        const answer = await app.ask({ ...(as ? { as } : {}), ...one, method, ...json })
        expect(answer.status).toBe(isAllowed ? 200 : as ? 403 : 401)
        expect(answer.headers['allow']).toBe(isAllowed ? 'GET, POST, PUT, PATCH' : '')
        if (isAllowed) continue
        expect(answer.body.code).toBe('rest_forbidden')
        expect(answer.text).not.toContain('locked')
      }
    if (!isAllowed) expect(await stored()).toEqual(before)
  })

  test('do not change what was changed meanwhile, with If-Match', async () => {
    const read = await app.ask({ as: 'administrator', path, absolute: true })
    const headers = { 'if-match': read.headers['etag'] ?? '' }
    const put = (title: string) =>
      app.ask({ as: 'administrator', method: 'PUT', path, absolute: true, json: { title }, headers })
    expect((await put('First')).status).toBe(200)
    expect((await put('Second')).status).toBe(412)
    expect((await app.ask({ as: 'administrator', path, absolute: true })).body.title).toBe('First')
  })

  test('an uploaded image is the logo of the pages until it is removed', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const upload = await app.ask({
      as: 'administrator',
      method: 'POST',
      path: 'media',
      raw: png,
      headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="logo.png"' },
    })
    expect(upload.status, upload.text).toBe(201)
    const { id, url } = upload.body
    expect((await change({ site_logo: id })).body.site_logo).toBe(id)
    const file = new URL(url).pathname
    expect((await beside.ask({ path: '/', absolute: true })).text).toContain(`src="${file}"`)
    await app.remove(`media/${id}`)
    expect((await beside.ask({ path: '/', absolute: true })).text).not.toContain(file)
  })

  test('what a theme file says goes before them, and is told as locked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kalends-theme-'))
    const file = join(folder, 'theme.json')
    await writeFile(file, JSON.stringify({ name: 'Of the file', light: { accent: '#0b57a4' } }))
    const themed = await createTestApp({ THEME_FILE: file })
    const { body } = await themed.ask({ as: 'administrator', path, absolute: true })
    expect(body.locked).toMatchObject({ title: 'THEME_FILE', theme: 'THEME_FILE' })
    expect(body.locked).not.toHaveProperty('site_logo')
    expect(body).toMatchObject({ title: 'Of the file', theme: { light: { accent: '#0b57a4' } } })
    const back = { as: 'administrator', method: 'POST', path, absolute: true, json: body } as const
    expect((await themed.ask(back)).body).toEqual(body)
    const answer = await themed.ask({
      as: 'administrator',
      method: 'POST',
      path,
      absolute: true,
      json: { theme: { light: { accent: '#005f72' } } },
    })
    expect(answer.body).toMatchObject({ code: 'rest_setting_locked', data: { params: ['theme'] } })
    await themed.close()
  })

  test('are named by discovery and the document, not by the index that clients compare', async () => {
    const { body } = await app.ask({ path: '/wp/v2', absolute: true })
    const args = body.routes['/wp/v2/settings'].endpoints[1].args
    expect(Object.keys(args)).toEqual(expect.arrayContaining(['title', 'timezone', 'language', 'theme']))
    const document = await app.read('doc')
    expect(Object.keys(document.paths['/settings'])).toEqual(['get', 'post', 'put', 'patch'])
    expect(document.components.schemas.Settings.properties).toHaveProperty('locked')
    expect((await app.read('')).routes).not.toHaveProperty('/vendor/events/v1/settings')
  })
})
