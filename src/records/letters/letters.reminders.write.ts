import { sql } from 'kysely'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { findZone, type Zone } from '../../pure/calendar/zone.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { Making } from './letters.digests.write.ts'
import { isAwake, isNoGuest, makeIssue } from './letters.issues.write.ts'
import type { Rendered } from './letters.types.ts'

const day_min = 1440

/** The longest time before an event at which somebody is reminded, and a day for zones and hours, in seconds. */
const furthest_s = (10_080 + 2 * day_min) * 60

/** An event, and so many minutes before it somebody is to be reminded. */
interface Pair {
  readonly id: number
  readonly series_id: number | null
  readonly starts_at: EpochSeconds
  readonly start_wall: string
  readonly timezone: string
  readonly all_day: number
  readonly remind: number
}

/** Makes the reminders whose moment has come, of events that have not begun; answers how many. */
export async function makeReminders(parts: Making): Promise<number> {
  const { context } = parts
  const now = epochSeconds(parts.now())
  let made = 0
  for (const pair of await pairsNear(context.db.read, now)) {
    const moment = reminderMoment(pair, context.siteZone)
    if (moment > now || (await isMade(context.db.read, keyOf(pair)))) continue
    if (await parts.attempts.at(`Reminder of event ${pair.id}`, () => makeReminder(parts, pair, moment)))
      made += 1
  }
  return made
}

/** The public events that begin soon and take place, with the minutes before them that somebody has asked for. */
async function pairsNear(db: Reader, now: EpochSeconds): Promise<readonly Pair[]> {
  const { rows } = await sql<Pair>`
    select distinct events.id, events.series_id, events.starts_at, events.start_wall, events.timezone,
      events.all_day, subscriptions.remind
    from subscriptions inner join events on
      (subscriptions.kind = 'event' and events.id = subscriptions.target_id)
      or (subscriptions.kind = 'series' and events.series_id = subscriptions.target_id)
    where subscriptions.remind is not null and subscriptions.kind in ('event', 'series')
      and events.starts_at > ${now} and events.starts_at <= ${now + furthest_s}
      and events.status = 'publish' and events.password_digest is null and events.hide_from_listings = 0
      and events.event_status not in ('canceled', 'postponed')
    order by events.starts_at, events.id`.execute(db)
  return rows
}

/**
 * When somebody is reminded: so long before the start. Of whole days that is 18:00 on the day before for a day and less, else 9:00 so many
 * days before, by the clocks of the event.
 */
export function reminderMoment(pair: Omit<Pair, 'id' | 'series_id'>, siteZone: Zone): EpochSeconds {
  const { starts_at, remind, all_day, start_wall, timezone } = pair
  if (all_day === 0) return starts_at - remind * 60
  const [days, hour] = remind <= day_min ? [1, 18] : [Math.round(remind / day_min), 9]
  const day = Temporal.PlainDate.from(start_wall.slice(0, 10)).subtract({ days })
  const zone = findZone(timezone) ?? siteZone
  return epochSeconds(day.toZonedDateTime({ timeZone: zone.id, plainTime: { hour } }).toInstant())
}

/** With the start: an event that moves is reminded of again. */
function keyOf({ id, remind, starts_at }: Pair): string {
  return `remind:${id}:${remind}:${starts_at}`
}

async function isMade(db: Reader, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('letter_issues')
    .select('id')
    .where('issue_key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

async function makeReminder(parts: Making, pair: Pair, moment: EpochSeconds): Promise<boolean> {
  const { context, writer } = parts
  const now = epochSeconds(parts.now())
  const target =
    pair.series_id === null
      ? sql<boolean>`(kind = 'event' and target_id = ${pair.id})`
      : sql<boolean>`((kind = 'event' and target_id = ${pair.id}) or (kind = 'series' and target_id = ${pair.series_id}))`
  // Who has asked for it after its moment is not told; who has a place is told by the mails of that.
  const where = sql<boolean>`${target} and subscriptions.remind = ${pair.remind}
    and subscriptions.created_at <= ${moment} and ${isNoGuest(pair.id)}`
  const { rows } = await sql<{ locale: string }>`
    select distinct subscribers.locale from subscriptions
    inner join subscribers on subscribers.id = subscriptions.subscriber_id
    where ${where} and ${isAwake(now)} order by subscribers.locale`.execute(context.db.read)
  const bodies = new Map<string, Rendered>()
  for (const { locale } of rows) {
    const rendered = await writer.reminder(pair.id, locale)
    if (!rendered) return false
    bodies.set(locale, rendered)
  }
  if (bodies.size === 0) return false
  const issue = {
    key: keyOf(pair),
    kind: 'reminder',
    target: pair.id,
    expires: pair.starts_at,
    bodies,
  } as const
  return context.db.write(async (tx) => (await makeIssue(tx, issue, { where }, now)) !== undefined, 'aside')
}
