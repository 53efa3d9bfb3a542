import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const noon = Temporal.Instant.from('2031-03-01T12:00:00Z')
const day = { title: 'Masks', start_date: '2031-03-20 18:00', end_date: '2031-03-20 20:00', timezone: 'UTC' }

test('people register on a page without any program in it, and faults come back with what was typed', async () => {
  app.setNow(noon)
  const questions = [{ label: 'Age of the children', type: 'text', required: true }]
  const registration = { capacity: 3, party_max: 2, consent: 'Our names may be kept.', questions }
  const event = await app.create('events', { ...day, registration })
  const path = `/event/${event.slug}/register/`
  const page = await app.ask({ path: new URL(event.url).pathname, absolute: true })
  expect(page.text).toContain('id="register"')
  expect(page.text).toContain('Places left: 3')
  expect(page.text).toContain(path)
  const form = await app.ask({ path, absolute: true })
  expect([form.status, form.headers['cache-control']]).toEqual([200, expect.stringContaining('no-store')])
  expect(form.text).toContain('Age of the children')
  const time = /name="time" value="([^"]+)"/.exec(form.text)?.[1] ?? ''
  app.setNow(noon.add({ seconds: 10 }))
  const send = (typed: Record<string, string>) =>
    app.ask({ method: 'POST', path, absolute: true, form: { time, ...typed } })
  const typed = { name: '<Ada>', email: 'ada@example.org', party: '2', consent: '1' }
  const faulty = await send(typed)
  expect(faulty.status).toBe(400)
  expect(faulty.text).toContain('value="&lt;Ada&gt;"')
  expect(faulty.text).toContain('aria-invalid="true"')
  expect(faulty.text).toContain('This is needed.')
  expect(faulty.text).toMatch(/name="consent"\s+value="1"\s+checked/)
  const sent = await send({ ...typed, answer_q1: '6' })
  expect([sent.status, sent.headers['location']]).toEqual([303, expect.stringContaining('/registration/')])
  const own = await app.ask({
    path: new URL(String(sent.headers['location']), event.url).pathname,
    absolute: true,
  })
  expect(own.text).toContain('Keep this link')
  const [guest] = (await app.read(`events/${event.id}/guests`, {}, 'administrator')).guests
  expect(guest).toMatchObject({ name: '<Ada>', party: 2, answers: { q1: '6' } })
  expect((await send({ ...typed, name: 'Ben', email: 'ben@example.org', answer_q1: '6' })).status).toBe(303)
  // Who is too quick, or fills in what people do not see, is answered and not stored.
  const quick = await send({ ...typed, url: 'x', answer_q1: '6' })
  expect([quick.status, quick.headers['location']]).toEqual([303, expect.stringContaining('done=1')])
  expect((await app.read(`events/${event.id}/guests`, {}, 'administrator')).guests).toHaveLength(2)
  const plain = await app.create('events', day)
  expect((await app.ask({ path: `/event/${plain.slug}/register/`, absolute: true })).status).toBe(404)
  expect((await app.ask({ path: new URL(plain.url).pathname, absolute: true })).text).not.toContain(
    'id="register"',
  )
})

/** The page of an event, as anybody reads it. */
const pageOf = async (registration: object, more: object = {}) => {
  const event = await app.create('events', { ...day, ...more, registration })
  const page = await app.ask({ path: new URL(event.url).pathname, absolute: true })
  expect(page.status).toBe(200)
  return { event, text: page.text, headers: page.headers }
}

