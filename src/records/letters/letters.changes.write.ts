import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { endOfHistory } from '../changes/changes.feed.query.ts'
import { entriesBehind } from '../webhooks/webhooks.query.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import { inParts } from '../../storage/db/statements.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { Making } from './letters.digests.write.ts'
import { differs, factsNow, readFacts, storedFacts } from './letters.facts.query.ts'
import { placeIn, setPlace } from './letters.installation.write.ts'
import { isAwake, isNoGuest, makeIssue } from './letters.issues.write.ts'
import type { LettersParts } from './letters.parts.ts'
import type { Change, Rendered } from './letters.types.ts'
import { watchEvents } from './letters.watch.write.ts'

/** How many entries of the log are looked at in one transaction. */
const atOnce = 500

/** How long a change is told at most, in seconds: never beyond the end of the event. */
const toldFor_s = 48 * 3600

/** How many watched events are compared in one transaction. */
const comparedAtOnce = 500

/** Follows the log of changes: what is watched and may have changed is compared once the time to settle is over. */
export async function followChanges(parts: LettersParts): Promise<void> {
  const { db } = parts.context
  const now = epochSeconds(parts.now())
  const { settle_s } = parts.settings()
  for (;;) {
    if (!(await isAnybodyWatching(db.read))) return
    const since = await placeIn(db.read)
    const end = await endOfHistory(db.read)
    if (!since) {
      await db.write((tx) => setPlace(tx, end), 'aside')
      return
    }
    const entries = await entriesBehind(db.read, { since, limit: atOnce })
    const last = entries.at(-1)
    if (!last) return
    const ids = (kind: string) => entries.filter((one) => one.kind === kind).map(({ id }) => id)
    await db.write(async (tx) => {
      const place = await placeIn(tx)
      // Another node has been here.
      if (JSON.stringify(place) !== JSON.stringify(since)) return
      await setPlace(tx, last)
      await noteDue(tx, { events: ids('event'), venues: ids('venue'), now, settle_s })
      await watchEvents(tx, await newDates(tx, ids('event'), now))
    }, 'aside')
    if (entries.length < atOnce) return
  }
}

