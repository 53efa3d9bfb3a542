import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { fewRuns } from '../support/runs.ts'
import { make, noon, openMailing, press, register } from './guests.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await openMailing()
})
afterAll(() => app.close())

/** A guest as the model has them. */
interface Modelled {
  readonly name: string
  party: number
  state: string
  isConfirmed: boolean
  /** Until when they have to confirm, or to take what is offered: in hours. */
  until: number
}

const hours = { confirm: 2, offer: 5 }

/** Places by their one rule: what is free goes to the first in line whose party fits, as an offer. */
class Places {
  capacity: number | null = 4
  now = 0
  readonly guests: Modelled[] = []

  taken = () => this.guests.reduce((sum, { party, state }) => sum + (isTaking(state) ? party : 0), 0)
  free = () => (this.capacity === null ? Infinity : Math.max(0, this.capacity - this.taken()))

  come(party: number): void {
    const state = party <= this.free() ? 'registered' : 'waiting'
    const name = `g${this.guests.length}`
    this.guests.push({ name, party, state, isConfirmed: false, until: this.now + hours.confirm })
  }

  confirm(guest: Modelled): void {
    if (!isLive(guest.state) || guest.isConfirmed) return
    guest.isConfirmed = true
    if (guest.state === 'waiting' && guest.party <= this.free()) guest.state = 'registered'
  }

  /** An editor gives a place, or the guest takes what is offered. */
  place(guest: Modelled, isOwn: boolean): void {
    const may =
      guest.state === 'offered' || (!isOwn && guest.state === 'waiting' && guest.party <= this.free())
    if (may) Object.assign(guest, { state: 'registered', isConfirmed: true })
  }

  change(guest: Modelled, party: number): void {
    if (!isTaking(guest.state) || party - guest.party <= this.free()) guest.party = party
  }

  wait(span: number): void {
    this.now += span
    for (const guest of this.guests) {
      const isOpen = guest.state === 'offered' || (isLive(guest.state) && !guest.isConfirmed)
      if (!isOpen || guest.until > this.now) continue
      guest.state = 'expired'
      this.fill()
    }
  }

  fill(): void {
    for (const guest of this.guests)
      if (guest.state === 'waiting' && guest.isConfirmed && guest.party <= this.free())
        Object.assign(guest, { state: 'offered', until: this.now + hours.offer })
  }
}

const isTaking = (state: string) => state === 'registered' || state === 'offered'
const isLive = (state: string) => isTaking(state) || state === 'waiting'

const who = fc.nat(12)
const step = fc.oneof(
  fc.record({ do: fc.constant('come' as const), party: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constantFrom('confirm', 'confirm', 'cancel', 'accept', 'decline', 'place'), who }),
  fc.record({ do: fc.constant('change' as const), who, party: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('capacity' as const), to: fc.option(fc.nat(8)) }),
  fc.record({ do: fc.constant('wait' as const), span: fc.integer({ min: 1, max: 6 }) }),
)

/** All there is of an event, as the model has it. */
async function stored(id: number) {
  const guests = await app.db.read
    .selectFrom('guests')
    .select(['id', 'name', 'party', 'state', 'confirm_by'])
    .where('event_id', '=', id)
    .orderBy('number')
    .execute()
  const offers = await app.db.read
    .selectFrom('mail_outbox')
    .select('guest_id')
    .where('kind', '=', 'guest_offer')
    .execute()
  const event = await app.db.read
    .selectFrom('events')
    .select(['registration_taken', 'registration_shown'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { guests, offered: offers.map(({ guest_id }) => guest_id), ...event }
}

test('places, lines and offers are as a model of them, whatever guests, editors and the clock do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40, size: 'max' }), async (steps) => {
      app.setNow(noon)
      const model = new Places()
      const id = await make(app, { capacity: model.capacity, party_max: 4, offer_hours: hours.offer })
      const urls = new Map<string, { id: number; url: string }>()
      const edit = (name: string, method: 'POST' | 'PATCH', path: string, json: object) =>
        app.ask({ as: 'administrator', method, path: `guests/${urls.get(name)?.id}${path}`, json })
      for (const one of steps) {
        const guest = 'who' in one ? model.guests[one.who] : undefined
        if ('who' in one && !guest) continue
        if (one.do === 'come') {
          model.come(one.party)
          const name = model.guests.at(-1)?.name ?? ''
          const sent = { name, party: one.party, email: `${name}-${id}@example.org` }
          expect((await register(app, id, sent)).status).toBe(202)
          const listed = await app.read(`events/${id}/guests`, { search: sent.email }, 'administrator')
          urls.set(name, listed.guests[0])
        } else if (one.do === 'capacity') {
          model.capacity = one.to
          const json = { registration: { capacity: one.to } }
          await app.ask({ as: 'editor', method: 'POST', path: `events/${id}`, json })
        } else if (one.do === 'wait') {
          model.wait(one.span)
          app.setNow(noon.add({ hours: model.now }))
        } else if (guest && one.do === 'change') {
          model.change(guest, one.party)
          await edit(guest.name, 'PATCH', '', { party: one.party })
        } else if (guest && one.do === 'place') {
          model.place(guest, false)
          await edit(guest.name, 'POST', '/place', {})
        } else if (guest) {
          if (one.do === 'confirm') model.confirm(guest)
          else if (one.do === 'accept') model.place(guest, true)
          else if (isLive(guest.state)) guest.state = 'canceled'
          await press(app, urls.get(guest.name)?.url ?? '', one.do)
        }
        model.fill()
        await app.app.tendGuests()
        const now = await stored(id)
        expect(now.guests.map(({ name, party, state }) => ({ name, party, state }))).toEqual(
          model.guests.map(({ name, party, state }) => ({ name, party, state })),
        )
        expect(now.registration_taken).toBe(model.taken())
        const left = model.free()
        expect(now.registration_shown).toBe(left > 10 ? 0 : left + 1)
        // Who is offered a place is told once, and nobody else is told so.
        const offered = now.guests.flatMap((each) => (each.state === 'offered' ? each.id : []))
        const mine = new Set(now.guests.map((each) => each.id))
        expect(now.offered.filter((each) => mine.has(each ?? 0))).toEqual(expect.arrayContaining(offered))
        expect(now.offered.filter((each) => mine.has(each ?? 0))).toHaveLength(offered.length)
      }
    }),
    { numRuns: fewRuns(150) },
  )
})
