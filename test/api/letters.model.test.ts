import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenFor } from '../../src/http/auth/seal.ts'
import { installationSecret } from '../../src/http/auth/secret.ts'
import { DeliveryFault } from '../../src/people/delivery/delivery.fault.ts'
import { confirmToken, settingsToken } from '../../src/records/letters/letters.links.ts'
import { epochSeconds, lastSecond } from '../../src/pure/calendar/text.ts'
import type { TestApp } from '../support/app.ts'
import { forever, LettersModel, type Server, type Target, type Wish } from '../support/lettersModel.ts'
import { fewRuns } from '../support/runs.ts'
import { clearLetters, lettersIn, monday, openLetters } from './letters.fixture.ts'
import { nodeOn, told } from './letters.sending.ts'
import { type Name, type Step, steps } from './letters.steps.ts'

let app: TestApp
let letters: ReturnType<typeof lettersIn>
let node: Node | undefined
let secret: Buffer
beforeAll(async () => {
  app = await openLetters()
  secret = await installationSecret(app.db)
})
afterAll(async () => {
  await node?.close()
  await app.close()
})

const addressOf = (name: string) => `${name}@example.org`
const rhythms = {
  daily: { frequency: 'daily', at: '08:00', weekday: undefined },
  weekly: { frequency: 'weekly', at: '10:00', weekday: 5 },
}
const rhythmOf = (wish: Wish) => (wish.endsWith('daily') ? 'daily' : 'weekly')

/** A calendar as the model of it begins, and what is done with both. */
async function begin() {
  app.setNow(monday)
  letters = lettersIn(app)
  await node?.close()
  await clearLetters(app)
  node = await nodeOn(app, () => letters.now(), { LETTERS_PER_MINUTE: '100000' })
  const { id: event } = await app.create('events', {
    title: 'Masks',
    start_date: '2033-03-20 20:00',
    end_date: '2033-03-20 22:00',
  })
  const { id: list } = await app.create('letter-lists', { name: 'City letter' })
  return new Both(node, { event, list })
}

type Request = LettersModel['requests'][number]

type Node = Awaited<ReturnType<typeof nodeOn>>

class Both {
  readonly #node: Node
  readonly model: LettersModel
  readonly #event: number
  readonly #list: number
  /** The last request of each for each, with its link. */
  readonly #links = new Map<string, { readonly link: string; readonly request: Request }>()
  #letter = 0

  constructor(node: Node, { event, list }: { readonly event: number; readonly list: number }) {
    this.#node = node
    this.model = new LettersModel(event)
    this.#event = event
    this.#list = list
  }

