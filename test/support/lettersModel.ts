/** What the model knows people may ask for: a list of events in two rhythms, an event in two ways, and letters of editors. */
export const wishes = [
  'all weekly',
  'all daily',
  'masks weekly',
  'masks daily',
  'event',
  'event early',
  'list',
] as const
export type Wish = (typeof wishes)[number]

/** What a subscription is of: two wishes about the event are one. */
export type Target = Exclude<Wish, 'event early'>
export const targets = wishes.filter((wish): wish is Target => wish !== 'event early')

const targetOf = (wish: Wish): Target => (wish === 'event early' ? 'event' : wish)
/** Whether it is a list of events, which comes again and again. */
export const isDigest = (target: Target) => target !== 'event' && target !== 'list'

/** How the mail server behaves: it refuses one address for good, or is away. */
export type Server = { readonly is: 'up' | 'away' } | { readonly is: 'refuses'; readonly who: string }

interface Request {
  readonly who: string
  readonly wish: Wish
  asked: number
  mailed: number | undefined
  mails: number
  isDone: boolean
}

interface Person {
  paused: number
  refusals: number
  readonly has: Map<Target, Wish>
}

interface Send {
  readonly who: string
  readonly target: Target
  readonly says: string
  readonly ends: number
  readonly urgency: number
}

const [minute, hour, day] = [60, 3600, 86_400]

/** The end of all pauses without one. */
export const forever = Infinity

/** What subscriptions are, and who gets which mails when: by what is promised, with no database. Times are epoch seconds. */
export class LettersModel {
  readonly people = new Map<string, Person>()
  requests: Request[] = []
  readonly blocked = new Set<string>()
  readonly due = new Map<Target, number>()
  server: Server = { is: 'up' }
  #status = 'scheduled'
  /** What those who watch the event know of it, while somebody does. */
  #told: string | undefined
  #hasChanged = false
  #comparedAt: number | undefined
  #sends: Send[] = []
  #letters: { readonly subject: string; readonly at: number }[] = []
  #failures = 0
  #restsUntil = 0
  readonly #event: number

  constructor(event: number) {
    this.#event = event
  }

  ask(who: string, wish: Wish, now: number): void {
    const known = this.requests.find((one) => one.who === who && one.wish === wish && !one.isDone)
    if (!known) {
      this.requests.push({ who, wish, asked: now, mailed: undefined, mails: 0, isDone: false })
      return
    }
    if (now - known.asked < 10 * minute) return
    if (known.mailed !== undefined && now - known.mailed >= day) known.mails = 0
    Object.assign(known, { asked: now, mailed: undefined })
  }

  /** What those who have asked are written; answers `who: what`. */
  tend(now: number): string[] {
    this.requests = this.requests.filter(({ asked }) => now - asked < 2 * day)
    return this.requests
      .filter(({ mailed, isDone }) => mailed === undefined && !isDone)
      .toSorted((one, other) => one.asked - other.asked)
      .flatMap((request) => {
        const { who, wish } = request
        request.mailed = now
        const own = this.requests.filter((one) => one.who === who && !one.isDone)
        const recent = own.filter(({ mailed }) => mailed === undefined || now - mailed < day)
        const mails = recent.reduce((sum, one) => sum + one.mails, 0)
        if (this.blocked.has(who) || mails >= 3) return []
        request.mails += 1
        const has = this.people.get(who)?.has.get(targetOf(wish)) === wish
        return [`${who}: ${has ? 'already' : 'confirm'}`]
      })
  }

  /** The link of a mail about a wish: `over`, `done` before, or what it leads to. */
  link(request: Request | undefined, now: number): 'over' | 'done' | 'open' {
    if (!request || !this.requests.includes(request) || now - request.asked >= 2 * day) return 'over'
    return request.isDone ? 'done' : 'open'
  }

  confirm(request: Request, now: number): void {
    request.isDone = true
    const person = this.people.get(request.who) ?? { paused: 0, refusals: 0, has: new Map<Target, Wish>() }
    this.people.set(request.who, person)
    this.#give(person, request.wish, now)
  }

  block(request: Request): void {
    this.blocked.add(request.who)
    this.#forgetRequests(request.who)
  }

