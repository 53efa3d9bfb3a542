import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { fewRuns } from '../support/runs.ts'

let plain: TestApp
beforeAll(async () => {
  plain = await createTestApp({ REGISTRATION_HOURLY: '1000000' })
  plain.setNow(Temporal.Instant.from('2031-03-01T12:00:00Z'))
})
afterAll(() => plain.close())

const day = { title: 'Masks', start_date: '2031-03-20 18:00', end_date: '2031-03-20 20:00', timezone: 'UTC' }
const make = async (app: TestApp, registration: object): Promise<number> =>
  (await app.create('events', { ...day, registration })).id
const register = (app: TestApp, id: number, json: object) =>
  app.ask({ method: 'POST', path: `events/${id}/guests`, json })
const list = async (app: TestApp, id: number, query: object = {}) =>
  (await app.read(`events/${id}/guests`, { per_page: 50, ...query }, 'administrator')).guests
const deed = (app: TestApp, id: number, what: string) =>
  app.ask({ as: 'administrator', method: 'POST', path: `guests/${id}/${what}`, json: {} })
const taken = async (app: TestApp, id: number) => (await app.read(`events/${id}/registration`)).remaining

test('many at once: never more than there is room for, the others in the order in which they came', async () => {
  const id = await make(plain, { capacity: 7 })
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => register(plain, id, { name: `Guest ${at}` })),
  )
  expect(answers.filter(({ body }) => body.state === 'registered')).toHaveLength(7)
  expect(answers.filter(({ body }) => body.state === 'waiting')).toHaveLength(53)
  const guests = [...(await list(plain, id)), ...(await list(plain, id, { page: 2 }))]
  expect(guests.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
  expect(guests.map(({ state }) => state)).toEqual(guests.map((_, at) => (at < 7 ? 'registered' : 'waiting')))
})

test('whatever is done, places are as a model of them', { timeout: 60_000 }, async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('come' as const), party: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constant('cancel' as const), who: fc.nat(20) }),
    fc.record({ do: fc.constant('place' as const), who: fc.nat(20) }),
    fc.record({ do: fc.constant('capacity' as const), to: fc.option(fc.nat(8)) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      let capacity: number | null = 4
      const model: { party: number; state: string }[] = []
      const used = () =>
        model.reduce((sum, { party, state }) => sum + (state === 'registered' ? party : 0), 0)
      const free = () => (capacity === null ? Infinity : Math.max(0, capacity - used()))
      const fillModel = () => {
        for (const one of model) if (one.state === 'waiting' && one.party <= free()) one.state = 'registered'
      }
      const id = await make(plain, { capacity, party_max: 4 })
      const ids: number[] = []
      for (const [at, one] of steps.entries()) {
        if (one.do === 'come') {
          const { status } = await register(plain, id, { name: `Guest ${at}`, party: one.party })
          expect(status).toBe(201)
          model.push({ party: one.party, state: one.party <= free() ? 'registered' : 'waiting' })
          const all = await plain.db.read
            .selectFrom('guests')
            .select('id')
            .where('event_id', '=', id)
            .orderBy('number')
            .execute()
          ids.splice(0, ids.length, ...all.map((row) => row.id))
        } else if (one.do === 'capacity') {
          capacity = one.to
          await plain.ask({
            as: 'editor',
            method: 'POST',
            path: `events/${id}`,
            json: { registration: { capacity } },
          })
        } else {
          const guest = model[one.who]
          const guestId = ids[one.who]
          if (!guest || guestId === undefined) continue
          await deed(plain, guestId, one.do)
          if (one.do === 'cancel') guest.state = 'canceled'
          else if (guest.state === 'waiting' && guest.party <= free()) guest.state = 'registered'
        }
        fillModel()
        const rows = await plain.db.read
          .selectFrom('guests')
          .select(['party', 'state'])
          .where('event_id', '=', id)
          .orderBy('number')
          .execute()
        expect(rows).toEqual(model)
        const row = await plain.db.read
          .selectFrom('events')
          .select('registration_taken')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        expect(row.registration_taken).toBe(used())
        expect(await taken(plain, id)).toBe(capacity === null ? null : free())
      }
    }),
    { numRuns: fewRuns(60) },
  )
})
