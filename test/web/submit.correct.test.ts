import { afterAll, beforeAll, expect, test } from 'vitest'
import { fields, open, submissionsOf } from '../api/submissions.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp(open)
})
afterAll(() => app.close())
const { propose, waiting, decide } = submissionsOf(() => app)

/** Proposes something as somebody who has signed in; answers its ID and the path of its page. */
async function sent(json: object) {
  const { status, body } = await propose(json, 'subscriber')
  expect(status).toBe(202)
  const { id } = (await waiting()).at(-1)
  return { id: id as number, path: new URL(body.url).pathname }
}
const page = (path: string) => app.ask({ path, absolute: true })
const send = (path: string, form: Record<string, string>) =>
  app.ask({ method: 'POST', path, absolute: true, form })
/** What the form shows, as a browser would send it back. */
async function shownIn(path: string): Promise<Record<string, string>> {
  const { text } = await page(`${path}?edit=1`)
  const inputs = [...text.matchAll(/<input[^>]*?\sname="(\w+)"[^>]*>/g)].flatMap(([tag, name = '']) => {
    const value = /\svalue="([^"]*)"/.exec(tag)?.[1] ?? ''
    return /type="checkbox"/.test(tag) && !/\schecked/.test(tag) ? [] : [[name, unescaped(value)]]
  })
  const areas = [...text.matchAll(/<textarea[^>]*?name="(\w+)"[^>]*>\n?([^<]*)</g)].map(
    ([, name, value = '']) => [name, unescaped(value)],
  )
  const choices = [...text.matchAll(/<select[^>]*name="(\w+)"[\s\S]*?<\/select>/g)].map(([all, name]) => [
    name,
    /<option value="([^"]*)" selected/.exec(all)?.[1] ?? '',
  ])
  return Object.fromEntries([...inputs, ...areas, ...choices]) as Record<string, string>
}
const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')

test('a correction changes what is typed otherwise, and keeps what the form does not show', async () => {
  const { id, path } = await sent({
    kind: 'new',
    fields: {
      ...fields,
      excerpt: 'Bring a towel.',
      timezone: 'America/New_York',
      organizer: { organizer: 'Swimmers', email: 'hello@example.org' },
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
    },
  })
  const { fields: before } = await app.read(`submissions/${id}`, {}, 'editor')
  const form = await shownIn(path)
  expect(form).toMatchObject({ title: 'Winter Swim', repeat: 'weekly', organizer: 'Swimmers' })
  expect((await send(path, form)).status).toBe(200)
  expect((await app.read(`submissions/${id}`, {}, 'editor')).fields).toEqual(before)
  await send(path, { ...form, title: 'Solstice Swim', cost: '3' })
  expect((await app.read(`submissions/${id}`, {}, 'editor')).fields).toEqual({
    ...before,
    title: 'Solstice Swim',
    cost: ['3'],
  })
  await send(path, { ...(await shownIn(path)), repeat: '' })
  const { fields: once } = await app.read(`submissions/${id}`, {}, 'editor')
  expect(once).toMatchObject({
    title: 'Solstice Swim',
    excerpt: 'Bring a towel.',
    timezone: 'America/New_York',
  })
  expect(once).not.toHaveProperty('recurrence')
})

test('a correction of a change keeps what else was to change, and back to what it was is no change', async () => {
  const event = await app.create('events', { ...fields, title: 'Herons', cost: '14' })
  const { id, path } = await sent({
    kind: 'change',
    event: event.id,
    fields: { title: 'HERONS', event_status: 'postponed' },
  })
  const form = await shownIn(path)
  expect(form).toMatchObject({ title: 'HERONS', cost: '14' })
  await send(path, { ...form, title: 'Herons', cost: '12' })
  expect((await app.read(`submissions/${id}`, {}, 'editor')).fields).toEqual({
    cost: ['12'],
    event_status: 'postponed',
  })
})

test('who reported a mistake answers a question by correcting what they wrote', async () => {
  const event = await app.create('events', fields)
  const { id, path } = await sent({ kind: 'report', event: event.id, note: 'The door is elsewhere.' })
  await decide(id, 'ask', { message: 'Where?' })
  expect((await page(path)).text).toMatch(/Where\?[\s\S]*href="[^"]*edit=1"/)
  const form = await shownIn(path)
  expect(form).toMatchObject({ note: 'The door is elsewhere.' })
  expect(form).not.toHaveProperty('title')
  expect((await send(path, { ...form, note: '' })).status).toBe(400)
  expect((await send(path, { ...form, note: 'At the back.', title: 'Other' })).status).toBe(200)
  expect(await app.read(`submissions/${id}`, {}, 'editor')).toMatchObject({
    state: 'waiting',
    note: 'At the back.',
    fields: {},
  })
})

test('the link of a series works until thirty days after its last date', async () => {
  const { path, id } = await sent({
    kind: 'new',
    fields: { ...fields, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=10'] },
  })
  // The first is on 21 December, the last on 22 February.
  const at = async (moment: string) => {
    app.setNow(Temporal.Instant.from(moment))
    await app.app.tendSubmissions()
    return (await page(path)).status
  }
  expect(await at('2032-01-25T00:00:00Z')).toBe(200)
  app.setNow(Temporal.Instant.from('2031-12-20T00:00:00Z'))
  expect((await decide(id, 'accept')).status).toBe(200)
  expect(await at('2032-03-20T00:00:00Z')).toBe(200)
  expect(await at('2032-03-26T00:00:00Z')).toBe(410)
})
