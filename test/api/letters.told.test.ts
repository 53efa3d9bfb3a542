import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ParsedMail, simpleParser } from 'mailparser'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { clearLetters, lettersIn, monday, openLetters } from './letters.fixture.ts'

let app: TestApp
let folder: string
let letters: ReturnType<typeof lettersIn>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letters-told-'))
  app = await openLetters({ MAIL_FOLDER: folder, LETTERS_SETTLE: '0', SITE_LOCALE: 'en-GB' })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  app.setNow(monday)
  letters = lettersIn(app)
  await clearLetters(app)
})

const masks = {
  title: 'Masks',
  start_date: '2031-03-20 20:00',
  end_date: '2031-03-20 22:00',
  timezone: 'UTC',
}
const change = (id: number, json: object, query = '') =>
  app.ask({ as: 'administrator', method: 'PATCH', path: `events/${id}${query}`, json })
const watch = async (event: number, languages: readonly string[], more: object = {}) => {
  for (const language of languages)
    await letters.subscribe({
      email: `${language}@example.org`,
      kind: 'event',
      event,
      changes: true,
      language,
      ...more,
    })
  await app.app.sendLetters()
}
/** The mails that are sent now, by the languages of their readers. */
const sent = async (): Promise<Readonly<Record<string, ParsedMail>>> => {
  letters.pass({ seconds: 5 })
  for (let pass = 0; pass < 3; pass += 1) await app.app.sendLetters()
  const mails: Record<string, ParsedMail> = {}
  for (const name of (await readdir(folder)).toSorted()) {
    const mail = await simpleParser(await readFile(join(folder, name)))
    mails[[mail.to].flat()[0]?.text.replace('@example.org', '') ?? ''] = mail
    await rm(join(folder, name))
  }
  return mails
}
const bytesOf = ({ html }: ParsedMail) => Buffer.byteLength(html || '')

test('word of what does not take place says why, in the language of the calendar, and what it was', async () => {
  const { id } = await app.create('events', masks)
  await watch(id, ['en', 'de', 'ar'])
  await change(id, { event_status: 'canceled', event_status_reason: 'The cellist has broken an arm.' })
  const { en, de, ar } = await sent()
  expect([en, de, ar].map((mail) => mail?.subject)).toEqual([
    'Cancelled: Masks',
    'Abgesagt: Masks',
    expect.stringContaining('Masks'),
  ])
  expect(en?.text?.split('\n-- \n')[0]).toBe(`City
Cancelled
Masks
Something about it has changed since you last heard from us.

State:
       was as planned
       is cancelled
       The cellist has broken an arm.

Look at the event:
https://calendar.example.org/event/masks/
`)
  expect(de?.html).toMatch(/<p class="ink" dir="auto" lang="en-GB"[^>]*>The cellist has broken an arm.<\/p>/)
  expect(ar?.html).toContain('<html lang="ar" dir="rtl"')
  expect(ar?.text).toContain('The cellist has broken an arm.')
  // A reason by itself is no news, nor is one of what takes place.
  await change(id, { event_status_reason: 'She is well again.' })
  expect(await sent()).toEqual({})
  await change(id, { event_status: 'scheduled', event_status_reason: '' })
  expect((await sent())['en']?.text).toContain('was cancelled\n       is as planned\n\nLook')
})

test('what comes back into the calendar says how it is now, also that it does not take place', async () => {
  const { id } = await app.create('events', {
    ...masks,
    event_status: 'canceled',
    event_status_reason: 'Flood.',
  })
  await watch(id, ['en'])
  await change(id, { status: 'draft' })
  const gone = (await sent())['en']
  expect(gone?.text).not.toMatch(/Flood|cancelled/i)
  await change(id, { status: 'publish' })
  const back = (await sent())['en']
  expect(back?.text).toContain('State:\n       cancelled\n       Flood.\n\nWhen:\n       Thursday 20 March')
})

test('many dates that are all otherwise, with long texts in letters of three bytes, stay below what Gmail shows', async () => {
  const venue = (name: string) =>
    app.create('venues', {
      venue: name.repeat(30),
      address: '港町通り一丁目'.repeat(20),
      city: '港町'.repeat(40),
    })
  const { id: one } = await venue('夜の音楽堂')
  const { id: other } = await venue('朝の音楽堂')
  const { id } = await app.create('events', {
    ...masks,
    title: '夜の音楽会'.repeat(40),
    venue: one,
    recurrence: ['RRULE:FREQ=DAILY;COUNT=40'],
  })
  await watch(id, ['ja'], { scope: 'series' })
  await change(
    id,
    {
      start_date: '2031-03-20 19:00',
      end_date: '2031-03-20 23:30',
      venue: other,
      attendance_mode: 'mixed',
      online_url: `https://meet.example.org/${'a'.repeat(300)}`,
      event_status: 'rescheduled',
      event_status_reason: '台風のため'.repeat(40),
    },
    '?scope=all',
  )
  const { ja } = await sent()
  expect(ja && bytesOf(ja)).toBeLessThan(95_000)
  const shown = ja?.html ? (ja.html.match(/<h2/g)?.length ?? 0) : 0
  expect(shown).toBeGreaterThan(5)
  expect(ja?.text).toContain(`ほか${40 - shown}件`)
})

test('a letter with as much as may stand in it is no longer than programs show; its editor sees what has no room', async () => {
  const list = await app.create('letter-lists', { name: 'City' })
  const events: number[] = []
  for (let at = 0; at < 50; at += 1)
    events.push((await app.create('events', { ...masks, title: `${'夜の音楽会'.repeat(40)} ${at}` })).id)
  const { id } = await app.create('letters', {
    list: list.id,
    subject: '今月',
    intro: `<p>${'夜の音楽会'.repeat(3990)}</p>`,
    events,
  })
  const { body } = await app.ask({ as: 'editor', method: 'POST', path: `letters/${id}/preview`, json: {} })
  expect(body.bytes).toBeLessThan(95_000)
  expect(body.bytes).toBeGreaterThan(80_000)
  const shown = events.length - body.left_out.length
  expect(body.left_out).toEqual(events.slice(shown))
  expect(body.html.match(/<h3/g)).toHaveLength(shown)
  expect(body.text).toContain(`And ${body.left_out.length} more`)
})
