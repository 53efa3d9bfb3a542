import { readTokenFor } from '../../http/auth/seal.ts'
import { anonymous, type Caller, mayEdit } from '../../http/auth/rights.ts'
import { findUser } from '../../http/auth/users.ts'
import { invalidParams } from '../../http/decodedParameters.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { anEmail, foldedAddress } from '../../pure/text/address.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { EventRow } from '../rows/event.row.ts'
import { readAnswers } from './guests.answers.ts'
import type { Register } from './guests.params.ts'
import { dealForThemselves } from './guests.own.write.ts'
import { noteMailed } from './guests.mailed.ts'
import type { GuestParts } from './guests.parts.ts'
import { findGuest, type GuestRow, liveUnder } from './guests.query.ts'
import { eraseGuests } from './guests.erase.write.ts'
import { assertSeldom, GuestNetworks } from './guests.spam.ts'
import { tellNotices } from './guests.notices.write.ts'
import { remindGuests } from './guests.reminders.write.ts'
import { tellGuests } from './guests.tell.write.ts'
import { endOverdue } from './guests.tend.write.ts'
import {
  assertOpen,
  guestIn,
  insertGuest,
  insertNobody,
  placed,
  registrationHere,
  writeGuests,
} from './guests.write.ts'
import type { Registration } from './registration.row.ts'

/** Who registers. */
export interface Registering {
  readonly caller: Caller
  readonly from: string
  readonly now: Temporal.Instant
}

/** What who registers has; `guest`: where it may be told who they are. */
export interface Registered {
  readonly state: 'registered' | 'waiting' | 'requested'
  readonly party: number
  readonly confirm_by: number | null
  readonly guest?: GuestRow
}

/** A guest by their link: there, over, or never made here. */
export type GuestByLink = GuestRow | 'over' | 'unknown'

/** A form that is sent again within this time is the same one, in seconds, where no address tells it. */
const repeats_s = 600

/** Whoever has registered already is told so once in this time, in seconds. */
const toldAgain_s = 3600

/** Takes who registers, and what they do about it. */
export class Guests {
  readonly parts: GuestParts
  readonly #networks: GuestNetworks

  constructor(parts: GuestParts) {
    this.parts = parts
    this.#networks = new GuestNetworks(parts)
  }

