import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { audience } from '../api/own.fixture.ts'
import { open, submissionsOf } from '../api/submissions.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
let at = Temporal.Instant.from('2031-06-01T10:00:00Z')
beforeAll(async () => {
  app = await createTestApp(open)
  for (const json of [
    { ...audience, required: true, help: { en: 'Who it is for', de: 'Für wen es ist' } },
    { name: 'level', type: 'choice', label: 'Level', options: [{ value: 'easy' }, { value: 'hard' }] },
    { name: 'age_from', type: 'number', label: 'From age', min: 0, max: 99, required: true },
    { name: 'signed', type: 'boolean', label: { en: 'Signed', de: 'Gebärdet' } },
    { name: 'leaflet', type: 'link', label: 'Leaflet' },
    { name: 'more', type: 'text', label: 'More' },
    { name: 'code', type: 'text', label: 'Code', max: 20 },
    { name: 'indoors', type: 'boolean', label: 'Indoors', required: true },
    { name: 'until', type: 'date', label: 'Until', min: '2031-01-01' },
    { name: 'desk', type: 'text', label: 'Desk', public: false },
    { name: 'stage', type: 'text', label: 'Stage <b>', kinds: ['venue'] },
  ])
    expect((await app.ask({ method: 'POST', path: 'fields', as: 'administrator', json })).status).toBe(201)
})
afterAll(() => app.close())
const { waiting, mails, clear } = submissionsOf(() => app)
beforeEach(async () => {
  await clear()
  app.setNow(at)
})

const page = (path: string) => app.ask({ path, absolute: true })
const typed = {
  title: 'Winter Swim',
  start: '2031-12-21T08:00',
  venue: 'White Wharf',
  'venue.fields.stage': 'Small',
  email: 'gull@example.org',
  'fields.audience[]': ['adults', 'children'],
  'fields.age_from': '6',
  'fields.signed': '1',
  'fields.indoors': '0',
  'fields.more': 'One\r\nTwo',
}

async function send(path: string, form: Record<string, string | readonly string[]>) {
  const { text } = await page(path)
  const time = /name="time" value="([^"]*)"/.exec(text)?.[1] ?? ''
  at = at.add({ seconds: 20 })
  app.setNow(at)
  const pairs = Object.entries({ time, url: '', ...form }).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )
  const body = new URLSearchParams(pairs).toString()
  return app.ask({
    method: 'POST',
    path,
    absolute: true,
    raw: body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
}

test('the form asks for each by its type, with help, in the language of the reader, and for none that is internal', async () => {
  const { text } = await page('/submit?lang=de')
  expect(text).toMatch(/<legend[^>]*>For whom<\/legend>/)
  expect(text).toContain('name="fields.audience[]"')
  expect(text).toMatch(/value="children"[^>]*>\s*<span\s+dir="auto"\s*>Kinder</)
  expect(text).toContain('Für wen es ist')
  expect(text).toContain('Gebärdet')
  expect(text).toMatch(
    /id="fields.age_from" name="fields.age_from" value="" type="number" step="any" min="0" max="99" required/,
  )
  expect(text).toMatch(/name="fields.until" value="" type="date" min="2031-01-01"/)
  expect(text).toMatch(/name="fields.leaflet" value="" type="url"/)
  expect(text).toMatch(/<select id="fields.level"/)
  expect(text).toMatch(/<textarea\s+id="fields.more"[^>]*maxlength="500"/)
  expect(text).toMatch(/name="fields.code" value="" type="text" maxlength="20"/)
  // Who must answer may say no.
  expect(text).toMatch(/<select id="fields.indoors" name="fields.indoors" required[^]*?value="0"\s*>\s*Nein/)
  expect(text).toContain('Stage &lt;b&gt;')
  expect(text).not.toContain('Desk')
})

test('what is typed is proposed, is there again to be corrected, and what lacks is told at its field', async () => {
  const lacking = await send('/submit?lang=en', { ...typed, 'fields.age_from': '' })
  expect(lacking.status).toBe(400)
  expect(lacking.text).toMatch(/aria-invalid="true"\s+aria-describedby="fields.age_from-fault"/)
  // What was typed is still there.
  expect(lacking.text).toMatch(/name="fields.audience\[\]"\s+value="children"\s+checked/)
  const sent = await send('/submit?lang=en', typed)
  expect(sent.status, sent.text).toBe(202)
  const path = /(\/submission\/\S+)/.exec((await mails()).at(-1)?.body_text ?? '')?.[1] ?? ''
  await app.ask({ method: 'POST', path, absolute: true, form: { do: 'confirm' } })
  const first = (await waiting())[0]
  expect(first.fields).toMatchObject({
    fields: { audience: ['children', 'adults'], age_from: 6, signed: true, indoors: false, more: 'One\nTwo' },
    venue: [{ venue: 'White Wharf', fields: { stage: 'Small' } }],
  })
  const form = await page(`${path}&edit=1`)
  expect(form.text).toMatch(/name="fields.age_from"\s+value="6"/)
  expect(form.text).toMatch(/name="venue.fields.stage"[^>]*>\nSmall<\/textarea/)
  const corrected = await app.ask({
    method: 'POST',
    path,
    absolute: true,
    form: {
      title: 'Winter Swim',
      start: '2031-12-21T08:00',
      end: '2031-12-21T10:00',
      venue: 'White Wharf',
      'venue.fields.stage': 'Large',
      'fields.audience[]': 'adults',
      'fields.age_from': '7',
      'fields.indoors': '1',
    },
  })
  expect(corrected.status, corrected.text).toBe(200)
  expect((await waiting())[0].fields).toMatchObject({
    fields: { audience: ['adults'], age_from: 7, signed: false, indoors: true },
    venue: [{ venue: 'White Wharf', fields: { stage: 'Large' } }],
  })
})

test('the form of a change shows what the event says, and only what differs is proposed', async () => {
  const fields = {
    audience: ['children'],
    age_from: 6,
    signed: true,
    desk: 'secret-desk',
    indoors: false,
    more: 'One\nTwo',
  }
  const event = await app.create('events', {
    title: 'A',
    start_date: '2031-07-01 10:00',
    end_date: '2031-07-01 11:00',
    fields,
  })
  const path = `/submit/change/${event.id}`
  const { text } = await page(path)
  expect(text).toMatch(/name="fields.age_from"\s+value="6"/)
  expect(text).not.toContain('secret-desk')
  const same = { title: 'A', start: '2031-07-01T10:00', end: '2031-07-01T11:00', email: 'gull@example.org' }
  const own = {
    'fields.audience[]': 'children',
    'fields.age_from': '6',
    'fields.indoors': '0',
    'fields.more': 'One\r\nTwo',
  }
  expect((await send(path, { ...same, ...own, 'fields.signed': '1' })).status).toBe(400)
  expect((await send(path, { ...same, ...own })).status).toBe(202)
  const [row] = await app.db.read.selectFrom('submissions').selectAll().execute()
  expect(JSON.parse(row?.proposed ?? '')).toEqual({ fields: { signed: false } })
})
