import { Type } from 'typebox'
import { epochSeconds } from '../../pure/calendar/text.ts'
import {
  allForetold,
  type Foretold,
  foretellable,
  type ForetoldNews,
  liveStates,
} from '../../pure/params/guests.ts'
import { unshownStatuses } from '../../pure/params/words.ts'
import type { Database, Reader, Writer } from '../../storage/db/dialect.ts'
import { unlessNothing } from '../../storage/db/unlessNothing.ts'
import { existingEvent } from '../rows/event.access.ts'
import type { EventRow } from '../rows/event.row.ts'
import { knownBefore } from './registration.news.write.ts'

/** What guests would be told. */
const foretoldRecord = Type.Object({
  guests: Type.Array(
    Type.Object({
      news: Type.Enum([...foretellable], {
        description:
          'Another time or place of the event, that it does not take place, is postponed, or takes place again, or that a place is free.',
      }),
      count: Type.Integer({
        description: 'How many guests are told so: by mail, or by being called where they get none.',
      }),
    }),
    { description: 'Empty where nobody is told anything.' },
  ),
})

/** How what is foretold is described. */
export const foretoldSchemas = { GuestsForetold: foretoldRecord }

/**
 * What guests would be told of some work in a transaction: it is done, and all of it taken back again. Throws what the work throws.
 */
export async function foretold(
  db: Database,
  now: Temporal.Instant,
  work: (tx: Writer) => Promise<unknown>,
): Promise<Foretold> {
  let told: Foretold = []
  await db.write(
    (tx) =>
      unlessNothing(tx, async () => {
        const before = { notice: await lastNotice(tx), offers: await offersToTell(tx) }
        await work(tx)
        const notices = await noticesSince(tx, before.notice, now)
        told = [...notices, { news: 'offer', count: (await offersToTell(tx)) - before.offers }]
        return false
      }),
    'aside',
  )
  return allForetold([told])
}

async function lastNotice(tx: Reader): Promise<number> {
  const row = await tx
    .selectFrom('guest_notices')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

async function offersToTell(tx: Reader): Promise<number> {
  const { count } = await tx
    .selectFrom('guests')
    .select((one) => one.fn.countAll<number | string>().as('count'))
    .where('tell', '<>', '')
    .where('tell', '=', 'offer')
    .where('email', '<>', '')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What would be told of events, and to how many; not what is told only once it can be seen. */
async function noticesSince(tx: Reader, last: number, now: Temporal.Instant) {
  const notices = await tx
    .selectFrom('guest_notices')
    .select(['event_id', 'kind', 'before'])
    .where('id', '>', last)
    .where('kind', '<>', 'message')
    .execute()
  const told: Foretold[number][] = []
  for (const notice of notices) {
    const event = await existingEvent(tx, notice.event_id)
    const isUnshown = unshownStatuses.some((status) => status === event.status)
    if (notice.kind === 'restored' && isUnshown) continue
    told.push({ news: newsOf(notice, event), count: await toldAt(tx, event.id, now) })
  }
  return told
}

/** How many come, or wait to, and are told what becomes of it. */
async function toldAt(tx: Reader, event_id: number, now: Temporal.Instant): Promise<number> {
  const { count } = await tx
    .selectFrom('guests')
    .select((one) => one.fn.countAll<number | string>().as('count'))
    .where('event_id', '=', event_id)
    .where('state', 'in', liveStates)
    .where('confirm_by', 'is', null)
    .where('created_at', '<=', epochSeconds(now))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const times = ['starts_at', 'ends_at', 'all_day', 'timezone'] as const

function newsOf(
  { kind, before }: { readonly kind: string; readonly before: string },
  event: EventRow,
): ForetoldNews {
  if (kind === 'canceled' || kind === 'restored') return kind
  if (event.event_status === 'postponed') return 'postponed'
  const known = knownBefore({ before })
  if (!known || known.isPostponed || times.some((name) => known[name] !== event[name])) return 'time'
  return 'place'
}
