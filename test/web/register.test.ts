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
