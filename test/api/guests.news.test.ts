import { expect, test } from 'vitest'
import {
  day,
  list,
  mailing,
  mailsBy,
  make,
  noon,
  plain,
  press,
  register,
  useCalendars,
} from './guests.fixture.ts'

useCalendars()

test('an event that moves or does not take place is told those who come, once; a typo tells nobody', async () => {
  const id = await make(mailing, { capacity: 5 })
  for (const name of ['Eve', 'Fay']) await register(mailing, id, { name, email: `${name}@example.org` })
  const [eve] = await list(mailing, id)
  await press(mailing, eve.url, 'confirm')
  await mailing.app.tendGuests()
  const told = async (json: object, seconds: number) => {
    return mailsBy(mailing, async () => {
      await mailing.ask({ as: 'editor', method: 'POST', path: `events/${id}`, json })
      mailing.setNow(noon.add({ seconds }))
      await mailing.app.tendGuests()
    })
  }
  expect(await told({ title: 'Masks!' }, 100)).toEqual([])
  expect(await told({ start_date: '2031-03-20 17:00' }, 130)).toEqual([])
  expect(await told({ start_date: '2031-03-20 17:30' }, 191)).toEqual([
    'Eve@example.org It has changed: Masks!',
  ])
  expect(await told({ event_status: 'canceled' }, 200)).toEqual([
    'Eve@example.org It does not take place: Masks!',
  ])
  const page = await mailing.ask({ path: new URL(eve.url).pathname, absolute: true })
  expect(page.text).toContain('does not take place')
  expect(await told({ event_status: 'scheduled' }, 210)).toEqual([
    'Eve@example.org It takes place again: Masks!',
  ])
  // Somebody who registers with her address meanwhile takes nothing of what she is to be told.
  const later = 10_000
  mailing.setNow(noon.add({ seconds: later - 10 }))
  expect(await told({ start_date: '2031-03-20 17:45' }, later)).toEqual([])
  expect((await register(mailing, id, { name: 'Eve', email: 'eve@example.org' })).status).toBe(202)
  expect(await told({}, later + 100)).toEqual([
    'Eve@example.org You have registered already: Masks!',
    'Eve@example.org It has changed: Masks!',
  ])
  expect(await told({ status: 'trash' }, later + 200)).toEqual([
    'Eve@example.org It does not take place: Masks!',
  ])
})

test('a date that its series does not have any more is cancelled where people count on it', async () => {
  const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=3']
  const first = await plain.create('events', { ...day, recurrence, registration: { capacity: 5 } })
  const dates = (await plain.read('events', { post_parent: first.series.id })).events
  await register(plain, dates[2].id, { name: 'Ada' })
  await plain.ask({
    as: 'editor',
    method: 'POST',
    path: `events/${first.id}`,
    json: { scope: 'all', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=1'] },
  })
  const after = async (id: number) => {
    const { status, body } = await plain.ask({ as: 'editor', path: `events/${id}` })
    return [status, body.event_status]
  }
  expect((await after(dates[1].id))[0]).toBe(403)
  expect(await after(dates[2].id)).toEqual([200, 'canceled'])
  expect(await list(plain, dates[2].id)).toHaveLength(1)
})
