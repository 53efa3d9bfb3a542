import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { list, mailing, make, noon, plain, register, useCalendars } from './guests.fixture.ts'

useCalendars()

test('where no mail is sent a form that is sent twice is one guest, and a known address is answered like any other', async () => {
  const id = await make(plain, { capacity: 9 })
  const ada = { name: 'Ada', email: 'ada@example.org' }
  const first = await register(plain, id, ada)
  const twice = await register(plain, id, ada)
  expect([twice.status, twice.body]).toEqual([first.status, first.body])
  expect(await list(plain, id)).toHaveLength(1)
  // Whoever types her address is told neither that it is known, nor her link.
  const other = await register(plain, id, { name: 'Eve', email: 'ADA@example.org' })
  const stranger = await register(plain, id, { name: 'Eve', email: 'eve@example.org' })
  expect([other.status, Object.keys(other.body)]).toEqual([stranger.status, Object.keys(stranger.body)])
  expect(other.body.url).not.toBe(first.body.url)
  plain.setNow(noon.add({ minutes: 11 }))
  const later = await register(plain, id, ada)
  expect([later.status, later.body.url === first.body.url]).toEqual([201, false])
  // Editors change each of them, and are told where an address is another one's.
  const [guest, , third] = await list(plain, id)
  const change = (json: object) =>
    plain.ask({ as: 'editor', method: 'PATCH', path: `guests/${guest.id}`, json })
  expect((await change({ email: 'ada@example.org', note: 'Twice' })).status).toBe(200)
  expect(third.email).toBe('eve@example.org')
  expect((await change({ email: third.email })).body.code).toBe('rest_guest_exists')
})

test('who sends the same again by its key is told the same, but for a link that is shown once', async () => {
  const send = (app: TestApp, id: number, json: object) =>
    app.ask({
      method: 'POST',
      path: `events/${id}/guests`,
      json,
      headers: { 'idempotency-key': `key-${id}` },
    })
  const id = await make(mailing, { capacity: 5 })
  const ada = { name: 'Ada', email: 'ada@example.org' }
  const first = await send(mailing, id, ada)
  mailing.setNow(noon.add({ minutes: 5 }))
  const again = await send(mailing, id, ada)
  expect([again.status, again.body]).toEqual([202, first.body])
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect((await send(mailing, id, { ...ada, party: 2 })).status).toBe(422)
  expect(await list(mailing, id)).toHaveLength(1)
  const here = await make(plain, { capacity: 5 })
  expect((await send(plain, here, { name: 'Ada' })).status).toBe(201)
  const secret = await send(plain, here, { name: 'Ada' })
  expect([secret.status, secret.body.code]).toEqual([409, 'rest_idempotency_answer_gone'])
  expect(JSON.stringify(await plain.db.read.selectFrom('repeats').selectAll().execute())).not.toContain(
    '/registration/',
  )
})
