import { computed, signal } from '@preact/signals'
import { NoAnswer, Refusal } from '../api.ts'
import { faultText } from '../faults.ts'
import { type AtDoor, readDoor, readEvent, tabs } from '../guests/asks.ts'
import { isSignedOut } from '../session.ts'
import { t } from '../common/texts.ts'
import { titleOf } from '../common/title.ts'
import { atOnce, device, setClock, tellArrivals, tellHeads, type Told } from './arrivals.ts'
import { all, drop, forget, forgetOld, type Heads, keep, type List, type Unsent } from './kept.ts'

const day_ms = 86_400_000

/** How long the list is not read again for each guest on it, in milliseconds: 2,000 are read every half a minute. */
const restPerGuest_ms = 15

/** Which guests have a place. */
const hasPlace = ({ state }: AtDoor) => tabs.coming.some((one) => one === state)

function withArrived(guest: AtDoor, arrived = guest.arrived): AtDoor {
  return { ...guest, arrived }
}

/**
 * Who is seen at the door of an event. All of it is in this browser, and works without a connection; what the service has not heard of is
 * told it when there is one.
 */
export class DoorStore {
  readonly #event: number
  readonly list = signal<List | undefined>(undefined)
  /** What the service has not heard of, by guest. */
  readonly unsent = signal<ReadonlyMap<number, Unsent>>(new Map())
  readonly heads = signal<readonly Heads[]>([])
  readonly isOffline = signal(false)
  /** What is wrong beside a want of connection. */
  readonly fault = signal('')
  /** Whether it would be refused again. */
  readonly isRefused = signal(false)
  #sending: Promise<void> | undefined
  #isMore = false
  #last = 0
  #read_ms = -Infinity

  constructor(event: number) {
    this.#event = event
  }

  /** How many entries the service has not heard of. */
  readonly notSent = computed(
    () => this.unsent.value.size + this.heads.value.reduce((sum, { more }) => sum + Math.abs(more), 0),
  )

  /** How many people with a name are here, and how many are to come. */
  readonly count = computed(() => {
    const guests = this.list.value?.guests ?? []
    return {
      here: guests.reduce((sum, guest) => sum + this.arrived(guest), 0),
      all: guests.filter(hasPlace).reduce((sum, { party }) => sum + party, 0),
    }
  })

  /** How many are here without a name on the list. */
  readonly nameless = computed(() => {
    const { head_count: heads, arrived } = this.list.value?.counts ?? { head_count: null, arrived: 0 }
    const known = heads === null ? 0 : Math.max(0, heads - arrived)
    return Math.max(0, known + this.heads.value.reduce((sum, { more }) => sum + more, 0))
  })

  /** How many of a party are here, as far as this browser knows. */
  arrived({ id, arrived }: AtDoor): number {
    return this.unsent.value.get(id)?.arrived ?? arrived
  }

  /** Shows what is kept, then what the service knows. */
  async start(): Promise<void> {
    device()
    await forgetOld(new Date().getTime()).catch(() => {})
    const [lists, arrivals, heads] = await Promise.all([
      all<List>('lists').catch(() => []),
      all<Unsent>('arrivals').catch(() => []),
      all<Heads>('heads').catch(() => []),
    ])
    const isOurs = ({ event }: { readonly event: number }) => event === this.#event
    this.list.value = lists.find(isOurs)
    this.unsent.value = new Map(arrivals.filter(isOurs).map((one) => [one.guest, one]))
    this.heads.value = heads.filter(isOurs)
    await this.sync()
  }

  /** Somebody is seen, or so many of their party are. */
  see({ id: guest }: AtDoor, arrived: number): void {
    // What is said later counts, also where the clock of the phone stands or is set back.
    this.#last = Math.max(new Date().getTime(), this.#last + 1)
    const unsent = { event: this.#event, guest, arrived, at: new Date(this.#last).toISOString() }
    this.unsent.value = new Map(this.unsent.peek()).set(guest, unsent)
    void keep('arrivals', unsent).catch(() => {})
    void this.sync()
  }

  /** So many more are here without a name. */
  countMore(more: number): void {
    const open = this.heads.peek().find(({ isSent }) => !isSent)
    const next: Heads = open
      ? { ...open, more: open.more + more }
      : {
          key: crypto.getRandomValues(new Uint32Array(4)).join('-'),
          event: this.#event,
          more,
          isSent: false,
        }
    this.#setHeads(next)
    void this.sync()
  }

  #setHeads(one: Heads): void {
    this.heads.value = [...this.heads.peek().filter(({ key }) => key !== one.key), one]
    void keep('heads', one).catch(() => {})
  }

