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
  capacity: number | null = 3
  now = 0
  status: 'scheduled' | 'canceled' | 'postponed' = 'scheduled'
  isTrashed = false
  came = 0
  readonly guests: Modelled[] = []

  taken = () => this.guests.reduce((sum, { party, state }) => sum + (isTaking(state) ? party : 0), 0)
  free = () => (this.capacity === null ? Infinity : Math.max(0, this.capacity - this.taken()))

  isOff = () => this.isTrashed || this.status === 'canceled'
  /** Nobody registers, is offered a place or loses one. */
  isHeld = () => this.isOff() || this.status === 'postponed'

  come(party: number): void {
    const state = party <= this.free() ? 'registered' : 'waiting'
    const name = `g${this.came++}`
    this.guests.push({ name, party, state, isConfirmed: false, until: this.now + hours.confirm })
  }

  confirm(guest: Modelled): void {
    if (this.isOff() || !isLive(guest.state) || guest.isConfirmed) return
    guest.isConfirmed = true
    if (guest.state === 'waiting' && guest.party <= this.free()) guest.state = 'registered'
  }

  /** An editor gives a place, or the guest takes what is offered. */
  place(guest: Modelled, isOwn: boolean): void {
    if (isOwn && this.isOff()) return
    const may =
      guest.state === 'offered' || (!isOwn && guest.state === 'waiting' && guest.party <= this.free())
    if (may) Object.assign(guest, { state: 'registered', isConfirmed: true })
  }

  change(guest: Modelled, party: number): void {
    if (!isTaking(guest.state) || party - guest.party <= this.free()) guest.party = party
  }

  wait(span: number): void {
    this.now += span
    if (this.isHeld()) return
    for (const guest of this.guests) {
      const isOpen = guest.state === 'offered' || (isLive(guest.state) && !guest.isConfirmed)
      if (!isOpen || guest.until > this.now) continue
      guest.state = 'expired'
      this.fill()
    }
  }

  /** What could not be taken meanwhile is offered anew. */
  become(change: { status?: Places['status']; isTrashed?: boolean }): void {
    const wasHeld = this.isHeld()
    Object.assign(this, change)
    if (!wasHeld || this.isHeld()) return
    for (const guest of this.guests)
      if (guest.state === 'offered' && guest.until <= this.now) guest.until = this.now + hours.offer
    this.fill()
    this.wait(0)
  }

  fill(): void {
    if (this.isHeld()) return
    for (const guest of this.guests)
      if (guest.state === 'waiting' && guest.isConfirmed && guest.party <= this.free())
        Object.assign(guest, { state: 'offered', until: this.now + hours.offer })
  }
}

const isTaking = (state: string) => state === 'registered' || state === 'offered'
const isLive = (state: string) => isTaking(state) || state === 'waiting'

