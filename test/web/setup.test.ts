import { expect, onTestFinished, test } from 'vitest'
import { accentOrder, accents } from '../../src/people/accounts/accounts.accents.ts'
import { makeLink } from '../../src/http/auth/oneTimeLinks.ts'
import { themeFault } from '../../src/people/settings/theme.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { cookieOf, fromHere, ownPassword } from '../support/signedIn.ts'

const form = {
  siteName: 'What’s on in Brixby',
  sentence: 'What Brixby does tonight',
  zone: 'Europe/Berlin',
  currency: '',
  cost: '',
  locale: 'de',
  accent: '6',
  name: 'Noor Ashdown',
  email: 'noor@example.org',
  password: ownPassword,
  filling: 'empty',
}

async function setUp(environment: Record<string, string> = {}): Promise<{ app: TestApp; path: string }> {
  const app = await createTestApp(environment)
  onTestFinished(() => app.close())
  const now = Math.floor(Temporal.Now.instant().epochMilliseconds / 1000)
  const user = { id: app.ids.administrator }
  const { secret } = await app.db.write((tx) => makeLink(tx, { kind: 'setup', user, now }))
  return { app, path: `/admin/setup?token=${secret}` }
}

const get = (app: TestApp, path: string) =>
  app.ask({ path, absolute: true, headers: { accept: 'text/html' } })
const post = (
  app: TestApp,
  path: string,
  more: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = fromHere,
) => app.ask({ method: 'POST', path, absolute: true, form: { ...form, ...more }, headers })

test('a calendar is set up once: settings, account and session, and sessions of before end', async () => {
  const { app, path } = await setUp()
  const before = await cookieOf(app, 'administrator')
  expect((await get(app, path)).text).toContain('Let’s open your calendar')
  const opened = await post(app, path)
  expect([opened.status, opened.headers['location']]).toEqual([303, '/admin'])
  const cookie = String(opened.headers['set-cookie']).split(';', 1)[0] ?? ''
  const me = await app.ask({
    path: '/wp/v2/users/me?context=edit',
    absolute: true,
    headers: { cookie, ...fromHere },
  })
  expect(me.body).toMatchObject({ name: 'Noor Ashdown', email: 'noor@example.org', roles: ['administrator'] })
  const home = await get(app, '/')
  expect(home.text).toContain('<title>What’s on in Brixby')
  expect(home.text).toContain('<html lang="de"')
  const settings = await app.db.read
    .selectFrom('settings')
    .select(['name', 'value'])
    .orderBy('name')
    .execute()
  expect(settings).toEqual([
    { name: 'CURRENCY_CODE', value: 'EUR' },
    { name: 'CURRENCY_POSITION', value: 'postfix' },
    { name: 'CURRENCY_SYMBOL', value: '€' },
    { name: 'SITE_DESCRIPTION', value: 'What Brixby does tonight' },
    { name: 'SITE_LOCALE', value: 'de' },
    { name: 'SITE_NAME', value: 'What’s on in Brixby' },
    { name: 'SITE_THEME', value: JSON.stringify(accents['6']) },
    { name: 'SITE_TIMEZONE', value: 'Europe/Berlin' },
  ])
  expect(
    (await app.ask({ path: '/wp/v2/users/me', absolute: true, headers: { cookie: before, ...fromHere } }))
      .status,
  ).toBe(401)
  expect((await get(app, path)).status).toBe(410)
  expect((await post(app, path, { siteName: 'Mine' })).status).toBe(410)
  expect((await get(app, '/')).text).toContain('What’s on in Brixby')
})

test('what cannot be taken is told at its field, nothing is stored, and the link stays', async () => {
  const { app, path } = await setUp()
  for (const [field, value] of [
    ['siteName', '  '],
    ['zone', 'Nowhere/Else'],
    ['locale', '???'],
    ['sentence', 'x'.repeat(501)],
    ['currency', 'XYZ'],
    ['cost', 'above'],
    ['accent', '99'],
    ['accent', 'constructor'],
    ['name', ''],
    ['email', 'noor'],
    ['email', 'editor@example.org'],
    ['password', 'short'],
    ['password', 'Noor Ashdown 1'],
    ['filling', 'other'],
  ] as const) {
    const refused = await post(app, path, { [field]: value })
    expect([field, value, refused.status, refused.headers['set-cookie']]).toEqual([
      field,
      value,
      400,
      undefined,
    ])
    expect(refused.text).toContain('Nothing was stored.')
    expect(refused.text).not.toContain(ownPassword)
  }
  expect(await app.db.read.selectFrom('settings').selectAll().execute()).toEqual([])
  expect((await post(app, path)).status).toBe(303)
})

test('what the environment says is shown as fixed, and holds', async () => {
  const { app, path } = await setUp({ SITE_NAME: 'Fixed here', SITE_TIMEZONE: 'Asia/Tokyo' })
  expect((await get(app, path)).text).toContain('Set by SITE_NAME where the service runs.')
  const { headers } = await post(app, path, { filling: 'import' })
  expect(headers['location']).toBe('/admin/imports')
  const names = await app.db.read.selectFrom('settings').select('name').orderBy('name').execute()
  expect(names.map(({ name }) => name)).toEqual([
    'CURRENCY_CODE',
    'CURRENCY_POSITION',
    'CURRENCY_SYMBOL',
    'SITE_DESCRIPTION',
    'SITE_LOCALE',
    'SITE_THEME',
  ])
  expect((await get(app, '/')).text).toContain('Fixed here')
})

