import { type Budget, createFailures, type Failures, networkOf } from '../../http/auth/failures.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { hasCome } from '../../pure/calendar/waits.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { Rest } from '../../storage/db/rest.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { eraseAddress } from './letters.erase.write.ts'
import { blockAddress, confirmRequest, forgetOldRequests, isWaiting } from './letters.confirm.write.ts'
import { endSubscription, type Erased } from './letters.leave.write.ts'
import { otherHome } from './letters.installation.write.ts'
import { readConfirm, readLeave, readSettings } from './letters.links.ts'
import { mailRequests, nextRequest } from './letters.mail.write.ts'
import { isOffered, type LettersParts } from './letters.parts.ts'
import { findRequest, findSubscriber, findSubscription } from './letters.query.ts'
import { readWanted, type Sent } from './letters.read.ts'
import { type Asking, storeRequest } from './letters.requests.write.ts'
import { Scrubber } from './letters.scrub.write.ts'
import { type SettingsDeed, settle, type Settled } from './letters.settings.write.ts'
import type { RequestRow, SubscriberRow, SubscriptionRow } from './letters.types.ts'

/** What a link leads to: it is over, or was never made here. */
export type ByLink<Row> = Row | 'over' | 'unknown'

/** Who asks. */
export interface From {
  /** The client’s address. */
  readonly from: string
  readonly now: Temporal.Instant
}

/** How often it is looked for requests that are over, in seconds. */
const forgetEvery_s = 60

/** Takes what visitors ask to be told by mail, and what they do about it. */
export class Letters {
  readonly parts: LettersParts
  readonly #asked: Failures
  readonly #scrubber: Scrubber
  readonly #rest: Rest
  #forget_at = -Infinity

  constructor(parts: LettersParts) {
    this.parts = parts
    this.#scrubber = new Scrubber(parts)
    this.#rest = new Rest(parts.context.db)
    this.#asked = createFailures({ name: 'subscriptions', window_s: 3600 }, parts.now)
  }

  /** Whether visitors may have themselves told. */
  get isOffered(): boolean {
    return isOffered(this.parts)
  }

  /** Under which other address letters went out before, where they wait for that; undefined: they do not wait. */
  async elsewhere(): Promise<string | undefined> {
    const { context, site } = this.parts
    return this.isOffered ? otherHome(context.db.read, site().home) : undefined
  }

  /** Throws 403 where that is not offered. */
  assertOffered(): void {
    if (!this.isOffered) throw new ApiError('rest_letters_closed')
  }

  /**
   * Takes what somebody wants under an address. Whose that is plays no part in it. Throws 400, 403 and 429; then nothing is stored.
   */
  async ask({ email, locale, ...sent }: Sent & Omit<Asking, 'asked'>, { from, now }: From): Promise<void> {
    this.assertOffered()
    const asked = await readWanted(this.parts.context, sent, now)
    this.#charge(from)
    await storeRequest(this.parts.context.db, { email, asked, locale }, epochSeconds(now))
  }

  /** Takes that somebody wants the link to the settings of an address. */
  async askForLink({ email, locale }: Omit<Asking, 'asked'>, { from, now }: From): Promise<void> {
    this.#charge(from)
    const asking = { email, locale, asked: { kind: 'settings' } as const }
    await storeRequest(this.parts.context.db, asking, epochSeconds(now))
  }

  #charge(from: string): void {
    const budgets: readonly Budget[] = [{ key: networkOf(from), failures: this.parts.settings().hourly }]
    this.#asked.assertWithin(budgets)
    this.#asked.charge(budgets)
  }

  /** The request of a link. The database is asked in any case, so that all links take as long. */
  async request(token: string): Promise<ByLink<RequestRow>> {
    const sealed = readConfirm(this.parts, token)
    const row = await findRequest(this.parts.context.db.read, sealed?.id ?? 0)
    if (!sealed) return 'unknown'
    return row && row.created_at === sealed.created_at && isWaiting(row, this.#now_s()) ? row : 'over'
  }

  /** Makes of a request what was asked for; undefined where it is over. Throws 409 and 429. */
  async confirm(row: RequestRow, locale: string): Promise<RequestRow | undefined> {
    return confirmRequest(this.parts, row, locale)
  }

  /** Whose address it is wants never to be written to about what is asked for under it. */
  async block(row: RequestRow): Promise<void> {
    if (await blockAddress(this.parts, row)) await this.scrub()
  }

  /** The subscription that a link ends. */
  async leaving(token: string): Promise<ByLink<SubscriptionRow>> {
    const sealed = readLeave(this.parts, token)
    const row = await findSubscription(this.parts.context.db.read, sealed?.id ?? 0)
    if (!sealed) return 'unknown'
    return row && row.created_at === sealed.created_at ? row : 'over'
  }

  /** Ends a subscription; with the last one everything about the address is gone. */
  async leave({ id, created_at }: Pick<SubscriptionRow, 'id' | 'created_at'>): Promise<void> {
    const isGone = await this.parts.context.db.write(async (tx) => {
      const row = await findSubscription(tx, id)
      return row?.created_at === created_at && (await endSubscription(tx, row))
    }, 'aside')
    if (isGone) await this.scrub()
  }

  /** The subscriber whose settings a link opens. */
  async subscriber(token: string): Promise<ByLink<SubscriberRow>> {
    const sealed = readSettings(this.parts, token, this.#now_s())
    const row = await findSubscriber(this.parts.context.db.read, sealed?.id ?? 0)
    if (!sealed) return 'unknown'
    return row && row.confirmed_at === sealed.created_at && !sealed.isOver ? row : 'over'
  }

  /** Does what a subscriber wants done. Throws 400, 409 and 429. */
  async settle({ id }: SubscriberRow, deed: SettingsDeed): Promise<Settled> {
    const { parts } = this
    const settled = await parts.context.db.write(
      (tx) => settle(tx, parts, { subscriber: id, deed }, this.#now_s()),
      'aside',
    )
    if (settled === 'gone') await this.scrub()
    return settled
  }

  /** Removes everything about an address, also that it wants never to be written to; nothing of it is left in the files of the database. */
  async erase(email: string): Promise<Erased> {
    return eraseAddress({ db: this.parts.context.db, secret: this.parts.secret }, email)
  }

  /** Writes the mails about what was asked for, and forgets what is over; answers how many requests that were. */
  async tend(): Promise<number> {
    const now = this.#now_s()
    const isOver = this.#rest.isOver(now)
    const forgotten = await this.#forget(now)
    await this.#scrubber.tend()
    if (!isOver) return forgotten
    const mailed = this.isOffered ? await mailRequests(this.parts) : 0
    this.#rest.until(this.isOffered ? await nextRequest(this.parts.context.db.read) : Infinity, now)
    return forgotten + mailed
  }

  /** Whether there is nothing to tend that anything but time or a write would bring. */
  isAtRest(): boolean {
    return !this.#scrubber.isWanted && !this.#rest.isOver(this.#now_s())
  }

  /** What is over opens nothing; a little later it is gone, too. */
  async #forget(at: EpochSeconds): Promise<number> {
    if (!hasCome(this.#forget_at, at, forgetEvery_s)) return 0
    this.#forget_at = at + forgetEvery_s
    return forgetOldRequests(this.parts)
  }

  /** Has nothing left in the files of the database of who has left: at once, but not again and again. */
  async scrub(): Promise<void> {
    this.#scrubber.want()
    await this.#scrubber.tend()
  }

  #now_s(): EpochSeconds {
    return epochSeconds(this.parts.now())
  }
}