test('the form stands in the page of the event, which is kept, and is sent from there', async () => {
  app.setNow(noon)
  const registration = { capacity: 1, closes_before: 120, note: 'Bring a mat.' }
  const { event, text, headers } = await pageOf(registration)
  expect(headers['cache-control']).not.toContain('no-store')
  expect(text).toContain(`action="/event/${event.slug}/register/"`)
  expect(text).toContain('Places left: 1 · until Thursday, March 20, 2031 at 4:00 PM')
  expect(text).toContain('Bring a mat.')
  expect(text).toContain('class="register-bar"')
  expect(text).toContain('Few places left')
  expect(text).not.toContain('name="party"')
  const time = /name="time" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const send = (form: Record<string, string>) =>
    app.ask({ method: 'POST', path: `/event/${event.slug}/register/`, absolute: true, form })
  const names = async () =>
    (await app.read(`events/${event.id}/guests`, {}, 'administrator')).guests.map(
      ({ name }: { name: string }) => name,
    )
  // Who is too quick, has the time of another day or of nobody, is answered like everybody else.
  for (const [sent, seconds] of [
    [{ time }, 2],
    [{ time }, 86_401],
    [{ time: `${time}x` }, 10],
    [{}, 10],
    [{ time, website: 'x' }, 10],
  ] as const) {
    app.setNow(noon.add({ seconds }))
    const { status, headers: told } = await send({ ...sent, name: 'Ada' })
    expect([status, told['location']]).toEqual([303, expect.stringContaining('done=1')])
  }
  expect(await names()).toEqual([])
  app.setNow(noon.add({ seconds: 10 }))
  expect((await send({ time, name: 'Ada' })).headers['location']).toContain('/registration/')
  expect(await names()).toEqual(['Ada'])
  const full = await app.ask({ path: new URL(event.url).pathname, absolute: true })
  expect(full.text).toContain('Join the waiting list')
  expect(full.text).toContain('There is no place left.')
  expect(full.text).toContain('>Waiting list<')
})

test.each([
  [{ capacity: 0, waiting_list: false }, 'There is no place left.', '>Full<'],
  [{ closes: '2031-02-01' }, 'Registration is closed.', undefined],
  [{ opens: '2031-03-02 10:00' }, 'Registration opens on Sunday, March 2, 2031 at 10:00 AM.', undefined],
])('where nobody registers now the page says why: %j', async (registration, says, label) => {
  app.setNow(noon)
  const { text } = await pageOf(registration)
  expect(text).toContain(says)
  expect(text).not.toContain('class="asks"')
  expect(text).not.toContain('class="register-bar"')
  expect(label === undefined || text.includes(label)).toBe(true)
})

test('until when one may register is on the clock of the event, which is named where the site has another', async () => {
  app.setNow(noon)
  const registration = { closes: '2031-03-20 16:00' }
  const { text } = await pageOf(registration, { timezone: 'Pacific/Auckland' })
  expect(text).toContain('until Thursday, March 20, 2031 at 4:00 PM (Pacific/Auckland)')
  expect((await pageOf(registration)).text).not.toContain('4:00 PM (')
})

test('who registers elsewhere has a button that leads there, and priced tickets without an address lead to the form', async () => {
  app.setNow(noon)
  const elsewhere = await pageOf({ mode: 'external', url: 'https://example.org/in' })
  expect(elsewhere.text).toContain('href="https://example.org/in" rel="external noopener"')
  expect(elsewhere.text).not.toContain('class="asks"')
  const priced = await pageOf({ mode: 'approval' })
  await app.create(`events/${priced.event.id}/tickets`, { name: 'Adults', price: '5' })
  const { text } = await app.ask({ path: new URL(priced.event.url).pathname, absolute: true })
  const tickets = /id="tickets">.*?<\/section>/s.exec(text)?.[0] ?? ''
  expect(tickets).toContain('href="#register"')
  expect(tickets).toContain('Ask for a place')
})

test('lists say how many places there are in a word, and are narrowed to events with places', async () => {
  app.setNow(noon)
  await pageOf({ capacity: 3 }, { title: 'Few of them' })
  await pageOf({ capacity: 0 }, { title: 'In a line' })
  await pageOf({ capacity: 0, waiting_list: false }, { title: 'None at all' })
  const list = async (query: string) => (await app.ask({ path: `/list?${query}`, absolute: true })).text
  const all = await list('from=2031-03-20')
  expect(all).toContain('Few places left')
  expect(all).toContain('>Waiting list<')
  expect(all).toContain('>Full<')
  expect(all).toMatch(/name="registration"\s+value="open"/)
  const open = await list('from=2031-03-20&registration=open')
  expect(open).toContain('Few of them')
  expect(open).not.toContain('In a line')
  expect(open).not.toContain('None at all')
  // What is chosen is said, and can be taken back.
  expect(open).toMatch(/name="registration"\s+value="open"\s+checked/)
  expect(open).toMatch(/class="chip gone"[^]*?With places/)
  // So does a month, of what is full alone.
  const month = (await app.ask({ path: '/month/2031-03', absolute: true })).text
  expect(month.match(/Full/g)?.length).toBeGreaterThan(0)
  expect(month).not.toContain('Waiting list')
})

