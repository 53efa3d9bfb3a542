import { expect, test } from 'vitest'
import {
  list,
  mailing,
  mailsBy,
  make,
  noon,
  plain,
  press,
  register,
  useCalendars,
} from '../api/guests.fixture.ts'
import type { TestApp } from '../support/app.ts'

useCalendars()

const look = (app: TestApp, url: string, query: Record<string, string> = {}) =>
  app.ask({ path: new URL(url).pathname, absolute: true, query })
const send = (app: TestApp, url: string, form: Record<string, string>) =>
  app.ask({ method: 'POST', path: new URL(url).pathname, absolute: true, form })
const heading = ({ text }: { text: string }) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1]

test('the page says where they stand, once what it is about, and what can be done', async () => {
  const title =
    'A very long title of an evening with masks, paper, glue and music for all of the quarter & more'
  const more = {
    title,
    venue: { venue: 'Library', city: 'Exampleton' },
    online_url: 'https://meet.example.org/x',
  }
  const id = await make(
    plain,
    { capacity: 2, party_max: 2, note: 'Bring a mat.' },
    { ...more, online_url_shown: 'attendees' },
  )
  const urls = []
  for (const party of [2, 1, 1, 2, 1])
    urls.push((await register(plain, id, { name: `G${urls.length}`, party })).body.url)
  const pages = await Promise.all(urls.map((url) => look(plain, url)))
  expect(pages.map(heading)).toEqual([
    'Your place is kept.',
    'You are first in line.',
    'You are second in line.',
    'You are third in line.',
    'You are number 4 in line.',
  ])
  const [first, second] = pages
  expect(first?.headers).toMatchObject({ 'referrer-policy': 'no-referrer' })
  expect(first?.headers['cache-control']).toContain('no-store')
  expect(first?.text).toContain('noindex')
  expect(first?.text.split('<main')[1]?.match(/glue and music/g)).toHaveLength(1)
  for (const said of [
    '2 people',
    'Library',
    'Exampleton',
    'Bring a mat.',
    'meet.example.org',
    'class="qr"',
    'Keep this link',
  ])
    expect(first?.text).toContain(said)
  const [guest] = await list(plain, id)
  expect(first?.text).toContain(guest.code)
  // Who waits is told neither the way in nor anything of the others.
  expect(second?.text).not.toContain('meet.example.org')
  expect(second?.text).not.toContain('class="qr"')
  expect(second?.text).not.toMatch(/G0|G2/)
  expect(heading(await look(plain, urls[0], { lang: 'de' }))).toBe('Ihr Platz ist reserviert.')
  expect((await look(plain, urls[0], { lang: 'ar' })).text).toContain('dir="rtl"')
  const calendar = await look(plain, `${urls[0]}.ics`)
  expect(calendar.headers['content-type']).toContain('text/calendar')
  expect(calendar.headers['cache-control']).toContain('no-store')
  expect(calendar.text).toContain('CONFERENCE')
  expect(calendar.text).not.toContain('METHOD')
  expect(calendar.text).toContain('meet.example.org')
  // Their calendar knows the way in no sooner than their page.
  const waits = await look(plain, `${urls[1]}.ics`)
  expect(waits.text).toContain('BEGIN:VEVENT')
  expect(waits.text).not.toContain('meet.example.org')
  await send(plain, urls[0], { do: 'cancel' })
  expect((await look(plain, `${urls[0]}.ics`)).text).not.toContain('meet.example.org')
  expect((await look(plain, `${new URL(urls[0]).origin}/registration/AAAA.ics`)).status).toBe(404)
})

