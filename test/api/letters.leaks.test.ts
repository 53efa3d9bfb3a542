import { readdir, readFile } from 'node:fs/promises'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { expect, onTestFinished, test } from 'vitest'
import { lettersIn, openLetters } from './letters.fixture.ts'

test('what is private, a draft, in the trash, behind a password, hidden, or for those who attend, is in no mail', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'letters-leaks-'))
  const app = await openLetters({ MAIL_FOLDER: folder, LETTERS_SETTLE: '0' })
  onTestFinished(() => app.close())
  const letters = lettersIn(app)
  const event = (title: string, more: object = {}) =>
    app.create('events', {
      title,
      start_date: '2031-03-07 20:00',
      end_date: '2031-03-07 22:00',
      timezone: 'UTC',
      online_url: 'https://meet.example.org/SECRET-room',
      online_url_shown: 'attendees',
      attendance_mode: 'mixed',
      ...more,
    })
  const { id } = await event('Open Mic')
  await event('SECRET private', { status: 'private' })
  await event('SECRET draft', { status: 'draft' })
  await event('SECRET locked', { password: 'sesame' })
  await event('SECRET hidden', { hide_from_listings: true })
  const { id: gone } = await event('SECRET trash')
  await app.ask({ as: 'administrator', method: 'DELETE', path: `events/${gone}` })
  await letters.subscribe({ email: 'gull@example.org', kind: 'digest', weekday: 5 })
  await letters.subscribe({ email: 'gull@example.org', kind: 'event', event: id, changes: true, remind: 60 })
  const send = async () => {
    for (let pass = 0; pass < 3; pass += 1) await app.app.sendLetters()
  }
  await send()
  const until = (text: string) => letters.pass(letters.now().until(Temporal.Instant.from(text)))
  until('2031-03-07T10:00:05Z')
  await send()
  until('2031-03-07T19:00:05Z')
  await send()
  // Another secret room is no news; that it is hidden now is, and nothing else of it.
  const change = (json: object) =>
    app.ask({ as: 'administrator', method: 'PATCH', path: `events/${id}`, json })
  await change({ online_url: 'https://meet.example.org/SECRET-other' })
  letters.pass({ seconds: 5 })
  await send()
  await change({ hide_from_listings: true, title: 'SECRET title', event_status_reason: 'SECRET reason' })
  letters.pass({ seconds: 5 })
  await send()
  const files = (await readdir(folder)).toSorted()
  const mails = await Promise.all(
    files.map(async (name) => {
      const { subject, text, html } = await simpleParser(await readFile(join(folder, name)))
      return { subject, all: `${subject} ${text} ${html}` }
    }),
  )
  expect(mails).toHaveLength(3)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/March/),
    expect.stringMatching(/^Reminder: Open Mic/),
    expect.stringContaining('Open Mic'),
  ])
  for (const { all } of mails) expect(all).not.toMatch(/SECRET/i)
  for (const { all } of mails) expect(all).toContain('/mail/leave/')
  expect(mails.every(({ all }) => !all.includes('OF-THE-READER'))).toBe(true)
})
