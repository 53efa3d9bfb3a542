import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { fewRuns } from '../support/runs.ts'
import { mailsBy, makeWithGuests, noon, openMailing } from './guests.fixture.ts'

let app: TestApp
const venues: number[] = []
beforeAll(async () => {
  app = await openMailing()
  for (const venue of ['Hall', 'Barn']) venues.push((await app.create('venues', { venue })).id)
})
afterAll(() => app.close())

/** What guests are to know of an event. */
interface Event {
  readonly hour: number
  readonly venue: number
  readonly online: boolean
  readonly status: 'scheduled' | 'canceled' | 'postponed'
  readonly isTrashed: boolean
  /** Nobody can see it yet. */
  readonly isDraft: boolean
}

const isOff = ({ status, isTrashed }: Event) => isTrashed || status === 'canceled'
const whereAndWhen = ({ hour, venue, online, status }: Event) =>
  JSON.stringify([hour, venue, online, status === 'postponed'])

/** What is said of a change. */
function newsOf(was: Event, is: Event): 'canceled' | 'restored' | 'moved' | undefined {
  if (isOff(is)) return isOff(was) ? undefined : 'canceled'
  if (isOff(was)) return 'restored'
  return whereAndWhen(was) === whereAndWhen(is) ? undefined : 'moved'
}

/** Who comes knows an event as it was when they were told last; what it comes to is told once it has settled. */
class Notices {
  event: Event = { hour: 18, venue: 0, online: false, status: 'scheduled', isTrashed: false, isDraft: false }
  now = 0
  #known: Event | undefined
  #since = 0
  #due = 0

  change(to: Partial<Event>): void {
    const [was, is] = [this.event, { ...this.event, ...to }]
    this.event = is
    if (!newsOf(was, is)) return
    if (!this.#known) this.#since = this.now
    this.#known ??= was
    const news = newsOf(this.#known, is)
    this.#due = news === 'moved' ? Math.min(this.now + 60, this.#since + 300) : this.now
    if (!news) this.#known = undefined
  }

  /** What is told by now. */
  told(): string[] {
    const news = this.#known && newsOf(this.#known, this.event)
    if (!news || this.#due > this.now || (news === 'restored' && this.event.isDraft)) return []
    this.#known = undefined
    if (news === 'canceled') return ['It does not take place']
    if (news === 'restored') return ['It takes place again']
    return [this.event.status === 'postponed' ? 'It is postponed' : 'It has changed']
  }
}

const step = fc.oneof(
  fc.record({ hour: fc.integer({ min: 17, max: 19 }) }),
  fc.record({ venue: fc.nat(1) }),
  fc.record({ online: fc.boolean() }),
  fc.record({ status: fc.constantFrom('scheduled' as const, 'canceled' as const, 'postponed' as const) }),
  fc.record({ isTrashed: fc.boolean() }),
  fc.record({ isDraft: fc.boolean() }),
  fc.record({ wait: fc.constantFrom(1, 20, 59, 60, 61, 240) }),
)

test('whatever becomes of an event, those who come are told once what it comes to, as a model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }), async (steps) => {
      app.setNow(noon)
      const more = { venue: venues[0], title: 'Masks' }
      const { id } = await makeWithGuests(app, {}, { names: ['ada'], more })
      const model = new Notices()
      const send = async (json: object) => {
        const { status, text } = await app.ask({ as: 'editor', method: 'POST', path: `events/${id}`, json })
        expect(status, text).toBe(200)
      }
      for (const one of steps) {
        if ('wait' in one) model.now += one.wait
        else if ('isTrashed' in one) {
          if (one.isTrashed === model.event.isTrashed) continue
          if (one.isTrashed) await app.ask({ as: 'editor', method: 'DELETE', path: `events/${id}` })
          else await send({ status: model.event.isDraft ? 'draft' : 'publish' })
          model.change(one)
        } else if ('isDraft' in one) {
          if (!model.event.isTrashed) await send({ status: one.isDraft ? 'draft' : 'publish' })
          model.change(one)
        } else {
          // What is in the trash is brought back by itself.
          if (model.event.isTrashed) continue
          const { hour, venue, online, status } = { ...model.event, ...one }
          const times = { start_date: `2031-03-20 ${hour}:00`, end_date: '2031-03-20 20:00' }
          const place = { venue: venues[venue], online_url: online ? 'https://example.org/room' : '' }
          await send({ ...times, ...place, event_status: status })
          model.change(one)
        }
        app.setNow(noon.add({ seconds: model.now }))
        // Before the clock has its turn: what is done at once is one change with what follows it.
        if (!('wait' in one)) continue
        const told = await mailsBy(app, () => app.app.tendGuests())
        // Those of other tries wait for their own times.
        const mine = told.filter((mail) => mail.startsWith(`ada-${id}@`))
        expect(mine).toEqual(model.told().map((says) => `ada-${id}@example.org ${says}: Masks`))
      }
    }),
    { numRuns: fewRuns(120) },
  )
})
