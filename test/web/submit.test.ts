import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { open, submissionsOf } from '../api/submissions.ts'
import { picture } from '../api/upload.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
let at = Temporal.Instant.from('2031-06-01T10:00:00Z')
beforeAll(async () => {
  app = await createTestApp(open)
})
afterAll(() => app.close())
const { waiting, decide, mails, clear } = submissionsOf(() => app)
beforeEach(async () => {
  await clear()
  at = Temporal.Instant.from('2031-06-01T10:00:00Z')
  app.setNow(at)
})

const home = 'https://calendar.example.org'
const later = (seconds: number) => {
  at = at.add({ seconds })
  app.setNow(at)
}
const page = (path: string, headers: Record<string, string> = {}) =>
  app.ask({ path, absolute: true, headers })
const typed = {
  title: 'Winter Swim & Soup',
  start: '2031-12-21T08:00',
  description: 'We go in.\n\nSoup <b>afterwards</b>.',
  venue: 'White Wharf',
  address: 'Quay 1',
  city: 'Haverbridge',
  organizer: 'Swimmers',
  website: 'www.example.org/swim',
  note: 'Same as last year.',
  name: 'Gull',
  email: 'gull@example.org',
}

/** Fills in the form of a page and sends it, as people do: after some time. */
async function send(path: string, fields: Record<string, string>, seconds = 20) {
  const { text } = await page(path)
  const time = /name="time" value="([^"]*)"/.exec(text)?.[1] ?? ''
  later(seconds)
  return app.ask({ method: 'POST', path, absolute: true, form: { time, url: '', ...fields } })
}

/** The path of the link in the last mail. */
async function linkIn(): Promise<string> {
  const text = (await mails()).at(-1)?.body_text ?? ''
  return new RegExp(`${home}(/submission/\\S+)`).exec(text)?.[1] ?? ''
}

test('the way to it stands in the header of the pages, in the words of the design', async () => {
  const { text } = await page('/list?lang=en')
  expect(/<header[^]*<\/header>/.exec(text)?.[0]).toMatch(/\/submit\?lang=en">Submit an event<\/a>/)
})

test('the whole way: a form without a script, a mail, a button behind its link, the queue, the event', async () => {
  const sent = await send('/submit?lang=de', typed)
  expect([sent.status, sent.text]).toEqual([202, expect.stringContaining('gull@example.org')])
  expect(await waiting()).toEqual([])
  const [mail] = await mails()
  expect(mail?.subject).toBe('Bestätigen Sie, was Sie an Kalends geschickt haben')
  const link = await linkIn()
  // Programs that look for harm in mails open links, again and again.
  for (let times = 0; times < 3; times += 1) {
    const { status, headers, text } = await page(link)
    expect([status, headers['cache-control']]).toEqual([200, expect.stringContaining('no-store')])
    expect(text).toContain('Ja, das war ich')
    expect(text).toMatch(/<meta name="robots" content="noindex, nofollow"/)
  }
  expect(await waiting()).toEqual([])
  const confirmed = await app.ask({ method: 'POST', path: link, absolute: true, form: { do: 'confirm' } })
  expect(confirmed.text).toContain('Wartet darauf, angesehen zu werden')
  const [item] = await waiting()
  expect(item).toMatchObject({
    title: 'Winter Swim & Soup',
    note: 'Same as last year.',
    new_venue: true,
    submitter: { name: 'Gull', confirmed: true, language: 'de' },
    fields: { start_date: '2031-12-21 08:00:00', end_date: '2031-12-21 10:00:00' },
  })
  const { body } = await decide(item.id, 'accept')
  const event = await app.read(`events/${body.event.id}`)
  expect(event).toMatchObject({ website: 'https://www.example.org/swim' })
  expect(event).toMatchObject({ venue: { venue: 'White Wharf', address: 'Quay 1', city: 'Haverbridge' } })
  expect(event.description).toContain('<p>Soup &lt;b&gt;afterwards&lt;/b&gt;.</p>')
  const over = await page(link)
  expect(over.text).toContain('Angenommen')
  expect(over.text).toContain(`/event/${event.slug}/`)
})

test('who sends it corrects it, answers a question with it, and takes it back', async () => {
  await send('/submit', typed)
  const link = await linkIn()
  await app.ask({ method: 'POST', path: link, absolute: true, form: { do: 'confirm' } })
  const [{ id }] = await waiting()
  await decide(id, 'ask', { message: 'Who may <i>come</i>?' })
  const asked = await page(link)
  expect(asked.text).toContain('Who may &lt;i&gt;come&lt;/i&gt;?')
  const form = await page(`${link}&edit=1`)
  expect(form.text).toContain('value="Winter Swim &amp; Soup"')
  expect(form.text).toContain('value="White Wharf"')
  expect(form.text).toContain('We go in.\n\nSoup')
  const wrong = await app.ask({ method: 'POST', path: link, absolute: true, form: { ...typed, title: '' } })
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('This is needed.')])
  await app.ask({
    method: 'POST',
    path: link,
    absolute: true,
    form: { ...typed, title: 'Swim', note: 'Guests too.' },
  })
  expect(await waiting()).toMatchObject([
    { id, state: 'waiting', title: 'Swim', note: 'Guests too.', submitter: { name: 'Gull' } },
  ])
  const back = await app.ask({ method: 'POST', path: link, absolute: true, form: { do: 'withdraw' } })
  expect(back.text).toContain('Taken back')
  expect(await waiting()).toEqual([])
  expect((await decide(id, 'accept')).status).toBe(409)
})