const who = fc.nat(1000)
const often = <Step>(weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary })
const step = fc.oneof(
  often(5, fc.record({ do: fc.constant('come' as const), party: fc.integer({ min: 1, max: 3 }) })),
  often(8, fc.record({ do: fc.constant('confirm' as const), who })),
  often(
    6,
    fc.record({
      do: fc.constantFrom('cancel' as const, 'accept' as const, 'decline' as const, 'place' as const),
      who,
    }),
  ),
  often(2, fc.record({ do: fc.constant('change' as const), who, party: fc.integer({ min: 1, max: 4 }) })),
  often(2, fc.record({ do: fc.constant('capacity' as const), to: fc.option(fc.nat(6), { freq: 8 }) })),
  often(2, fc.record({ do: fc.constant('wait' as const), span: fc.integer({ min: 1, max: 6 }) })),
  often(2, fc.record({ do: fc.constantFrom('erase' as const, 'forget' as const), who })),
  often(1, fc.record({ do: fc.constant('move' as const), day: fc.integer({ min: 20, max: 25 }) })),
  often(
    3,
    fc.record({
      do: fc.constant('event' as const),
      status: fc.constantFrom(
        'scheduled' as const,
        'scheduled' as const,
        'scheduled' as const,
        'scheduled' as const,
        'canceled' as const,
        'postponed' as const,
      ),
    }),
  ),
  often(1, fc.record({ do: fc.constant('trash' as const), isTrashed: fc.boolean() })),
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
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 50, size: 'max' }), async (steps) => {
      app.setNow(noon)
      const model = new Places()
      const id = await make(app, { capacity: model.capacity, party_max: 4, offer_hours: hours.offer })
      let wasHeld = false
      const urls = new Map<string, { id: number; url: string }>()
      const edit = (name: string, method: 'POST' | 'PATCH', path: string, json: object) =>
        app.ask({ as: 'administrator', method, path: `guests/${urls.get(name)?.id}${path}`, json })
      for (const one of steps) {
        const guest = 'who' in one ? model.guests[one.who % model.guests.length] : undefined
        if ('who' in one && !guest) continue
        if (one.do === 'come' && model.isHeld()) {
          const sent = { name: 'Late', party: one.party, email: `late-${id}@example.org` }
          expect((await register(app, id, sent)).status).toBeGreaterThanOrEqual(400)
        } else if (one.do === 'come') {
          model.come(one.party)
          const name = model.guests.at(-1)?.name ?? ''
          const sent = { name, party: one.party, email: `${name}-${id}@example.org` }
          expect((await register(app, id, sent)).status).toBe(202)
          const listed = await app.read(`events/${id}/guests`, { search: sent.email }, 'administrator')
          urls.set(name, listed.guests[0])
        } else if (one.do === 'capacity' || one.do === 'move' || one.do === 'event') {
          // What is in the trash is brought back by itself.
          if (model.isTrashed) continue
          if (one.do === 'capacity') model.capacity = one.to
          if (one.do === 'event') model.become({ status: one.status })
          const json =
            one.do === 'capacity'
              ? { registration: { capacity: one.to } }
              : one.do === 'event'
                ? { event_status: one.status }
                : { start_date: `2031-03-${one.day} 18:00`, end_date: `2031-03-${one.day} 20:00` }
          expect((await app.ask({ as: 'editor', method: 'POST', path: `events/${id}`, json })).status).toBe(
            200,
          )
        } else if (one.do === 'trash') {
          if (one.isTrashed === model.isTrashed) continue
          const path = `events/${id}`
          const answer = one.isTrashed
            ? await app.ask({ as: 'editor', method: 'DELETE', path })
            : await app.ask({ as: 'editor', method: 'POST', path, json: { status: 'publish' } })
          expect(answer.status, answer.text).toBe(200)
          model.become({ isTrashed: one.isTrashed })
        } else if (guest && (one.do === 'erase' || one.do === 'forget')) {
          const email = `${guest.name}-${id}@example.org`
          const gone = await app.ask({
            as: 'administrator',
            method: 'DELETE',
            ...(one.do === 'erase'
              ? { path: `guests/${urls.get(guest.name)?.id}` }
              : { path: 'guests', query: { email } }),
          })
          expect(gone.status, gone.text).toBe(200)
          model.guests.splice(model.guests.indexOf(guest), 1)
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
        // Who is offered a place is told once, and nobody else is told so: no longer, where it does not take place.
        const offered = now.guests.flatMap((each) => (each.state === 'offered' ? each.id : []))
        const mine = new Set(now.guests.map((each) => each.id))
        const told = now.offered.filter((each) => mine.has(each ?? 0))
        expect(new Set(told).size).toBe(told.length)
        expect(offered).toEqual(expect.arrayContaining(told))
        if ('status' in one || 'isTrashed' in one) wasHeld ||= model.isHeld()
        if (!wasHeld) expect(told).toHaveLength(offered.length)
      }
    }),
    { numRuns: fewRuns(150) },
  )
})
