import type { Selectable } from 'kysely'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { hasCome } from '../../pure/calendar/waits.ts'
import { DeliveryFault } from '../../people/delivery/delivery.fault.ts'
import type { DeliveryOutcome } from '../../people/delivery/delivery.tally.ts'
import {
  type Channel,
  createDelivery,
  type Delivery,
  type Row,
} from '../../people/delivery/delivery.worker.ts'
import type { LettersTransport } from '../../people/mail/mail.transport.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { Rest } from '../../storage/db/rest.ts'
import type { LetterBodiesTable } from '../../storage/schema/tables.letters.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { Attempts } from './letters.attempts.ts'
import { followChanges, makeChanges } from './letters.changes.write.ts'
import { followZone, type Making, makeDigests } from './letters.digests.write.ts'
import { dueSends, lookAhead } from './letters.due.query.ts'
import { homeIn, otherHome, setHome, setZone, zoneIn } from './letters.installation.write.ts'
import { endSend } from './letters.issues.write.ts'
import { dropLate, endUnwanted, forgetOldIssues } from './letters.late.write.ts'
import { eraseSubscriber } from './letters.leave.write.ts'
import { leaveToken, settingsToken } from './letters.links.ts'
import { headersOf } from './letters.headers.ts'
import { isOffered } from './letters.parts.ts'
import { findSubscriber, findSubscription } from './letters.query.ts'
import { makeReminders } from './letters.reminders.write.ts'
import { endOverSubscriptions, makeLetters } from './letters.sending.write.ts'
import { Scrubber } from './letters.scrub.write.ts'
import { isPaused } from './letters.settings.write.ts'
import { places, type SubscriberRow } from './letters.types.ts'

/** What sending letters takes. */
export interface LetterDeliveryParts extends Omit<Making, 'attempts'> {
  readonly count: (outcome: DeliveryOutcome) => void
  /** What takes them; undefined where no mail is sent. */
  readonly transport: LettersTransport | undefined
}

/** Makes what is due and sends what waits. */
export interface LetterDelivery {
  /** Makes what is due, and sends a few dozen of what waits; answers how many were sent. Where letters are not offered it does nothing. */
  sendDue(): Promise<number>
  /** Whether there is nothing to do that anything but time or a write would bring. */
  isAtRest(): boolean
  /** Lets what is being sent end within a few seconds, and begins nothing more. */
  close(): Promise<void>
}

/** How often reminders are looked for with what nobody waits for any more, and what is over, in seconds. */
const [remindEvery_s, tendEvery_s] = [30, 3600]

/** So many refusals of an address in a row, and it is forgotten. */
const mostRefusals = 3

/** Makes what makes and sends letters. */
export function createLetterDelivery(parts: LetterDeliveryParts): LetterDelivery {
  return new LetterSending(parts)
}

class LetterSending implements LetterDelivery {
  readonly #parts: LetterDeliveryParts & Making
  readonly #scrubber: Scrubber
  readonly #rest: Rest
  readonly #delivery: Delivery | undefined
  #remind_at = -Infinity
  #tend_at = -Infinity
  /** By whose clocks digests are due, as far as this process knows. */
  #zone: string | undefined
  #isWarned = false
  #isEnding = false