test('whatever refuses a form leaves all that was typed in it, says why, and lets it be mended at once', async () => {
  app.setNow(noon)
  const questions = [{ label: 'Age', type: 'text', required: true }]
  const registration = { capacity: 1, waiting_list: false, consent: 'Yes', questions, party_max: 3 }
  const { event, text } = await pageOf(registration)
  const path = `/event/${event.slug}/register/`
  const time = /name="time" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const typed = {
    name: 'Ada <b>',
    email: 'ada@example.org',
    party: '1',
    consent: '1',
    answer_q1: 'six & a half',
  }
  const send = (form: object, sealed = time) =>
    app.ask({ method: 'POST', path, absolute: true, form: { time: sealed, ...typed, ...form } })
  const put = (json: object) =>
    app.ask({ as: 'administrator', method: 'POST', path: `events/${event.id}`, json })
  const expectRefused = async (answer: Awaited<ReturnType<typeof send>>, status: number, says: string) => {
    expect(answer.status, says).toBe(status)
    for (const kept of ['value="Ada &lt;b&gt;"', 'value="ada@example.org"', 'value="six &amp; a half"', says])
      expect(answer.text).toContain(kept)
    expect(answer.text).toMatch(/name="consent"\s+value="1"\s+checked/)
    // Who mends it within a moment is no program.
    expect(answer.text).toContain(`name="time" value="${time}"`)
    return answer
  }
  app.setNow(noon.add({ seconds: 10 }))
  await expectRefused(await send({ party: '9' }), 400, 'aria-invalid="true"')
  await expectRefused(await send({ party: '2' }), 409, 'There is no room for that many.')
  const ways: readonly [object, string][] = [
    [{ registration: { capacity: 0 } }, 'There is no place left.'],
    [
      { registration: { capacity: 1, opens: '2031-03-02 10:00' } },
      'Registration opens on Sunday, March 2, 2031',
    ],
    [{ registration: { opens: null, closes: '2031-02-01' } }, 'Registration is closed.'],
    [{ registration: { closes: null }, event_status: 'canceled' }, 'Registration is closed.'],
  ]
  for (const [change, says] of ways) {
    expect((await put(change)).status).toBe(200)
    const { text: refused } = await expectRefused(await send({}), 409, says)
    expect(refused.split(says).length, 'it is said once').toBe(2)
  }
  await put({ event_status: '' })
  expect((await send({})).headers['location']).toContain('/registration/')
  await put({ registration: { mode: 'external', url: 'https://example.org/in' } })
  const elsewhere = await send({})
  expect([elsewhere.status, elsewhere.text]).toEqual([
    404,
    expect.stringContaining('href="https://example.org/in"'),
  ])
})

test('an event behind a password takes who knows it, by the form on its page and no other way', async () => {
  app.setNow(noon)
  const { slug, id, url } = await app.create('events', {
    ...day,
    title: 'Secret masks',
    registration: { capacity: 3, note: 'Ring twice.' },
    password: 'swordfish',
  })
  const [page, path] = [new URL(url).pathname, `/event/${slug}/register/`]
  const post = (to: string, form: Record<string, string>) =>
    app.ask({ method: 'POST', path: to, absolute: true, form })
  for (const locked of [
    await app.ask({ path: page, absolute: true }),
    await app.ask({ path, absolute: true }),
    await post(path, { name: 'Ada' }),
    await post(path, { name: 'Ada', password: 'carp' }),
  ]) {
    expect(locked.status).toBe(403)
    expect(locked.text).not.toMatch(/Secret masks|Ring twice|class="asks"/)
    expect(locked.text).toContain(`action="${url}"`)
  }
  const open = await post(page, { password: 'swordfish' })
  expect(open.headers['cache-control']).toContain('no-store')
  expect(open.text).toContain('id="register"')
  expect(open.text).toContain('href="#register"')
  expect(open.text).toContain('name="password" value="swordfish"')
  const time = /name="time" value="([^"]+)"/.exec(open.text)?.[1] ?? ''
  app.setNow(noon.add({ seconds: 10 }))
  const faulty = await post(path, { time, password: 'swordfish', name: '' })
  expect(faulty.status).toBe(400)
  expect(faulty.headers['cache-control']).toContain('no-store')
  expect(faulty.text).toContain('name="password" value="swordfish"')
  const taken = await post(path, { time, password: 'swordfish', name: 'Ada' })
  expect([taken.status, taken.headers['location']]).toEqual([303, expect.stringContaining('/registration/')])
  expect((await app.read(`events/${id}/guests`, {}, 'administrator')).guests).toHaveLength(1)
})