test('a change holds only what is typed otherwise than it was shown', async () => {
  const event = await app.create('events', {
    title: 'Herons & Co',
    start_date: '2031-12-21 19:30',
    end_date: '2031-12-21 22:50',
    description: '<p>Guitars.</p><ul><li>Drums</li></ul>',
    cost: '14',
    venue: { venue: 'The Static' },
  })
  const shown = await page(new URL(event.url).pathname)
  expect(shown.text).toContain(`href="${home}/submit/change/${event.id}"`)
  const { text } = await page(`/submit/change/${event.id}`)
  const value = (name: string) => new RegExp(`name="${name}"[^>]*?value="([^"]*)"`, 's').exec(text)?.[1] ?? ''
  const same = {
    title: 'Herons & Co',
    start: value('start'),
    end: value('end'),
    venue: value('venue'),
    cost: value('cost'),
    description: /<textarea\s[^>]*name="description"[^>]*>\n([^<]*)</.exec(text)?.[1] ?? '',
    email: 'a@example.org',
  }
  expect(same).toMatchObject({ start: '2031-12-21T19:30', venue: 'The Static', cost: '14' })
  const nothing = await send(`/submit/change/${event.id}`, same)
  expect([nothing.status, nothing.text]).toEqual([400, expect.stringContaining('Nothing is different yet.')])
  expect((await send(`/submit/change/${event.id}`, { ...same, end: '2031-12-21T22:30' })).status).toBe(202)
  await app.ask({ method: 'POST', path: await linkIn(), absolute: true, form: { do: 'confirm' } })
  const [item] = await waiting()
  expect(item.fields).toEqual({ end_date: '2031-12-21 22:30:00' })
  const draft = await app.create('events', {
    title: 'Secret',
    start_date: '2031-12-21',
    end_date: '2031-12-21',
    status: 'draft',
  })
  expect((await page(`/submit/change/${draft.id}`)).status).toBe(404)
  expect((await page('/submit/report/99999999999999999999')).status).toBe(404)
})

test('a link that was never made here is unknown, and one whose proposal is gone is over', async () => {
  await send('/submit', typed)
  const link = await linkIn()
  const [, token = ''] = /submission\/([\w-]+)/.exec(link) ?? []
  for (const other of [
    'x',
    `${token}A`,
    token.slice(0, -1),
    `${token.slice(0, -2)}AA`,
    'A'.repeat(43),
    '%00',
    '..%2f',
  ])
    expect((await page(`/submission/${other}`)).status).toBe(404)
  later(49 * 3600)
  expect((await page(link)).status).toBe(410)
  expect(
    (await app.ask({ method: 'POST', path: link, absolute: true, form: { do: 'confirm' } })).status,
  ).toBe(410)
  await app.app.tendSubmissions()
  expect((await page(link)).status).toBe(410)
  expect(await app.db.read.selectFrom('submissions').select('id').execute()).toEqual([])
})

test('programs that fill in everything, or all too fast, leave nothing behind', async () => {
  const trapped = await send('/submit', { ...typed, url: 'https://spam.example' })
  expect([trapped.status, trapped.text]).toEqual([202, expect.stringContaining('One more step')])
  for (const [seconds, time] of [
    [1, undefined],
    [90_000, undefined],
    [20, 'abc.def'],
    [20, ''],
  ] as const) {
    const { status, text } = await send('/submit', time === undefined ? typed : { ...typed, time }, seconds)
    expect([status, text]).toEqual([400, expect.stringContaining('press the button again')])
    expect(text).toContain('value="gull@example.org"')
  }
  const foreign = await app.ask({
    method: 'POST',
    path: '/submit',
    absolute: true,
    form: typed,
    headers: { origin: 'https://evil.example' },
  })
  expect(foreign.status).toBe(403)
  expect(await app.db.read.selectFrom('submissions').select('id').execute()).toEqual([])
  expect(await mails()).toEqual([])
})

