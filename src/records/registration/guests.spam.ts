import { type Budget, createFailures, type Failures, networkOf } from '../../http/auth/failures.ts'
import { RecentMap } from '../../http/auth/recentMap.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { isLive, liveStates } from '../../pure/params/guests.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { GuestParts } from './guests.parts.ts'
import { type GuestRow, guestsUnder } from './guests.query.ts'

/** The largest form of who registers, in bytes: ten long answers in any script have room in it. */
export const guestFormLimit = 128 * 1024

const day_s = 86_400

/** How many of an address may wait to be confirmed, and how many it may have registered in a day. */
const most = { unconfirmed: 3, daily: 10 }

/** Where a network may register more often than this in an hour, it may have all of the places of an event, too. */
const crowd = 1000

/** So many people of a network may wait to be confirmed at an event, however small that is. */
const leastShare = 5

/** Events with a network that are remembered at a time, and guests of one: more than a network may register in a night. */
const [keysKept, guestsKept] = [10_000, 10_000]

/** The refusal, which says when it may be tried again. */
function often(seconds: number, headers: Readonly<Record<string, string>> = {}): ApiError {
  const told = { 'retry-after': String(Math.max(1, seconds)), ...headers }
  return new ApiError('rest_registration_often', {}, { headers: told })
}

/** Throws 429 where an address has registered too often. */
export async function assertSeldom(db: Reader, email_folded: string, now_s: EpochSeconds): Promise<void> {
  const rows = await guestsUnder(db, email_folded)
    .select(['confirm_by', 'state', 'created_at'])
    .where('by_user', 'is', null)
    .where('created_at', '>', now_s - day_s)
    .orderBy('created_at')
    .execute()
  const open = rows.flatMap((row) => (row.confirm_by !== null && isLive(row) ? row.confirm_by : []))
  const last = rows.at(-most.daily)
  if (last) throw often(last.created_at + day_s - now_s)
  const first = open.toSorted((one, other) => one - other).at(-most.unconfirmed)
  if (first !== undefined) throw often(first - now_s)
}

/** How much of an event those from one network may hold who have not confirmed yet. */
interface Sharing {
  readonly event_id: number
  /** The places of the event; null: no limit. */
  readonly capacity: number | null
  readonly party: number
  /** The client’s address. */
  readonly from: string
  readonly now_s: EpochSeconds
}

/** What networks have sent. It is counted in memory, by process: no address of a network is stored. */
export class GuestNetworks {
  readonly #hourly: () => number
  readonly #sent: Failures
  /** The guests who came by a network to an event, and may not have confirmed yet. */
  readonly #unconfirmed = new RecentMap<string, readonly number[]>(keysKept)

  constructor({ now, hourly }: Pick<GuestParts, 'now' | 'hourly'>) {
    this.#hourly = hourly
    this.#sent = createFailures({ name: 'registrations', window_s: 3600 }, now)
  }

  /** Counts one more. Throws 429 where there were too many in the last hour. */
  charge(from: string): void {
    const budget: Budget = { key: networkOf(from), failures: this.#hourly() }
    try {
      this.#sent.assertWithin([budget])
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { headers = {} } = error.extras
      throw often(Number(headers['retry-after'] ?? 60), headers)
    }
    this.#sent.charge([budget])
  }

  /** Throws 429 where a network would hold more than half of the places without having confirmed. */
  async assertShare(tx: Reader, { event_id, capacity, party, from, now_s }: Sharing): Promise<void> {
    const key = keyOf(event_id, from)
    const ids = this.#unconfirmed.get(key)
    if (capacity === null || ids === undefined || this.#hourly() > crowd) return
    const rows = await tx
      .selectFrom('guests')
      .select(['id', 'party', 'confirm_by'])
      .where('id', 'in', ids)
      .where('state', 'in', liveStates)
      .where('confirm_by', 'is not', null)
      .orderBy('confirm_by')
      .execute()
    this.#unconfirmed.set(
      key,
      rows.map(({ id }) => id),
    )
    const people = rows.reduce((sum, row) => sum + row.party, 0)
    // One family may have all of a small event.
    if (rows.length > 0 && people + party > Math.max(leastShare, Math.floor(capacity / 2)))
      throw often((rows[0]?.confirm_by ?? now_s) - now_s)
  }

  /** Remembers by which network somebody came who has yet to confirm. */
  note({ id, event_id, confirm_by }: GuestRow, from: string): void {
    if (confirm_by === null || this.#hourly() > crowd) return
    const key = keyOf(event_id, from)
    this.#unconfirmed.set(key, [...(this.#unconfirmed.get(key) ?? []), id].slice(-guestsKept))
  }
}

function keyOf(event_id: number, from: string): string {
  return `${event_id} ${networkOf(from)}`
}