test('who comes changes what they said, and more people only where there is room', async () => {
  const questions = [{ label: 'Age', type: 'text', required: true }]
  const id = await make(plain, { capacity: 3, party_max: 4, questions, closes_before: 60 })
  const { url } = (await register(plain, id, { name: 'Ada', party: 2, answers: { q1: '6' } })).body
  const change = (form: Record<string, string>) => send(plain, url, { do: 'change', ...form })
  const saved = await change({ name: 'Ada <b>', party: '3', answer_q1: '7' })
  expect([saved.status, saved.headers['location']]).toEqual([303, expect.stringContaining('done=change')])
  expect((await list(plain, id))[0]).toMatchObject({ name: 'Ada <b>', party: 3, answers: { q1: '7' } })
  expect((await look(plain, url, { done: 'change' })).text).toContain('Your changes are saved.')
  const full = await change({ name: 'Ada', party: '4', answer_q1: '8' })
  expect([full.status, full.text]).toEqual([409, expect.stringContaining('There is no room for that many.')])
  for (const wrong of [
    { name: '', party: '1', answer_q1: '8' },
    { name: 'Ada', party: '5', answer_q1: '8' },
    { name: 'Ada', party: 'x', answer_q1: '8' },
    { name: 'Ada', party: '1', answer_q1: '' },
  ]) {
    const faulty = await change(wrong)
    expect([faulty.status, faulty.text]).toEqual([400, expect.stringContaining('aria-invalid="true"')])
  }
  expect((await list(plain, id))[0]).toMatchObject({ name: 'Ada <b>', party: 3, answers: { q1: '7' } })
  // After the close fewer may come, not more.
  plain.setNow(Temporal.Instant.from('2031-03-20T17:30:00Z'))
  expect((await change({ name: 'Ada', party: '1', answer_q1: '7' })).status).toBe(303)
  expect((await change({ name: 'Ada', party: '2', answer_q1: '7' })).status).toBe(409)
  plain.setNow(Temporal.Instant.from('2031-03-20T18:00:00Z'))
  expect((await change({ name: 'Ben', party: '1', answer_q1: '7' })).status).toBe(409)
  expect((await press(plain, url, 'cancel')).status).toBe(409)
  expect((await look(plain, url)).text).not.toContain('name="do"')
  plain.setNow(Temporal.Instant.from('2031-03-20T20:00:00Z'))
  expect(heading(await look(plain, url))).toBe('The event is over.')
  expect((await list(plain, id))[0]).toMatchObject({ name: 'Ada', party: 1, state: 'registered' })
})

test('an event that does not take place leaves nothing to do but to cancel', async () => {
  const id = await make(plain, { capacity: 3, party_max: 3 })
  const { url } = (await register(plain, id, { name: 'Ada' })).body
  for (const change of [{ event_status: 'canceled' }, { status: 'trash' }]) {
    await plain.ask({ as: 'editor', method: 'POST', path: `events/${id}`, json: change })
    const page = await look(plain, url)
    expect([page.status, heading(page)]).toEqual([200, 'The event does not take place.'])
    expect(page.text.match(/name="do" value="\w+"/g)).toEqual(['name="do" value="cancel"'])
    expect((await send(plain, url, { do: 'change', name: 'B', party: '1' })).status).toBe(409)
  }
  expect((await press(plain, url, 'cancel')).status).toBe(303)
  expect((await look(plain, url)).text).not.toContain('name="do"')
})

test('what no longer holds says why, and the mail comes again, not too often', async () => {
  const id = await make(mailing, { capacity: 1, offer_hours: 2 })
  for (const name of ['ada', 'ben']) await register(mailing, id, { name, email: `${name}@example.org` })
  await mailing.app.tendGuests()
  const [ada, ben] = await list(mailing, id)
  expect(heading(await look(mailing, ada.url))).toBe('Confirm that it was you.')
  for (const { url } of [ada, ben]) await press(mailing, url, 'confirm')
  await mailing.app.tendGuests()
  const soon = await press(mailing, ada.url, 'again')
  expect([soon.status, soon.text]).toEqual([429, expect.stringContaining('only just now')])
  mailing.setNow(noon.add({ minutes: 10 }))
  const mails = await mailsBy(mailing, async () => {
    expect((await press(mailing, ada.url, 'again')).status).toBe(303)
    await mailing.app.tendGuests()
  })
  expect(mails).toEqual(['ada@example.org You have a place: Masks'])
  await press(mailing, ada.url, 'cancel')
  expect(heading(await look(mailing, ada.url))).toBe('You do not have a place any more.')
  const offered = await look(mailing, ben.url)
  expect(heading(offered)).toContain('A place is free for you until')
  expect(offered.text.match(/name="do" value="\w+"/g)).toEqual(
    expect.arrayContaining(['name="do" value="accept"', 'name="do" value="decline"']),
  )
  mailing.setNow(noon.add({ hours: 3 }))
  await mailing.app.tendGuests()
  const late = await press(mailing, ben.url, 'accept')
  expect([late.status, heading(late)]).toEqual([
    409,
    expect.stringMatching(/^That offer ended on .* You may register again\.$/),
  ])
  expect((await list(mailing, id, { state: 'expired' }))[0].offer_until_utc).toBeNull()
})