  /** Tells what was not sent, and reads what others saw; one at a time, and once more for what was seen meanwhile. */
  sync(): Promise<void> {
    if (this.#sending) {
      this.#isMore = true
      return this.#sending
    }
    this.#sending = this.#syncNow().finally(() => {
      this.#sending = undefined
      if (!this.#isMore) return
      this.#isMore = false
      void this.sync()
    })
    return this.#sending
  }

  async #syncNow(): Promise<void> {
    if (this.isRefused.peek()) return
    const isTold = (await this.#sendArrivals()) && (await this.#sendHeads())
    if (!isTold && this.isOffline.peek()) return
    // A long list is read less often: each phone has nearly all that there is to know.
    const rest_ms = (this.list.peek()?.guests.length ?? 0) * restPerGuest_ms
    if (performance.now() - this.#read_ms >= rest_ms || this.isOffline.peek()) await this.#read()
  }

  /** Whether the service has heard of all of it. */
  async #sendArrivals(): Promise<boolean> {
    const arrivals = [...this.unsent.peek().values()].slice(0, atOnce)
    if (arrivals.length === 0) return true
    const told = await tellArrivals(this.#event, arrivals)
    // A party has become smaller meanwhile: no more are told than it has.
    if (told.status === 400) return this.#fit()
    if (!this.#isTaken(told)) return false
    const left = new Map(this.unsent.peek())
    for (const sent of arrivals)
      if (left.get(sent.guest) === sent) {
        left.delete(sent.guest)
        await drop('arrivals', [sent.event, sent.guest]).catch(() => {})
      }
    const known = new Map(told.body.guests?.map(({ id, arrived }) => [id, arrived]))
    const gone = new Set(told.body.unknown)
    const list = this.list.peek()
    if (list) {
      const guests = list.guests
        .filter(({ id }) => !gone.has(id))
        .map((guest) => withArrived(guest, known.get(guest.id)))
      this.list.value = { ...list, guests }
    }
    this.#count(told)
    this.unsent.value = left
    return true
  }

  async #fit(): Promise<boolean> {
    await this.#read()
    const parties = new Map(this.list.peek()?.guests.map(({ id, party }) => [id, party]))
    for (const one of this.unsent.peek().values()) {
      const arrived = Math.min(one.arrived, parties.get(one.guest) ?? 0)
      if (arrived === one.arrived) continue
      this.unsent.value = new Map(this.unsent.peek()).set(one.guest, { ...one, arrived })
      await keep('arrivals', { ...one, arrived }).catch(() => {})
    }
    return false
  }

  async #sendHeads(): Promise<boolean> {
    for (const one of this.heads.peek()) {
      // From now on it stays as it is: it may have been heard although no answer came.
      const sent = { ...one, isSent: true }
      this.#setHeads(sent)
      const told = sent.more === 0 ? undefined : await tellHeads(sent)
      const isKnown = told?.body.code === 'rest_idempotency_answer_gone'
      if (told && !isKnown && !this.#isTaken(told)) return false
      await drop('heads', sent.key).catch(() => {})
      if (told && !isKnown) this.#count(told)
      this.heads.value = this.heads.peek().filter(({ key }) => key !== sent.key)
    }
    return true
  }

  /** Takes over how many are there, with a name and in all. */
  #count({ body: { arrived = 0, head_count = null } }: Told): void {
    const list = this.list.peek()
    if (list) this.list.value = { ...list, counts: { ...list.counts, arrived, head_count } }
  }

  #isTaken({ status }: Told): boolean {
    this.isOffline.value = status === 0 || status >= 500
    if (status === 401) isSignedOut.value = true
    return status === 200
  }

  async #read(): Promise<void> {
    try {
      const [event, { guests, counts, now_utc }] = await Promise.all([
        readEvent(this.#event),
        readDoor(this.#event),
      ])
      setClock(now_utc)
      const { start_date: starts, end_date, all_day: isAllDay } = event
      const ends = Date.parse(`${(event.utc_end_date ?? end_date).replace(' ', 'T')}Z`)
      const list: List = {
        event: this.#event,
        title: titleOf(event),
        starts,
        isAllDay: isAllDay === true,
        until: ends + day_ms,
        guests,
        counts,
      }
      this.#read_ms = performance.now()
      this.list.value = list
      this.isOffline.value = false
      this.fault.value = ''
      this.isRefused.value = false
      await keep('lists', list).catch(() => {})
    } catch (error) {
      this.isOffline.value = error instanceof NoAnswer || (error instanceof Refusal && error.status >= 500)
      if (this.isOffline.peek()) return
      // That there is such an event is known: its guests are another’s.
      const status = error instanceof Refusal ? error.status : 0
      this.fault.value = status === 403 ? t('onlyEditors') : faultText(error)
      this.isRefused.value = status === 403 || status === 404
      if (this.isRefused.peek()) await this.#forget()
    }
  }

  /** Who may not see who comes, any more, or nobody can, keeps nothing of it. */
  async #forget(): Promise<void> {
    this.list.value = undefined
    this.unsent.value = new Map()
    this.heads.value = []
    await forget(this.#event).catch(() => {})
  }
}