test('hostile texts are texts, in the form, in the mail and in the queue', async () => {
  const hostile = '"><script>alert(1)</script>{site}'
  const sent = await send('/submit', {
    ...typed,
    title: hostile,
    name: hostile,
    venue: hostile,
    note: hostile,
  })
  expect(sent.status).toBe(202)
  const [mail] = await mails()
  // Nobody has confirmed yet that the address is theirs (D74).
  for (const said of [mail?.subject, mail?.body_text, mail?.body_html])
    expect(said).not.toMatch(/alert|\{site\}/)
  const link = await linkIn()
  expect((await page(link)).text).not.toContain('<script>alert')
  expect((await page(`${link}&edit=1`)).text).not.toContain('<script>alert')
  await app.ask({ method: 'POST', path: link, absolute: true, form: { do: 'confirm' } })
  const [item] = await waiting()
  expect(item.title).toBe(hostile)
  const { body } = await decide(item.id, 'accept')
  expect((await page(new URL(body.event.url).pathname)).text).not.toContain('<script>alert')
})

test('one picture comes along, is checked as all are, and is shown to nobody before it is approved', async () => {
  const send = async (bytes: Buffer, name: string) => {
    const { text } = await page('/submit')
    const time = /name="time" value="([^"]*)"/.exec(text)?.[1] ?? ''
    later(20)
    const body = new FormData()
    for (const [key, value] of Object.entries({ ...typed, time, url: '', alt_text: 'Swimmers' }))
      body.append(key, value)
    body.append('file', new Blob([new Uint8Array(bytes)]), name)
    const request = new Request('http://x', { method: 'POST', body })
    return app.ask({
      method: 'POST',
      path: '/submit',
      absolute: true,
      raw: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
    })
  }
  const bad = await send(Buffer.from('GIF89a<script>'), 'a.gif')
  expect([bad.status, bad.text]).toEqual([400, expect.stringContaining('This is no picture')])
  expect((await send(picture, 'swim.png')).status).toBe(202)
  await app.ask({ method: 'POST', path: await linkIn(), absolute: true, form: { do: 'confirm' } })
  const [item] = await waiting()
  const { picture: key } = await app.db.read
    .selectFrom('submissions')
    .select('picture')
    .executeTakeFirstOrThrow()
  expect((await page(`/media/${key}`)).status).toBe(404)
  const own = new URL(item.picture.url).pathname
  expect((await page(own)).status).toBe(404)
  expect((await app.ask({ as: 'author', path: own, absolute: true })).status).toBe(404)
  const seen = await app.ask({ as: 'editor', path: own, absolute: true })
  expect([seen.status, seen.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect((await app.read('media', {}, 'editor')).total).toBe(0)
  const { body } = await decide(item.id, 'accept')
  const event = await app.read(`events/${body.event.id}`)
  expect(event.image.url).toContain('/media/')
  expect((await page(new URL(event.image.url).pathname)).status).toBe(200)
  expect((await app.ask({ as: 'editor', path: own, absolute: true })).status).toBe(404)

  // As a crash leaves it between the keeping of a picture and its event: noted, and used by nothing.
  const marks = app.db.read.selectFrom('media_sources').select('url')
  expect(await marks.execute()).toEqual([])
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename=left.png' }
  const left = await app.ask({
    as: 'editor',
    method: 'POST',
    path: '/wp/v2/media',
    absolute: true,
    raw: picture,
    headers,
  })
  expect(left.status).toBe(201)
  const mark = { url: `${key}#1`, media_id: left.body.id }
  await app.db.write((tx) => tx.insertInto('media_sources').values(mark).execute())
  const statusOf = async (id: number) =>
    (await app.ask({ as: 'editor', path: `/wp/v2/media/${id}`, absolute: true })).status
  await app.app.tendSubmissions()
  expect(await statusOf(left.body.id)).toBe(200)
  later(3700)
  await app.app.tendSubmissions()
  expect(await statusOf(left.body.id)).toBe(404)
  expect(await statusOf(event.image.id)).toBe(200)
  expect(await marks.execute()).toEqual([])
})