async function isAnybodyWatching(db: Reader): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('kind', 'in', ['event', 'series'])
    .where('changes', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Has what may have changed compared. What another node compares just now is seen to have changed meanwhile: {@link setTold}. */
async function noteDue(
  tx: Writer,
  changed: {
    readonly events: readonly number[]
    readonly venues: readonly number[]
    readonly now: EpochSeconds
    readonly settle_s: number
  },
): Promise<void> {
  const { now, settle_s } = changed
  const due_at = sql<number>`coalesce(due_at - 1, ${sql.lit(now + settle_s)})`
  const isToNote = sql<boolean>`(due_at is null or due_at <= ${now})`
  for (const some of inParts(changed.events))
    await tx
      .updateTable('watched_events')
      .set({ due_at })
      .where('event_id', 'in', some)
      .where(isToNote)
      .execute()
  for (const some of inParts(changed.venues))
    await tx
      .updateTable('watched_events')
      .set({ due_at })
      .where('event_id', 'in', (row) =>
        row.selectFrom('event_venues').select('event_id').where('venue_id', 'in', some),
      )
      .where(isToNote)
      .execute()
}

/** The dates among events that a watched series has got, and that are not over: nobody is told of them as long as they stay. */
async function newDates(tx: Writer, ids: readonly number[], now: EpochSeconds): Promise<readonly number[]> {
  const found: number[] = []
  for (const some of inParts(ids)) {
    const { rows } = await sql<{ id: number }>`
      select events.id from events where events.id in (${sql.join(some)}) and events.ends_at > ${now}
        and exists (select 1 from subscriptions
          where kind = 'series' and target_id = events.series_id and changes = 1)
        and not exists (select 1 from watched_events where event_id = events.id)`.execute(tx)
    found.push(...rows.map(({ id }) => id))
  }
  return found
}

/** A watched event as it was seen, and as it is now. */
interface Compared extends Change {
  readonly told: string
  readonly due_at: EpochSeconds
}

/**
 * Compares what is due with what is known of it, and tells those who watch it what differs: what is known, the issues and what is to be
 * sent are written together. Answers how many issues were made.
 */
export async function makeChanges(parts: Making): Promise<number> {
  const { context } = parts
  const now = epochSeconds(parts.now())
  const { read } = context.db
  const due = await read
    .selectFrom('watched_events')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(comparedAtOnce)
    .execute()
  if (due.length === 0) return 0
  const facts = await readFacts(
    read,
    due.map(({ event_id }) => event_id),
  )
  const compared = due.map(({ event_id: event, told, due_at }): Compared => {
    const was = storedFacts(told)
    return { event, was, is: factsNow(was, facts.get(event)), told, due_at: due_at ?? 0 }
  })
  // What is over already tells nobody anything.
  const changed = compared.filter(
    ({ was, is }) => differs(was, is) && Math.max(was.ends_at, is.ends_at) > now,
  )
  const { issues, left } = await issuesOf(parts, changed, now)
  const { revision } = await endOfHistory(read)
  return context.db
    .write(async (tx) => {
      for (const one of compared)
        if (!left.has(one.event) && !(await setTold(tx, one))) throw new SeenOtherwise()
      let made = 0
      for (const { changes, rows, bodies } of issues) {
        const [first] = changes
        if (!first) continue
        const { series } = first.is
        const expires = Math.min(
          now + toldFor_s,
          Math.max(...changes.map(({ was, is }) => Math.max(was.ends_at, is.ends_at))),
        )
        const [kind, target] =
          changes.length > 1 && series !== null ? ['series', series] : ['event', first.event]
        const key = `change:${kind}:${target}:${revision}:${keyOf(changes)}`
        if (await makeIssue(tx, { key, kind: 'change', target, expires, bodies }, { rows }, now)) made += 1
      }
      return made
    }, 'aside')
    .catch((error: unknown) => {
      // Another node has compared them, or somebody has begun to watch: the next pass sees what is so then.
      if (error instanceof SeenOtherwise) return 0
      throw error
    })
}

/** Which events, in a few letters: of hundreds of dates the ids are more than an index takes. */
function keyOf(changes: readonly Change[]): string {
  const ids = changes.map(({ event }) => event).join('.')
  return createHash('sha256').update(ids).digest('base64url')
}

/** What is known of an event has changed since it was looked at. */
class SeenOtherwise extends Error {
  override readonly name = 'SeenOtherwise'
}

/** Notes what those who watch an event know of it from now on; answers whether it was as it was seen. */
async function setTold(tx: Writer, { event, is, told, due_at }: Compared): Promise<boolean> {
  const set = await tx
    .updateTable('watched_events')
    .set({ told: JSON.stringify(is), due_at: null })
    .where('event_id', '=', event)
    .where('due_at', '=', due_at)
    .where('told', '=', told)
    .returning('event_id')
    .executeTakeFirst()
  return set !== undefined
}

/** What the same people are told in one mail. */
interface ChangeIssue {
  readonly changes: readonly Change[]
  readonly rows: readonly { readonly subscriber: number; readonly subscription: number }[]
  readonly bodies: ReadonlyMap<string, Rendered>
}

interface Watcher {
  readonly event: number
  readonly subscriber: number
  readonly subscription: number
  readonly locale: string
}

/** The mails about changes, and the events of which they cannot be made. */
async function issuesOf(
  parts: Making,
  changed: readonly Compared[],
  now: EpochSeconds,
): Promise<{ readonly issues: readonly ChangeIssue[]; readonly left: ReadonlySet<number> }> {
  const issues: ChangeIssue[] = []
  const left = new Set<number>()
  for (const together of Map.groupBy(changed, ({ event, is }) => is.series ?? `event ${event}`).values()) {
    const name = `Word of event ${together[0]?.event}`
    const made = await parts.attempts.at(name, () => issuesAbout(parts, together, now))
    if (made) issues.push(...made)
    else for (const { event } of together) left.add(event)
  }
  return { issues, left }
}

/** Of the dates of a series one mail a person, whether they watch the series or some dates of it. */
async function issuesAbout(
  { context, writer }: Making,
  together: readonly Compared[],
  now: EpochSeconds,
): Promise<readonly ChangeIssue[]> {
  const issues: ChangeIssue[] = []
  const byEvent = new Map(together.map((one) => [one.event, one]))
  const watchers = await watchersOf(context.db.read, together, now)
  const byPerson = Map.groupBy(watchers, ({ subscriber }) => subscriber)
  const bySet = Map.groupBy([...byPerson.values()], (own) =>
    [...new Set(own.map(({ event }) => event))].toSorted((a, b) => a - b).join(' '),
  )
  for (const [key, people] of bySet) {
    const changes = key
      .split(' ')
      .flatMap((id) => byEvent.get(Number(id)) ?? [])
      .toSorted((one, other) => one.is.starts_at - other.is.starts_at)
    const firsts = people.flatMap(([first]) => first ?? [])
    const bodies = new Map<string, Rendered>()
    for (const locale of new Set(firsts.map((one) => one.locale)))
      bodies.set(locale, await writer.changes(changes, locale))
    issues.push({ changes, rows: firsts, bodies })
  }
  return issues
}

/** Who watches these events and is to be told: not who is paused, and not who has a place, as the mails of that tell them. */
async function watchersOf(
  db: Reader,
  changed: readonly Compared[],
  now: EpochSeconds,
): Promise<readonly Watcher[]> {
  const found: Watcher[] = []
  for (const some of inParts(changed.map(({ event, is }) => [event, is.series ?? 0] as const))) {
    const events = sql.join(
      some.map(
        ([event, series]) =>
          sql`select cast(${event} as bigint) as event, cast(${series} as bigint) as series`,
      ),
      sql` union all `,
    )
    const { rows } = await sql<Watcher>`
      select changed.event, subscribers.id as subscriber, subscriptions.id as subscription, subscribers.locale
      from (${events}) as changed
      inner join subscriptions on subscriptions.changes = 1 and (
        (subscriptions.kind = 'event' and subscriptions.target_id = changed.event)
        or (subscriptions.kind = 'series' and subscriptions.target_id = changed.series))
      inner join subscribers on subscribers.id = subscriptions.subscriber_id
      where ${isAwake(now)} and ${isNoGuest(sql`changed.event`)}
      order by subscriptions.kind desc, subscriptions.id`.execute(db)
    found.push(...rows)
  }
  return found
}
