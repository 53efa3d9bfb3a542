import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages } from '../../src/pure/text/language.ts'
import type { TestApp } from '../support/app.ts'
import { monday, openLetters } from './letters.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await openLetters({ SITE_LOCALE: 'en-GB', LETTERS_IMPRINT: 'City Culture Office\n1 Harbour Street' })
  app.setNow(monday)
  await app.create('categories', { name: 'Music' })
  for (const name of ['long', 'tea']) await app.create('tags', { name })
})
afterAll(() => app.close())

const weekend = { frequency: 'weekly', covers: 'weekend' } as const
const preview = async (json: object = weekend) => {
  const { body } = await app.ask({ method: 'POST', path: 'subscriptions/preview', as: 'editor', json })
  // Ranges have thin spaces around their dash.
  const plain = (text: string) => text?.replaceAll('\u2009', ' ')
  return { ...body, subject: plain(body.subject), text: plain(body.text) }
}

const event = async (title: string, start: string, end: string, more: object = {}) =>
  app.create('events', {
    title,
    start_date: start,
    end_date: end,
    categories: ['Music'],
    ...more,
  })

test('a digest of nothing is no mail', async () => {
  expect(await preview()).toEqual({
    subject: '',
    text: '',
    html: '',
    events: 0,
    from: '2031-03-07',
    until: '2031-03-09',
    bytes: 0,
  })
})

test('a digest has its days, what is on for a while, what does not take place and why, and nothing that is not public', async () => {
  const { id: venue } = await app.create('venues', { venue: 'Corn Hall' })
  await event('Lute & Song', '2031-03-07 13:00', '2031-03-07 14:00', { cost: '0', venue })
  await event('Brahms', '2031-03-08 17:00', '2031-03-08 19:00', {
    cost: '18',
    event_status: 'canceled',
    event_status_reason: 'The cellist has broken an arm.',
  })
  await event('Carols', '2031-03-09', '2031-03-09', { all_day: true })
  await event('Salt Paper', '2031-02-01 10:00', '2031-04-03 18:00')
  await event('Too early', '2031-03-06 10:00', '2031-03-06 18:00')
  await event('Too late', '2031-03-10 10:00', '2031-03-10 18:00')
  await app.create('events', {
    title: 'No music',
    start_date: '2031-03-08 10:00',
    end_date: '2031-03-08 11:00',
  })
  for (const more of [
    { status: 'draft' },
    { status: 'private' },
    { password: 'x' },
    { hide_from_listings: true },
  ])
    await event('Secret', '2031-03-08 20:00', '2031-03-08 21:00', more)
  await event('Call', '2031-03-08 09:00', '2031-03-08 09:30', {
    attendance_mode: 'online',
    online_url: 'https://meet.example.org/secret',
    online_url_shown: 'attendees',
  })
  const mail = await preview({ ...weekend, filter: 'categories=music' })
  expect(mail).toMatchObject({
    subject: 'Music: 7 – 9 March',
    events: 5,
    from: '2031-03-07',
    until: '2031-03-09',
  })
  expect(mail.text).toBe(`City
Music this weekend
7 – 9 March · 5 events

FRIDAY 7 MARCH

13:00  Lute & Song
       Corn Hall · Free
https://calendar.example.org/event/lute-song/

SATURDAY 8 MARCH

09:00  Call
       Online
https://calendar.example.org/event/call/

17:00  CANCELLED: Brahms
       $18
       The cellist has broken an arm.
https://calendar.example.org/event/brahms/

SUNDAY 9 MARCH

All day  Carols
https://calendar.example.org/event/carols/

ON FOR A WHILE

to 3 Apr  Salt Paper
https://calendar.example.org/event/salt-paper/

Music in the calendar:
https://calendar.example.org/list?categories=music

-- 
You get this because you asked for “Music, every Friday at 10:00, the
weekend”. Nothing in this mail counts whether you open it.
Change or pause:
https://calendar.example.org/mail/settings/SETTINGS-OF-THE-READER
Stop this letter:
https://calendar.example.org/mail/leave/LEAVE-OF-THE-READER
City Culture Office
1 Harbour Street
`)
  expect(mail.html).toContain('<s>Brahms</s>')
  expect(`${mail.text}${mail.html}`).not.toMatch(/Secret|secret|Too early|Too late|No music/)
})

test('what is over when it is sent is left out', async () => {
  app.setNow(Temporal.Instant.from('2031-03-08T12:00:00Z'))
  const mail = await preview({ ...weekend, filter: 'categories=music' })
  app.setNow(monday)
  expect(mail).toMatchObject({ subject: 'Music: 8 – 9 March', events: 3 })
  expect(mail.text).not.toMatch(/Lute|Call/)
})

test.each(languages)(
  'no mail has a picture, and all links of its HTML stand in its text: %s',
  async (language) => {
    const mail = await preview({ ...weekend, filter: 'categories=music', language })
    expect(mail.html).not.toMatch(/<img|url\(|<script|src=/i)
    expect(mail.html).toContain(
      `<html lang="${language === 'en' ? 'en-GB' : language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`,
    )
    const links = [...String(mail.html).matchAll(/href="([^"]+)"/g)].map(([, url = '']) =>
      url.replaceAll('&amp;', '&'),
    )
    expect(links.filter((url) => !url.startsWith('https://calendar.example.org/'))).toEqual([])
    const lines = String(mail.text).split('\n')
    expect(
      links.filter(
        (url) => url !== 'https://calendar.example.org/' && !/\/\?lang=/.test(url) && !lines.includes(url),
      ),
    ).toEqual([])
    expect(lines.filter((line) => !line.startsWith('https://') && line.length > 72)).toEqual([])
    // Titles are in the language of the site, which is said where it is another.
    expect(/<h3 dir="auto" lang="en/.test(mail.html)).toBe(language !== 'en')
    if (language !== 'en') expect(links.every((url) => /\/mail\/|lang=/.test(url))).toBe(true)
  },
)

test('many events with long titles in letters of three bytes stay below what Gmail shows', async () => {
  for (let n = 0; n < 70; n += 1)
    await event(`${'夜の音楽会'.repeat(40)} ${n}`, '2031-03-09 19:00', '2031-03-09 21:00', { tags: ['long'] })
  const mail = await preview({ ...weekend, filter: 'tags=long', language: 'ja' })
  expect(mail.events).toBe(70)
  expect(mail.bytes).toBeLessThan(95_000)
  expect(mail.bytes).toBeGreaterThan(70_000)
  const shown = mail.html.match(/<h3/g)?.length ?? 0
  expect(shown).toBeLessThanOrEqual(60)
  expect(mail.text).toContain(`ほか${70 - shown}件`)
})

test('dates of a series are one line of a digest, with how many follow', async () => {
  await event('Daily tea', '2031-03-07 15:00', '2031-03-07 16:00', {
    tags: ['tea'],
    recurrence: 'RRULE:FREQ=DAILY;COUNT=5',
  })
  const mail = await preview({ ...weekend, filter: 'tags=tea' })
  expect(mail.events).toBe(1)
  expect(mail.text).toContain('and 2 more dates')
})

test('a filter of days or of what is none is refused', async () => {
  for (const filter of ['start_date=2031-01-01', 'colour=red']) {
    const refused = await preview({ filter })
    expect([refused.data?.status, Object.keys(refused.data?.params ?? {})]).toEqual([400, ['filter']])
  }
})