  constructor(parts: LetterDeliveryParts) {
    this.#parts = { ...parts, attempts: new Attempts(parts.log) }
    this.#scrubber = new Scrubber(parts)
    this.#rest = new Rest(parts.context.db)
    const { transport } = parts
    if (transport)
      this.#delivery = createDelivery({
        ...deliveryParts(parts),
        channel: channelOf(parts, transport, this.#scrubber),
      })
  }

  isAtRest(): boolean {
    return !this.#scrubber.isWanted && !this.#rest.isOver(epochSeconds(this.#parts.now()))
  }

  async sendDue(): Promise<number> {
    const now = epochSeconds(this.#parts.now())
    const isOver = this.#rest.isOver(now)
    if (!this.#delivery || this.#isEnding || !isOffered(this.#parts)) {
      this.#rest.until(Infinity, now)
      return 0
    }
    const sent = isOver ? await this.#look(this.#delivery, now) : 0
    await this.#scrubber.tend()
    if (sent === 0) this.#parts.transport?.rest()
    return sent
  }

  /** Does what is due, or all where the hour has come in which it is looked after all; then there is rest until the next thing is. */
  async #look(delivery: Delivery, now: EpochSeconds): Promise<number> {
    const { context } = this.#parts
    const before = await lookAhead(context.db.read)
    const isToTend = this.#zone !== context.siteZone.id || hasCome(this.#tend_at, now, tendEvery_s)
    const isBusy = isToTend || before.isWaiting || before.isFollowed || before.due_at <= now
    if (!isBusy || !(await this.#isHere())) {
      this.#rest.until(isBusy ? Infinity : before.due_at, now)
      return 0
    }
    await this.#make()
    const sent = await delivery.sendDue()
    const { isWaiting, isFollowed, due_at } = await lookAhead(context.db.read)
    if (!isWaiting) this.#rest.until(isFollowed ? Math.min(due_at, this.#remind_at) : due_at, now)
    return sent
  }

  async close(): Promise<void> {
    this.#isEnding = true
    await this.#delivery?.close()
    this.#parts.transport?.rest()
  }

  /** Letters go out under the address that they went out under before; the first time that is this one. */
  async #isHere(): Promise<boolean> {
    const { context, site, log } = this.#parts
    const { home } = site()
    const elsewhere = await otherHome(context.db.read, home)
    if (elsewhere === undefined) {
      if ((await homeIn(context.db.read)) === undefined)
        await context.db.write((tx) => setHome(tx, home), 'aside')
      return true
    }
    if (!this.#isWarned)
      log(
        `Letters wait: this calendar was at ${elsewhere}, and is at ${home} now. “kalends letters here” has them sent from here.`,
      )
    this.#isWarned = true
    return false
  }

  async #make(): Promise<void> {
    const { context, now } = this.#parts
    const at = epochSeconds(now())
    await dropLate(context.db, at)
    const zone = context.siteZone
    const known = await zoneIn(context.db.read)
    if (known === undefined) await context.db.write((tx) => setZone(tx, zone.id), 'aside')
    else if (known !== zone.id) await followZone(context.db, zone, now(), (tx) => setZone(tx, zone.id))
    this.#zone = zone.id
    await followChanges(this.#parts)
    await makeChanges(this.#parts)
    await makeLetters(this.#parts)
    await makeDigests(this.#parts)
    if (hasCome(this.#remind_at, at, remindEvery_s)) {
      await makeReminders(this.#parts)
      await endUnwanted(context.db)
      this.#remind_at = at + remindEvery_s
    }
    if (hasCome(this.#tend_at, at, tendEvery_s)) {
      if (await endOverSubscriptions(this.#parts)) this.#scrubber.want()
      await forgetOldIssues(context.db, at)
      this.#tend_at = at + tendEvery_s
    }
  }
}

function deliveryParts({ context, now, log, count, chance }: LetterDeliveryParts) {
  return { db: context.db, now, log, count, ...(chance ? { chance } : {}) }
}

type Send = Row<'letter_sends'>

/** How the one that is being sent has ended: whoever has left meanwhile, or is paused, gets nothing. */
type End = 'sent' | 'late' | undefined

function channelOf(
  parts: LetterDeliveryParts,
  transport: LettersTransport,
  scrubber: Scrubber,
): Channel<'letter_sends'> {
  const { settings } = parts
  // One is sent at a time, and those of an issue mostly after one another.
  let issue: Said | undefined
  let end: End
  let isRefusal = false
  return {
    table: 'letter_sends',
    pace: { name: 'letters_pace', most: () => settings().perMinute },
    givesBack: true,
    due: (read, at, most) => dueSends(read, at, most),
    send: async (row, ended) => {
      end = undefined
      isRefusal = false
      try {
        if (issue?.id !== row.issue_id) issue = await issueOf(parts.context.db.read, row.issue_id)
        end = await hand(parts, transport, { row, ended, issue })
      } catch (error) {
        isRefusal = error instanceof DeliveryFault && error.isOfRecipient
        throw error
      }
    },
    sent: async (tx, row) => {
      await endSend(tx, row, end)
      if (end === 'sent')
        await tx
          .updateTable('subscribers')
          .set({ refusals: 0 })
          .where('id', '=', row.subscriber_id)
          .where('refusals', '>', 0)
          .execute()
    },
    givenUp: async (tx, row) => {
      await endSend(tx, row, 'refused')
      // A refusal of the message or the sender counts for nobody.
      if (isRefusal && (await countRefusal(tx, row))) scrubber.want()
    },
    called: ({ id, issue_id }) => `Letter ${id} (issue ${issue_id})`,
  }
}

/** What an issue says, and until when: that does not change once it is made. */
interface Said {
  readonly id: number
  readonly expires_at: EpochSeconds
  readonly bodies: readonly Selectable<LetterBodiesTable>[]
  /** What the lists of those who get it are called, by what these are of and the language. */
  readonly lists: Map<string, string>
}

async function issueOf(db: Reader, id: number): Promise<Said | undefined> {
  const issue = await db
    .selectFrom('letter_issues')
    .select(['id', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!issue) return undefined
  const bodies = await db.selectFrom('letter_bodies').selectAll().where('issue_id', '=', id).execute()
  return { ...issue, bodies, lists: new Map() }
}

/** Hands one over, with the links of whoever gets it, if they still are to get it. */
async function hand(
  parts: LetterDeliveryParts,
  transport: LettersTransport,
  {
    row,
    ended,
    issue,
  }: { readonly row: Send; readonly ended: AbortSignal; readonly issue: Said | undefined },
): Promise<End> {
  const { context, now, site } = parts
  const { read } = context.db
  const at = epochSeconds(now())
  const [subscriber, subscription] = await Promise.all([
    findSubscriber(read, row.subscriber_id),
    findSubscription(read, row.subscription_id),
  ])
  if (!subscriber || !subscription || isPaused(subscriber, at)) return undefined
  if (!issue || issue.expires_at <= at) return 'late'
  const { bodies } = issue
  const body = bodies.find(({ locale }) => locale === subscriber.locale) ?? bodies[0]
  if (!body) return undefined
  const settings = settingsToken(parts, subscriber, at)
  const leave = leaveToken(parts, subscription)
  const fill = (text: string) => text.replaceAll(places.settings, settings).replaceAll(places.leave, leave)
  await transport.send(
    {
      kind: 'letter',
      to: subscriber.email,
      subject: body.subject,
      text: fill(body.text),
      html: fill(body.html),
      key: row.message_key,
      at: row.created_at,
      headers: await headersOf(parts, issue, {
        subscription,
        locale: site().mailSite.localeFor(body.locale),
        settings,
        leave,
      }),
    },
    ended,
  )
  return 'sent'
}

/** Counts that an address was refused; after several in a row it is erased, as by leaving: answers whether it was. */
async function countRefusal(tx: Writer, { subscriber_id }: Send): Promise<boolean> {
  const subscriber: SubscriberRow | undefined = await tx
    .updateTable('subscribers')
    .set(({ eb }) => ({ refusals: eb('refusals', '+', 1) }))
    .where('id', '=', subscriber_id)
    .returningAll()
    .executeTakeFirst()
  if (!subscriber || subscriber.refusals < mostRefusals) return false
  await eraseSubscriber(tx, subscriber)
  return true
}
