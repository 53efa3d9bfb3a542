import { expect, test } from 'vitest'
import {
  day,
  list,
  mailing,
  mailsBy,
  make,
  makeWithGuests,
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

test('what comes back unpublished is told once it can be seen, with all that became of it until then', async () => {
  const { id, guests } = await makeWithGuests(
    mailing,
    { capacity: 1, offer_hours: 1 },
    { names: ['gus', 'hal'], more: { title: 'Kites' } },
  )
  const send = (json: object) => mailing.ask({ as: 'editor', method: 'POST', path: `events/${id}`, json })
  const at = (minutes: number, json: object) =>
    mailsBy(mailing, async () => {
      mailing.setNow(noon.add({ minutes }))
      expect((await send(json)).status).toBe(200)
      await mailing.app.tendGuests()
    })
  const [gus, hal] = [`gus-${id}@example.org`, `hal-${id}@example.org`]
  await press(mailing, guests[0].url, 'cancel')
  await mailing.app.tendGuests()
  const off = [`${hal} It does not take place: Kites`]
  expect(await at(1, { status: 'trash' })).toEqual(off)
  // What was offered does not end while nobody can see what it is.
  expect(await at(90, { status: 'draft' })).toEqual([])
  expect(await at(95, { start_date: '2031-03-20 17:00', title: 'Big kites' })).toEqual([])
  expect(await at(200, { status: 'pending' })).toEqual([])
  expect((await list(mailing, id))[0].state).toBe('offered')
  expect((await at(300, { status: 'publish' })).toSorted()).toEqual([
    `${hal} A place is free for you: Big kites`,
    `${hal} It takes place again: Big kites`,
  ])
  expect(await at(302, {})).toEqual([])
  // Back in the trash before it was seen, they know it already; published by the clock, they are told by it.
  expect(await at(303, { status: 'trash' })).toEqual([`${hal} It does not take place: Big kites`])
  expect(await at(304, { status: 'draft' })).toEqual([])
  expect(await at(305, { status: 'trash' })).toEqual([])
  expect(await at(306, { status: 'publish', date: '2031-03-01T18:00:00' })).toEqual([])
  expect((await mailing.read(`events/${id}`, {}, 'editor')).status).toBe('future')
  const told = await mailsBy(mailing, async () => {
    mailing.setNow(noon.add({ hours: 7 }))
    await mailing.app.publishDue()
    await mailing.app.tendGuests()
  })
  expect(told).toContain(`${hal} It takes place again: Big kites`)
  expect(told.join()).not.toContain(gus)
})

test('where no mail is sent who comes to what has moved is to be called, and what is due after it is done as ever', async () => {
  const id = await make(plain, { capacity: 5 })
  await register(plain, id, { name: 'Ada', email: 'ada@example.org' })
  await plain.ask({
    as: 'editor',
    method: 'POST',
    path: `events/${id}`,
    json: { start_date: '2031-03-20 17:00' },
  })
  plain.setNow(noon.add({ seconds: 61 }))
  await plain.app.tendGuests()
  expect((await list(plain, id))[0].call).toBe(true)
  const open = await plain.db.read
    .selectFrom('guest_notices')
    .where('done_at', 'is', null)
    .select('id')
    .execute()
  expect(open).toEqual([])
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