  get #now() {
    return epochSeconds(letters.now())
  }

  async step(step: Step): Promise<void> {
    letters.pass({ seconds: 1 })
    const { model } = this
    switch (step.do) {
      case 'subscribe':
        await this.#ask(step.who, step.wish)
        await this.#tend()
        return this.#press(step.who, step.wish, 'confirm')
      case 'ask':
        return this.#ask(step.who, step.wish)
      case 'confirm':
      case 'block':
        return this.#press(step.who, step.wish, step.do)
      case 'pass':
        letters.pass({ minutes: step.minutes })
        return this.#tend()
      case 'due': {
        const next = Math.min(...model.due.values())
        const wait = next - this.#now
        letters.pass(wait > 0 && wait < Infinity ? { seconds: wait } : { minutes: 6 })
        return this.#tend()
      }
      case 'leave': {
        const row = await this.#owned(step.who, step.target)
        if (row) await letters.press(`/mail/leave/${tokenFor(secret, 'letter leave', row)}`, { do: 'stop' })
        return model.leave(step.who, step.target)
      }
      case 'change':
        return this.#change(step.who, step.from, step.to)
      case 'pause':
        await this.#settle(step.who, step.long ? { do: 'pause', for: step.long } : { do: 'resume' })
        return model.pause(step.who, step.long === 'week' ? this.#now + 7 * 86_400 : step.long ? forever : 0)
      case 'stop all':
        await this.#settle(step.who, { do: 'stop_all' })
        // Of whom nothing is known nothing is to be stopped.
        if (model.people.has(step.who)) model.erase(step.who)
        return undefined
      case 'erase':
        await this.#send('DELETE', `subscribers?email=${addressOf(step.who)}`)
        return model.erase(step.who, true)
      case 'status':
        await this.#send('PATCH', `events/${this.#event}`, { event_status: step.to })
        return model.setStatus(step.to)
      case 'letter':
        return this.#sendLetter()
      default:
        model.server = step.to
        this.#node.state.refuses = refusalOf(step.to)
        return undefined
    }
  }

  async #ask(who: Name, wish: Wish): Promise<void> {
    const { model } = this
    const { status } = await letters.ask({ email: addressOf(who), language: 'en', ...this.#asked(wish) })
    expect(status).toBe(202)
    model.ask(who, wish, this.#now)
    const request = model.requests.find((one) => one.who === who && one.wish === wish && !one.isDone)
    const key = `${who} ${wish}`
    if (!request || this.#links.get(key)?.request === request) return
    const row = await app.db.read
      .selectFrom('subscription_requests')
      .select(['id', 'created_at'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    this.#links.set(key, { link: `/mail/confirm/${confirmToken({ secret }, row)}`, request })
  }

  #asked(wish: Wish): object {
    if (wish === 'list') return { kind: 'list', list: String(this.#list) }
    if (wish === 'event') return { kind: 'event', event: this.#event, changes: true }
    if (wish === 'event early') return { kind: 'event', event: this.#event, remind: 1440 }
    return { kind: 'digest', filter: wish.startsWith('masks') ? 'q=masks' : '', ...rhythms[rhythmOf(wish)] }
  }

  /** What happens beside: who has asked is written to, and what is due is made and sent. */
  async #tend(): Promise<void> {
    const mails = await letters.mails()
    const written = mails.map(
      ({ recipient, subject }) =>
        `${recipient.replace('@example.org', '')}: ${subject.startsWith('Confirm') ? 'confirm' : 'already'}`,
    )
    expect(written).toEqual(this.model.tend(this.#now))
    await this.#node.work()
    expect(told(this.#node.taken.splice(0)).toSorted()).toEqual(this.model.work(this.#now).toSorted())
  }

  async #press(who: Name, wish: Wish, deed: 'confirm' | 'block'): Promise<void> {
    const found = this.#links.get(`${who} ${wish}`)
    if (!found) return
    const leads = this.model.link(found.request, this.#now)
    const { status } = await letters.press(`${found.link}?lang=en`, { do: deed })
    expect(status).toBe(leads === 'over' ? 410 : 200)
    if (leads === 'open') this.model[deed](found.request, this.#now)
  }

  async #change(who: Name, from: Target, isDaily: boolean): Promise<void> {
    const row = await this.#owned(who, from)
    const to = `${from.split(' ', 1)[0]} ${isDaily ? 'daily' : 'weekly'}` as Target
    const { weekday = '5', at } = rhythms[isDaily ? 'daily' : 'weekly']
    const rhythm = isDaily ? 'day' : 'week'
    if (row)
      await this.#settle(who, { do: 'change', id: String(row.id), rhythm, weekday: String(weekday), at })
    this.model.change(who, from, to, this.#now)
  }

  async #sendLetter(): Promise<void> {
    this.#letter += 1
    const subject = `Number ${this.#letter}`
    const { body } = await this.#send('POST', 'letters', { list: this.#list, subject })
    const { status } = await this.#send('POST', `letters/${body.id}/send`)
    const readers = this.model.has('list')
    expect(status).toBe(readers.length === 0 ? 409 : 200)
    if (readers.length > 0) this.model.send(subject, this.#now)
  }

  async #settle(who: Name, form: Readonly<Record<string, string>>): Promise<void> {
    const row = await app.db.read
      .selectFrom('subscribers')
      .selectAll()
      .where('email', '=', addressOf(who))
      .executeTakeFirst()
    if (!row) return
    const { status } = await letters.press(
      `/mail/settings/${settingsToken({ secret }, row, this.#now)}`,
      form,
    )
    expect(status).toBe(200)
  }

  async #send(method: 'POST' | 'PATCH' | 'DELETE', path: string, json: object = {}) {
    return app.ask({ as: 'administrator', method, path, json })
  }

  async #owned(who: Name, target: Target) {
    return (await subscriptions()).find((row) => row.email === addressOf(who) && row.target === target)
  }

  /** Compares what is stored with the model. */
  async compare(): Promise<void> {
    const { read } = app.db
    const { model } = this
    const [rows, people, requests, digests, watched, blocked] = await Promise.all([
      subscriptions(),
      read.selectFrom('subscribers').selectAll().execute(),
      read.selectFrom('subscription_requests').selectAll().execute(),
      read.selectFrom('digests').selectAll().execute(),
      read.selectFrom('watched_events').selectAll().execute(),
      read.selectFrom('blocked_addresses').selectAll().execute(),
    ])
    const wishOf = ({ target, changes }: (typeof rows)[number]) =>
      target === 'event' && changes === 0 ? 'event early' : target
    const stored = people.map(({ email, paused_until, refusals }) => ({
      who: email.replace('@example.org', ''),
      paused: paused_until === lastSecond ? forever : (paused_until ?? 0),
      refusals,
      has: rows
        .filter((row) => row.email === email)
        .map(wishOf)
        .toSorted(),
    }))
    const wanted = [...model.people].map(([who, { paused, refusals, has }]) => ({
      who,
      paused,
      refusals,
      has: [...has.values()].toSorted(),
    }))
    const byName = (one: { who: string }, other: { who: string }) => one.who.localeCompare(other.who)
    expect(stored.toSorted(byName)).toEqual(wanted.toSorted(byName))
    const open = model.requests.filter(({ isDone }) => !isDone)
    expect(requests.flatMap(({ email }) => email ?? []).toSorted()).toEqual(
      open.map((one) => addressOf(one.who)).toSorted(),
    )
    expect(Object.fromEntries(digests.map((row) => [nameOf(row), row.next_due_at]))).toEqual(
      Object.fromEntries(model.due),
    )
    expect(watched).toHaveLength(model.isWatched ? 1 : 0)
    expect(blocked).toHaveLength(model.blocked.size)
  }
}

function nameOf({
  filter,
  frequency,
}: {
  readonly filter: string | null
  readonly frequency: string | null
}) {
  return `${filter === '' ? 'all' : 'masks'} ${frequency}`
}

/** What is stored of what people get. */
async function subscriptions() {
  const rows = await app.db.read
    .selectFrom('subscriptions')
    .innerJoin('subscribers', 'subscribers.id', 'subscriber_id')
    .leftJoin('digests', (join) => join.onRef('digests.id', '=', 'target_id').on('kind', '=', 'digest'))
    .select(['subscriptions.id', 'created_at', 'email', 'kind', 'changes', 'filter', 'frequency'])
    .execute()
  return rows.map((row) => Object.assign(row, { target: row.kind === 'digest' ? nameOf(row) : row.kind }))
}

function refusalOf(to: Server): Node['state']['refuses'] {
  if (to.is === 'away') return () => new DeliveryFault('The mail server is away.', { isOfAll: true })
  return (mail) =>
    to.is === 'refuses' && mail.to === addressOf(to.who)
      ? new DeliveryFault('No such user.', { isFinal: true, isOfRecipient: true })
      : undefined
}

test('whatever is done, by whom and when, people get what they have asked for, once, and nothing else is known of them', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const both = await begin()
      for (const one of all) {
        await both.step(one)
        await both.compare()
      }
    }),
    { numRuns: fewRuns(150) },
  )
})