  /**
   * Puts somebody down for an event that they may read. Who is known there already gets what a newcomer would, and nothing is taken. Throws
   * 400, 404, 409 and 429; then nothing is stored.
   */
  async register(event: EventRow, sent: Register, who: Registering): Promise<Registered> {
    if (mayEdit(who.caller, event)) return this.#addByHand(event, sent, who)
    const registration = registrationHere(event)
    assertOpen(event, registration, epochSeconds(who.now))
    const { mails } = this.parts.site()
    const answers = this.#checked(registration, sent, { isWhole: true, needsEmail: mails })
    this.#networks.charge(who.from)
    const party = sent.party ?? 1
    const email = sent.email ?? ''
    const confirm_by = await this.#confirmBy(email, who)
    // Who fills in what people do not see is answered like everybody else.
    if (sent.website) return { state: placed(event, registration, party), party, confirm_by }
    const now_s = epochSeconds(who.now)
    const registered = await writeGuests(
      this.parts.context.db,
      event.id,
      who.now,
      async (tx, there) => {
        const said = registrationHere(there)
        assertOpen(there, said, now_s)
        const email_folded = foldedAddress(email)
        await assertSeldom(tx, email_folded, now_s)
        const state = placed(there, said, party)
        if (confirm_by !== null)
          await this.#networks.assertShare(tx, {
            event_id: there.id,
            capacity: said.capacity,
            party,
            from: who.from,
            now_s,
          })
        // Where no mail is sent an address says nothing of who types it: they get the same as anybody.
        const known = mails ? await liveUnder(tx, there.id, email_folded) : undefined
        const row = {
          ...rowOf(there.id, sent, { email, answers, now_s }),
          state,
          confirm_by,
          tell: confirm_by === null ? 'state' : 'confirm',
          by_user: null,
        } as const
        if (known) {
          const isLong = known.mailed_at === null || known.mailed_at <= now_s - toldAgain_s
          // What they are to be told of their event comes first.
          const tell = isLong && known.tell === '' ? 'already' : known.tell
          await insertNobody(tx, known, { ...row, tell })
          return { state, party, confirm_by }
        }
        const repeated = mails
          ? undefined
          : await this.#repeated(tx, there.id, { ...sent, email_folded }, now_s)
        const guest = repeated ?? (await insertGuest(tx, row))
        this.#networks.note(guest, who.from)
        return { state: repeated ? (repeated.state as Registered['state']) : state, party, confirm_by, guest }
      },
      seenAgain,
    )
    const { guest, ...told } = registered
    if (guest?.created_at === now_s) this.parts.count(registered.state)
    // By their page they could be confirmed: where mails are sent it is in these alone.
    return mails || !guest ? told : registered
  }

  async #repeated(
    tx: Reader,
    event_id: number,
    { name, email_folded, party = 1 }: Register & { readonly email_folded: string },
    now_s: number,
  ): Promise<GuestRow | undefined> {
    return tx
      .selectFrom('guests')
      .selectAll()
      .where('event_id', '=', event_id)
      .where('email_folded', '=', email_folded)
      .$if(email_folded !== '', (query) => query.where('email_folded', '<>', ''))
      .where('by_user', 'is', null)
      .where('name', '=', name)
      .where('party', '=', party)
      .where('state', 'in', ['registered', 'waiting', 'requested'])
      .where('created_at', '>', now_s - repeats_s)
      .executeTakeFirst()
  }

  /** Until when it has to be confirmed: not where nobody has to, no mail is sent, or it is the own address of who has signed in. */
  async #confirmBy(email: string, { caller, now }: Registering): Promise<number | null> {
    const minutes = this.parts.confirmMinutes()
    if (minutes === 0 || !this.parts.site().mails) return null
    if (caller.id !== anonymous.id) {
      const user = await findUser(this.parts.context.db.read, caller.login)
      if (user && foldedAddress(user.email) === foldedAddress(email)) return null
    }
    return epochSeconds(now) + minutes * 60
  }

  /** An editor puts somebody down: they are known to come, and get no mail about it unless that is wanted. */
  async #addByHand(event: EventRow, sent: Register, { caller, now }: Registering): Promise<Registered> {
    const now_s = epochSeconds(now)
    const party = sent.party ?? 1
    const answers = this.#checked(registrationHere(event), sent, { isWhole: false, needsEmail: false })
    return writeGuests(
      this.parts.context.db,
      event.id,
      now,
      async (tx, there) => {
        const said = registrationHere(there)
        if (!sent.force) assertOpen(there, said, now_s)
        const email = sent.email ?? ''
        const known = await liveUnder(tx, there.id, foldedAddress(email))
        if (known) throw new ApiError('rest_guest_exists', { id: known.id }, { data: { id: known.id } })
        const place = sent.force ? 'registered' : placed(there, { ...said, mode: 'open' }, party)
        const guest = await insertGuest(tx, {
          ...rowOf(there.id, sent, { email, answers, now_s }),
          state: place,
          confirm_by: null,
          tell: sent.mail ? 'state' : '',
          by_user: caller.id,
        })
        return { state: place, party, confirm_by: null, guest }
      },
      seenAgain,
    )
  }

  /** The answers as they are stored. Throws 400 with each fault by its name. */
  #checked(
    { party_max, questions, consent }: Registration,
    sent: Register,
    { isWhole, needsEmail }: { readonly isWhole: boolean; readonly needsEmail: boolean },
  ): string {
    const { answers, faults } = readAnswers(questions, sent.answers ?? {}, isWhole)
    const party = sent.party ?? 1
    const all = {
      ...(needsEmail && !sent.email ? { email: `must be ${anEmail}` } : {}),
      ...(party > party_max && isWhole ? { party: `must be 1 to ${party_max}` } : {}),
      ...faults,
      ...(consent !== '' && isWhole && sent.consent !== true ? { consent: 'must be given' } : {}),
    }
    if (Object.keys(all).length > 0) throw invalidParams(all)
    return JSON.stringify(answers)
  }

  /** The guest of a link. The database is asked in any case, so that all links take as long. */
  async byToken(token: string): Promise<GuestByLink> {
    const sealed = readTokenFor(this.parts.secret, 'guest', token)
    const row = await findGuest(this.parts.context.db.read, sealed?.id ?? 0)
    if (!sealed) return 'unknown'
    return row && row.created_at === sealed.created_at ? row : 'over'
  }

  /** Does what a guest wants done about their own place, as {@link dealForThemselves}. */
  async deal(seen: GuestRow, deal: Parameters<typeof dealForThemselves>[2]): Promise<GuestRow> {
    const guest = await dealForThemselves(this.parts, seen, deal)
    this.parts.count(deal.deed)
    return guest
  }

  /** Notes whether guests can be told anything by mail: who cannot is not offered a place, but has it. */
  async noteMailed(): Promise<void> {
    await noteMailed(this.parts.context.db, this.parts.site().mails)
  }

  /** Does what the clock does: ends what is overdue, tells guests, erases who was here long ago; answers how many. */
  async tend(): Promise<number> {
    await this.noteMailed()
    const ended = await endOverdue(this.parts)
    this.parts.count('expire', ended)
    let told = 0
    for (const tend of [tellGuests, tellNotices, remindGuests]) told += await tend(this.parts)
    const erased = await eraseGuests(this.parts)
    this.parts.count('erase', erased)
    return ended + told + erased
  }
}

/** Who was put down, as they are once the places are filled. */
async function seenAgain(tx: Reader, { guest, ...registered }: Registered): Promise<Registered> {
  return guest ? { ...registered, guest: await guestIn(tx, guest.id) } : registered
}

/** The columns of a new guest that follow from what was sent. */
function rowOf(
  event_id: number,
  sent: Register,
  { email, answers, now_s }: { readonly email: string; readonly answers: string; readonly now_s: number },
) {
  return {
    event_id,
    name: sent.name,
    email,
    email_folded: foldedAddress(email),
    party: sent.party ?? 1,
    answers,
    note: '',
    locale: sent.language ?? '',
    consented_at: sent.consent === true ? now_s : null,
    created_at: now_s,
    changed_at: now_s,
  }
}
