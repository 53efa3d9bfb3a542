import { expect } from 'vitest'
import type { Dice } from '../support/dice.ts'
import { root } from './mirror.ts'

/** A write that was sent. */
export interface Sent {
  readonly method: 'POST' | 'DELETE'
  readonly path: string
  /** Under which it is sent again. */
  readonly key: string
  readonly json: object
}

/** What a service has answered. */
export interface Answer {
  readonly status: number
  readonly body: { readonly id: number; readonly code?: string; readonly term_id?: number }
}

/** Where writes go, and as whom. */
export interface Target {
  readonly origin: string
  /** `login:password` */
  readonly account: string
}

/** Sends a write; undefined where no answer came. */
export async function send({ origin, account }: Target, sent: Sent): Promise<Answer | undefined> {
  const { method, path, key, json } = sent
  const headers = {
    authorization: `Basic ${Buffer.from(account).toString('base64')}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  }
  return fetch(`${origin}${root}/${path}`, { method, headers, body: JSON.stringify(json) })
    .then(async (response) => ({ status: response.status, body: (await response.json()) as Answer['body'] }))
    .catch(() => undefined)
}

/** The ids of records of one client, which nobody else changes. */
interface Owned {
  readonly events: number[]
  readonly trash: number[]
  readonly venues: number[]
  readonly categories: number[]
}

/** One who writes what chance says, each write after the last was answered. */
export class Writer {
  readonly name: string
  readonly #dice: Dice
  #own: Owned = { events: [], trash: [], venues: [], categories: [] }
  #written = 0

  constructor(name: string, dice: Dice) {
    this.name = name
    this.#dice = dice
  }

  /** How many writes were answered. */
  get written(): number {
    return this.#written
  }

  /** What is there by its account; with it {@link goBack} goes on after a restore. */
  remember(): Owned {
    return structuredClone(this.#own)
  }

  goBack(own: Owned): void {
    this.#own = structuredClone(own)
  }

  /** Writes so often, or until no answer comes; answers what was not answered. */
  async write(target: Target, times: number, round: string): Promise<Sent | undefined> {
    for (let turn = 0; turn < times; turn += 1) {
      const next = this.#next(`${this.name}-${round}-${turn}`)
      const answer = await send(target, next.sent)
      if (!answer) return next.sent
      expect([next.sent, answer.status < 300, answer.body]).toEqual([next.sent, true, answer.body])
      next.done(answer.body)
      this.#written += 1
    }
    return undefined
  }

  #next(key: string): { readonly sent: Sent; readonly done: (body: Answer['body']) => void } {
    const { events, trash, venues, categories } = this.#own
    const turn = this.#dice.next()
    const post = (path: string, json: object, done: (body: Answer['body']) => void = () => {}) => ({
      sent: { method: 'POST' as const, path, key, json },
      done,
    })
    // Taken from the lists before it is sent: where no answer comes nobody knows whether it is there.
    const remove = (path: string, json: object, done = () => {}) => ({
      sent: { method: 'DELETE' as const, path, key, json },
      done,
    })
    if (turn < 0.06 || venues.length === 0)
      return post('venues', { venue: `Hall ${key}`, city: this.#dice.words(1) }, ({ id }) => venues.push(id))
    if (turn < 0.1 || categories.length === 0)
      return post('categories', { name: `Category ${key}` }, ({ id }) => categories.push(id))
    if (turn < 0.16) return post(`venues/${this.#one(venues)}`, { venue: `Hall ${key}` })
    if (turn < 0.19) return post(`categories/${this.#one(categories)}`, { name: `Category ${key}` })
    if (turn < 0.21) return remove(`venues/${this.#taken(venues)}`, { force: this.#dice.next() < 0.5 })
    if (turn < 0.22) return remove(`categories/${this.#taken(categories)}`, {})
    if (turn < 0.3 && trash.length > 0) {
      const id = this.#taken(trash)
      return post(`events/${id}`, { status: 'publish' }, () => events.push(id))
    }
    if (turn < 0.32 && trash.length > 0) return remove(`events/${this.#taken(trash)}`, { force: true })
    if (turn < 0.42 && events.length > 0) {
      const id = this.#taken(events)
      return remove(`events/${id}`, {}, () => trash.push(id))
    }
    if (turn < 0.7 && events.length > 0) return post(`events/${this.#one(events)}`, this.#event(key))
    if (turn < 0.73 && events.length > 1)
      return post('events/bulk', {
        ids: [...new Set([this.#one(events), this.#one(events)])],
        action: this.#dice.next() < 0.5 ? 'cancel' : 'reinstate',
      })
    return post('events', this.#event(key), ({ id }) => events.push(id))
  }

  #event(title: string): object {
    const { venues, categories } = this.#own
    const chance = this.#dice.next()
    return {
      title,
      start_date: '2031-05-01 20:00:00',
      end_date: '2031-05-01 22:00:00',
      status: ['publish', 'publish', 'publish', 'draft', 'private', 'pending'][Math.floor(chance * 6)],
      password: chance > 0.4 && chance < 0.5 ? 'secret' : '',
      cost: String(Math.floor(chance * 100)),
      venue: chance < 0.6 ? this.#one(venues) : [],
      categories: chance > 0.3 ? [this.#one(categories)] : [],
    }
  }

  /** Any of them. */
  #one(ids: readonly number[]): number {
    return ids[Math.floor(this.#dice.next() * ids.length)] ?? 0
  }

  /** Any of them, which is no longer among them. */
  #taken(ids: number[]): number {
    return ids.splice(Math.floor(this.#dice.next() * ids.length), 1)[0] ?? 0
  }
}
