import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { epochSeconds, instantOf } from '../../pure/calendar/text.ts'
import { hasCome } from '../../pure/calendar/waits.ts'
import { registrationType } from '../../pure/params/guests.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import type { RegistrationNewsTable } from '../../storage/schema/tables.registration.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { endOfHistory } from '../changes/changes.feed.query.ts'
import { keptBy } from '../events/events.filter.text.ts'
import { kinds } from '../posts/posts.kind.ts'
import { postUrl } from '../posts/posts.view.ts'
import { countsOf } from '../registration/registration.query.ts'
import { type Counts, registrationOf, stateOf } from '../registration/registration.row.ts'
import { findEventRows } from '../rows/event.query.ts'
import type { ShownRow } from '../rows/event.row.ts'
import type { Message } from './webhooks.messages.ts'
import { mostWaiting, type OutboxParts, queueInstead } from './webhooks.outbox.write.ts'
import { countWaitingFor, listWebhooks, type WebhookRow } from './webhooks.query.ts'
import { typesOf } from './webhooks.stored.ts'

/** How often it is looked what has become of registrations, in seconds: what happens to one meanwhile is one message. */
const every_s = 5

/** Of how many events is told in one transaction. */
const atOnce = 100

type Noted = Selectable<RegistrationNewsTable>

/** What has become of the registration of an event, without anything of who comes. */
interface Changed {
  readonly event: ShownRow
  readonly counts: Counts
  /** The last change of any guest. */
  readonly at: EpochSeconds
}

/** Writes the messages that tell of registrations that have changed. */
export class RegistrationMessages {
  #next_at = -Infinity

  /** Writes them where it is time; answers how many there are. */
  async write(parts: OutboxParts, now: Temporal.Instant): Promise<number> {
    const now_s = epochSeconds(now)
    if (!hasCome(this.#next_at, now_s, every_s)) return 0
    this.#next_at = now_s + every_s
    const { db } = parts.context
    let written = 0
    for (let after = 0; ;) {
      const noted = await notedAfter(db.read, after)
      if (noted.length > 0) written += await tellOf(parts, noted, now)
      if (noted.length < atOnce) return written
      after = noted.at(-1)?.event_id ?? after
    }
  }
}

async function notedAfter(db: Reader, event_id: number): Promise<readonly Noted[]> {
  return db
    .selectFrom('registration_news')
    .selectAll()
    .where('event_id', '>', event_id)
    .orderBy('event_id')
    .limit(atOnce)
    .execute()
}

/**
 * Writes the messages of some events and takes away in the same transaction that they are to be told: whatever ends the process, and whichever
 * does it, each is told. What has changed since they were read is told again.
 */
async function tellOf(parts: OutboxParts, noted: readonly Noted[], now: Temporal.Instant): Promise<number> {
  const { db } = parts.context
  const waiting = await countWaitingFor(db.read)
  const webhooks = (await listWebhooks(db.read)).filter(
    (one) =>
      one.enabled === 1 &&
      typesOf(one).includes(registrationType) &&
      // How it stands is told by what comes once there is room.
      (waiting.get(one.id) ?? 0) < mostWaiting,
  )
  const changed = webhooks.length === 0 ? [] : await changedOf(parts, noted)
  const wanted = new Map<number, readonly Message[]>()
  for (const webhook of webhooks) wanted.set(webhook.id, await messagesTo(parts, webhook, { changed, now }))
  return db.write(async (tx) => {
    const open = await takeNoted(tx, noted)
    let written = 0
    for (const [webhook, all] of wanted) {
      const messages = all.filter(({ record_id }) => open.has(record_id))
      if (messages.length > 0)
        written += await queueInstead(tx, { webhook, type: registrationType, messages, now })
    }
    return written
  }, 'aside')
}

/** Those that nobody else has told meanwhile, by their ids; what has not changed since is done. */
async function takeNoted(tx: Writer, noted: readonly Noted[]): Promise<ReadonlySet<number>> {
  const known = new Map(noted.map((one) => [one.event_id, one.number]))
  const there = await tx
    .selectFrom('registration_news')
    .select(['event_id', 'number'])
    .where('event_id', 'in', [...known.keys()])
    .execute()
  const open = there.filter(({ event_id, number }) => number >= (known.get(event_id) ?? 0))
  const done = open.filter(({ event_id, number }) => number === known.get(event_id))
  if (done.length > 0)
    await tx
      .deleteFrom('registration_news')
      .where(
        'event_id',
        'in',
        done.map(({ event_id }) => event_id),
      )
      .execute()
  return new Set(open.map(({ event_id }) => event_id))
}

/** The public events among them, as they stand. */
async function changedOf(
  { context: { db } }: OutboxParts,
  noted: readonly Noted[],
): Promise<readonly Changed[]> {
  const ids = noted.map(({ event_id }) => event_id)
  const [events, counts] = await Promise.all([findEventRows(db.read, ids), countsOf(db.read, ids)])
  const times = new Map(noted.map(({ event_id, changed_at }) => [event_id, changed_at]))
  return events.flatMap((event) => {
    const counted = counts.get(event.id)
    const isPublic =
      event.status === 'publish' && event.password_digest === null && event.hide_from_listings === 0
    return isPublic && counted ? [{ event, counts: counted, at: times.get(event.id) ?? 0 }] : []
  })
}

async function messagesTo(
  { context, siteOf }: OutboxParts,
  webhook: WebhookRow,
  { changed, now }: { readonly changed: readonly Changed[]; readonly now: Temporal.Instant },
): Promise<readonly Message[]> {
  if (changed.length === 0) return []
  const ids = changed.map(({ event }) => event.id)
  const kept = webhook.filter === '' ? undefined : await keptBy(context, webhook.filter, { ids, now })
  const { revision } = await endOfHistory(context.db.read)
  const site = siteOf(webhook)
  return changed
    .filter(({ event }) => kept?.has(event.id) ?? true)
    .flatMap((one) => messageOf(one, { webhook, site, now, revision }) ?? [])
}

function messageOf(
  { event, counts, at }: Changed,
  {
    webhook,
    site,
    now,
    revision,
  }: {
    readonly webhook: WebhookRow
    readonly site: ReturnType<OutboxParts['siteOf']>
    readonly now: Temporal.Instant
    readonly revision: number
  },
): Message | undefined {
  const registration = registrationOf(event)
  if (!registration) return undefined
  const data = {
    id: event.id,
    kind: 'event',
    url: postUrl(site, kinds.event, event),
    rest_url: `${site.rest}/events/${event.id}`,
    state: stateOf(registration, event, epochSeconds(now)),
    capacity: registration.capacity,
    taken: event.registration_taken,
    waiting: counts.waiting,
    arrived: counts.arrived,
  }
  const digest = createHash('sha256')
    .update(JSON.stringify([webhook.id, at, data]))
    .digest('base64url')
  return {
    message_id: `msg_${digest.replaceAll(/[-_]/g, 'x').slice(0, 32)}`,
    type: registrationType,
    kind: 'event',
    record_id: event.id,
    revision,
    body: JSON.stringify({ type: registrationType, timestamp: instantOf(at).toString(), data }),
  }
}
