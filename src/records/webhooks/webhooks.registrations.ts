import { createHash } from 'node:crypto'
import { epochSeconds, instantOf } from '../../pure/calendar/text.ts'
import { hasCome } from '../../pure/calendar/waits.ts'
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
import { type OutboxParts, queueInstead } from './webhooks.outbox.write.ts'
import { listWebhooks, type WebhookRow } from './webhooks.query.ts'
import { typesOf } from './webhooks.stored.ts'
import { registrationType } from './webhooks.types.ts'

/** How often it is looked what has become of registrations, in seconds: what happens to one meanwhile is one message. */
const every_s = 5

/** How far a process that begins looks back, in seconds: what was told already is not told again. */
const before_s = 600

/** What has become of the registration of an event, without anything of who comes. */
interface Changed {
  readonly event: ShownRow
  readonly counts: Counts
  /** The last change of any guest. */
  readonly at: EpochSeconds
}

/** Writes the messages that tell of registrations in which guests have changed. */
export class RegistrationMessages {
  #since: EpochSeconds | undefined
  #next_at = -Infinity

  /** Writes them where it is time; answers how many there are. */
  async write(parts: OutboxParts, now: Temporal.Instant): Promise<number> {
    const now_s = epochSeconds(now)
    if (!hasCome(this.#next_at, now_s, every_s)) return 0
    this.#next_at = now_s + every_s
    const { read } = parts.context.db
    const webhooks = (await listWebhooks(read)).filter(
      (one) => one.enabled === 1 && typesOf(one).includes(registrationType),
    )
    const since = this.#since ?? now_s - before_s
    // A second that is not over may have more.
    this.#since = now_s - 1
    if (webhooks.length === 0) return 0
    const changed = await changedSince(parts, since)
    let written = 0
    for (const webhook of webhooks) written += await tell(parts, webhook, { changed, now })
    return written
  }
}

/** The public events of which a guest has changed since. */
async function changedSince(
  { context: { db } }: OutboxParts,
  since: EpochSeconds,
): Promise<readonly Changed[]> {
  const rows = await db.read
    .selectFrom('guests')
    .select(['event_id', (row) => row.fn.max('changed_at').as('at')])
    .where('changed_at', '>=', since)
    .groupBy('event_id')
    .execute()
  const ids = rows.map(({ event_id }) => event_id)
  const [events, counts] = await Promise.all([findEventRows(db.read, ids), countsOf(db.read, ids)])
  const times = new Map(rows.map(({ event_id, at }) => [event_id, at]))
  return events.flatMap((event) => {
    const counted = counts.get(event.id)
    const isPublic =
      event.status === 'publish' && event.password_digest === null && event.hide_from_listings === 0
    return isPublic && counted ? [{ event, counts: counted, at: times.get(event.id) ?? since }] : []
  })
}

async function tell(
  { context, siteOf }: OutboxParts,
  webhook: WebhookRow,
  { changed, now }: { readonly changed: readonly Changed[]; readonly now: Temporal.Instant },
): Promise<number> {
  if (changed.length === 0) return 0
  const ids = changed.map(({ event }) => event.id)
  const kept = webhook.filter === '' ? undefined : await keptBy(context, webhook.filter, { ids, now })
  const { revision } = await endOfHistory(context.db.read)
  const site = siteOf(webhook)
  const messages = changed
    .filter(({ event }) => kept?.has(event.id) ?? true)
    .flatMap((one) => messageOf(one, { webhook, site, now, revision }) ?? [])
  if (messages.length === 0) return 0
  return queueInstead(context.db, { webhook: webhook.id, type: registrationType, messages, now })
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