test('a browser chooses the zone where nobody has, by a script of ours, and not what somebody chose', async () => {
  const { app, path } = await setUp()
  const first = await get(app, path)
  expect(first.text).toMatch(/<input\s+id="zone"[^>]* data-guess/)
  const script = /<script defer src="([^"]*setup[^"]*\.js[^"]*)"/.exec(first.text)?.[1] ?? ''
  expect((await get(app, script)).headers['content-type']).toContain('text/javascript')
  expect(first.text).toContain('Look whether it is right.')
  const again = await post(app, path, { siteName: ' ', zone: 'Asia/Kolkata' })
  expect(again.text).not.toContain('data-guess')
  expect(again.text).toMatch(/id="zone"[^>]*value="Asia\/Kolkata"/)
  const fixed = await setUp({ SITE_TIMEZONE: 'Asia/Tokyo' })
  expect((await get(fixed.app, fixed.path)).text).not.toContain('data-guess')
})

test.each([
  ['Munich', 'Europe/Berlin', 'EUR', '€', 'postfix'],
  ['münchen', 'Europe/Berlin', 'EUR', '€', 'postfix'],
  ['Asia/Calcutta', 'Asia/Kolkata', 'INR', '₹', 'postfix'],
  ['Kiev', 'Europe/Kyiv', 'UAH', '₴', 'postfix'],
  ['rangoon', 'Asia/Yangon', 'MMK', 'K', 'postfix'],
  ['Japan', 'Asia/Tokyo', 'JPY', '￥', 'postfix'],
  ['New York', 'America/New_York', 'USD', '$', 'postfix'],
  ['UTC', 'UTC', undefined, undefined, undefined],
])('%s is a place with a clock and a currency', async (zone, name, code, sign, position) => {
  const { app, path } = await setUp()
  expect((await post(app, path, { zone }, { ...fromHere, 'accept-language': 'en' })).status).toBe(303)
  const rows = await app.db.read.selectFrom('settings').select(['name', 'value']).execute()
  const stored = Object.fromEntries(rows.map((row) => [row.name, row.value]))
  expect(stored['SITE_TIMEZONE']).toBe(name)
  expect(stored['CURRENCY_CODE']).toBe(code)
  expect(stored['CURRENCY_POSITION']).toBe(position)
  if (code !== 'JPY') expect(stored['CURRENCY_SYMBOL']).toBe(sign)
})

test('a country with several clocks is none, and what was chosen goes before what the country has', async () => {
  const { app, path } = await setUp()
  expect((await post(app, path, { zone: 'Australia' })).status).toBe(400)
  expect(
    (await post(app, path, { zone: 'London', locale: 'en-GB', currency: 'CHF', cost: 'postfix' })).status,
  ).toBe(303)
  const rows = await app.db.read.selectFrom('settings').select(['name', 'value']).execute()
  const stored = Object.fromEntries(rows.map((row) => [row.name, row.value]))
  expect(stored).toMatchObject({
    CURRENCY_CODE: 'CHF',
    CURRENCY_POSITION: 'postfix',
    SITE_TIMEZONE: 'Europe/London',
  })
})

test('the sentence to begin with is in the language of the pages, whatever that of who sets up', async () => {
  const { app, path } = await setUp()
  const page = await app.ask({
    path,
    absolute: true,
    headers: { accept: 'text/html', 'accept-language': 'en' },
  })
  expect(page.text).toMatch(/id="sentence"[^>]*value="Everything that is on here"/)
  const english = { ...fromHere, 'accept-language': 'en' }
  await post(app, path, { sentence: 'Everything that is on here', locale: 'de' }, english)
  expect((await get(app, '/')).text).toContain('Alles, was hier los ist')
})

test('zones have the names of today, and are found by cities and countries in the language of the reader', async () => {
  const { app, path } = await setUp()
  const { text } = await app.ask({
    path,
    absolute: true,
    headers: { accept: 'text/html', 'accept-language': 'de' },
  })
  const options = [...text.matchAll(/<option\s+value="([^"]*)"\s+label="([^"]*)"/g)]
  const zones = new Map(options.map(([, name = '', label = '']) => [name, label]))
  for (const name of ['Asia/Kolkata', 'Europe/Kyiv', 'Asia/Yangon', 'America/Nuuk', 'UTC'])
    expect([...zones.keys()]).toContain(name)
  for (const name of ['Asia/Calcutta', 'Europe/Kiev', 'Asia/Rangoon'])
    expect([...zones.keys()]).not.toContain(name)
  expect(zones.get('Europe/Berlin')).toMatch(/München.*Deutschland/)
  expect(zones.size).toBeGreaterThan(400)
})

test('it takes the link: no other one, no other site', async () => {
  const { app, path } = await setUp()
  expect((await get(app, '/admin/setup')).status).toBe(410)
  expect((await post(app, '/admin/setup?token=x')).status).toBe(410)
  const now = Math.floor(Temporal.Now.instant().epochMilliseconds / 1000)
  const user = { id: app.ids.editor }
  const { secret } = await app.db.write((tx) => makeLink(tx, { kind: 'reset', user, now }))
  expect((await post(app, `/admin/setup?token=${secret}`)).status).toBe(410)
  const token = path.split('=')[1] ?? ''
  expect((await get(app, `/signin/reset/${token}`)).status).toBe(410)
  expect((await post(app, path, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await get(app, path)).status).toBe(200)
})

test.each(accentOrder)('the colour %s is one that everybody can read', async (number) => {
  expect(await themeFault(accents[number] ?? {})).toBeUndefined()
})