  #give(person: Person, wish: Wish, now: number): void {
    const target = targetOf(wish)
    person.has.set(target, wish)
    if (isDigest(target) && !this.due.has(target)) this.due.set(target, next(target, now))
    this.#tidy()
  }

  /** Has a person get something else in the place of what they have. */
  change(who: string, from: Target, to: Wish, now: number): void {
    const person = this.people.get(who)
    if (!person?.has.has(from)) return
    const target = targetOf(to)
    if (target !== from) this.#drop(who, from)
    this.#give(person, to, now)
  }

  #drop(who: string, target: Target): void {
    this.people.get(who)?.has.delete(target)
    this.#sends = this.#sends.filter((send) => send.who !== who || send.target !== target)
  }

  leave(who: string, target: Target): void {
    this.#drop(who, target)
    if (this.people.get(who)?.has.size === 0) this.erase(who)
    this.#tidy()
  }

  /** Removes all of an address; by hand also that it is never to be written to. */
  erase(who: string, isByHand = false): void {
    this.people.delete(who)
    this.#sends = this.#sends.filter((send) => send.who !== who)
    this.#forgetRequests(who)
    if (isByHand) this.blocked.delete(who)
    this.#tidy()
  }

  #forgetRequests(who: string): void {
    this.requests = this.requests.filter((one) => one.who !== who || one.isDone)
  }

  pause(who: string, until: number): void {
    const person = this.people.get(who)
    if (!person) return
    person.paused = until
    // What falls into a pause is not sent later.
    if (until > 0) this.#sends = this.#sends.filter((send) => send.who !== who)
  }

  setStatus(status: string): void {
    this.#hasChanged ||= this.isWatched && status !== this.#status
    this.#status = status
  }

  send(subject: string, at: number): void {
    this.#letters.push({ subject, at })
  }

  has(target: Target): string[] {
    return [...this.people].flatMap(([who, { has }]) => (has.has(target) ? [who] : []))
  }

  /** Lists without readers end, and an event that nobody watches is known to nobody. */
  #tidy(): void {
    for (const target of this.due.keys()) if (this.has(target).length === 0) this.due.delete(target)
    if (this.isWatched) {
      this.#told ??= this.#status
      return
    }
    this.#told = undefined
    this.#comparedAt = undefined
    this.#hasChanged = false
  }

  get isWatched(): boolean {
    return [...this.people.values()].some(({ has }) => has.get('event') === 'event')
  }

  /** Makes and sends what is due; answers `who: subject`. */
  work(now: number): string[] {
    this.#sends = this.#sends.filter(({ ends }) => ends > now)
    this.#makeChange(now)
    for (const { subject, at } of this.#letters.splice(0))
      if (at + day > now) this.#issue('list', { says: `letter ${subject}`, ends: at + day, urgency: 1 }, now)
    for (const [target, at] of this.due) {
      if (at > now) continue
      const ends = at + (target.endsWith('daily') ? 12 : 24) * hour
      const filter = target.startsWith('masks') ? 'q=masks' : ''
      const moment = Temporal.Instant.fromEpochMilliseconds(at * 1000).toString()
      if (ends > now) this.#issue(target, { says: `digest ${filter} ${moment}`, ends, urgency: 2 }, now)
      this.due.set(target, next(target, now))
    }
    return this.#deliver(now)
  }

  #makeChange(now: number): void {
    if (this.#hasChanged) this.#comparedAt ??= now + 5 * minute
    this.#hasChanged = false
    if (this.#comparedAt === undefined || this.#comparedAt > now) return
    this.#comparedAt = undefined
    const says = `changes ${this.#event}:${this.#told}>${this.#status}`
    if (this.#told !== this.#status) this.#issue('event', { says, ends: now + 2 * day, urgency: 0 }, now)
    this.#told = this.#status
  }

  #issue(target: Target, issue: Pick<Send, 'says' | 'ends' | 'urgency'>, now: number): void {
    for (const [who, { has, paused }] of this.people) {
      const isWanted = target === 'event' ? has.get(target) === 'event' : has.has(target)
      if (isWanted && paused <= now) this.#sends.push({ who, target, ...issue })
    }
  }

  #deliver(now: number): string[] {
    if (now < this.#restsUntil) return []
    const sent: string[] = []
    for (const send of this.#sends.toSorted((one, other) => one.urgency - other.urgency)) {
      if (!this.#sends.includes(send)) continue
      if (this.server.is === 'away') {
        this.#failures += 1
        this.#restsUntil = now + Math.min(5 * 2 ** (this.#failures - 1), 300)
        break
      }
      this.#sends = this.#sends.filter((one) => one !== send)
      const person = this.people.get(send.who)
      if (this.server.is === 'refuses' && this.server.who === send.who) {
        if (person) person.refusals += 1
        if (person?.refusals === 3) this.erase(send.who)
        continue
      }
      if (person) person.refusals = 0
      this.#failures = 0
      sent.push(`${send.who}: ${send.says} en`)
    }
    return sent
  }
}

/** The first moment after another one at which a list comes: each day at 8:00, or each Friday at 10:00, in UTC. */
function next(target: Target, after: number): number {
  const at = target.endsWith('daily') ? 8 * hour : 10 * hour
  for (let midnight = after - (after % day); ; midnight += day) {
    // The first day of all was a Thursday.
    const isDay = target.endsWith('daily') || (midnight / day) % 7 === 1
    if (isDay && midnight + at > after) return midnight + at
  }
}
