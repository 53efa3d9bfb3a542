import { expect } from 'vitest'
import { watch } from '../../src/records/letters/letters.watch.write.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import type { TakenMail } from '../support/mailServer.ts'
import type { Service } from '../support/service.ts'

/** What is to come of what was filled in. */
interface Expected {
  readonly issues: number
  /** What each gets, by address. */
  readonly mails: Readonly<Record<string, readonly string[]>>
}

const wall = (hours: number) =>
  Temporal.Now.zonedDateTimeISO('UTC')
    .add({ minutes: hours * 60 })
    .toPlainDateTime()
    .toString()
    .slice(0, 19)

const addressOf = (index: number) => `r${index}@example.org`

/** How long after it was filled in all is due, in seconds. */
const dueIn_s = 4

/** Has so many addresses get a digest, a reminder, word of a change and a letter of editors, all at about the same time. */
export async function fillLetters(
  db: Database,
  { origin, credentials }: Pick<Service, 'origin' | 'credentials'>,
  { people, digests }: { readonly people: number; readonly digests: number },
): Promise<Expected> {
  const send = async (method: string, path: string, json: object) => {
    const answer = await fetch(`${origin}/vendor/events/v1/${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(credentials.administrator).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(json),
    })
    expect(answer.status).toBeLessThan(300)
    return (await answer.json()) as { id: number }
  }
  const event = (title: string, from: number, to: number) =>
    send('POST', 'events', { title, timezone: 'UTC', start_date: wall(from), end_date: wall(to) })
  // Whichever days a letter is about at this hour, it is on in them.
  await event('Masks', -1, 72)
  const soon = await event('Soon', 0.9, 2)
  const moved = await event('Moved', 40, 41)
  const list = await send('POST', 'letter-lists', { name: 'City' })
  const letter = await send('POST', 'letters', { list: list.id, subject: 'Twelve nights' })
  await db.write((tx) => subscribeAll(tx, { people, digests, soon: soon.id, moved: moved.id, list: list.id }))
  await send('PATCH', `events/${moved.id}`, { event_status: 'canceled' })
  await send('POST', `letters/${letter.id}/send`, {})
  const all = Array.from({ length: people }, (_, index) => [addressOf(index), [...what]])
  return { issues: digests + 3, mails: Object.fromEntries(all) }
}

interface Filling {
  readonly people: number
  readonly digests: number
  readonly soon: number
  readonly moved: number
  readonly list: number
}

type Transaction = Parameters<Parameters<Database['write']>[0]>[0]

async function subscribeAll(tx: Transaction, { people, digests, soon, moved, list }: Filling): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const at = now - 60
  const clock = Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO('UTC')
  const rhythm = {
    frequency: 'daily',
    weekday: null,
    day: null,
    at: clock.toPlainTime().toString({ smallestUnit: 'minute' }),
    covers: 'period',
  } as const
  await watch(tx, { kind: 'event', target: moved }, now)
  const ids: number[] = []
  for (let digest = 0; digest < digests; digest += 1) {
    const { id } = await tx
      .insertInto('digests')
      .values({ ...rhythm, key: `k${digest}`, filter: 'q=masks', next_due_at: now + dueIn_s, fault: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  for (let index = 0; index < people; index += 1) {
    const email = addressOf(index)
    const { id: subscriber_id } = await tx
      .insertInto('subscribers')
      .values({
        email,
        email_folded: email,
        locale: index % 3 === 0 ? 'de' : 'en',
        confirmed_at: at,
        paused_until: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const common = { subscriber_id, created_at: at - 7200, changes: 0 } as const
    await tx
      .insertInto('subscriptions')
      .values([
        { ...common, kind: 'digest', target_id: ids[index % digests] ?? 0, remind: null },
        { ...common, kind: 'event', target_id: soon, remind: 60 },
        { ...common, kind: 'event', target_id: moved, remind: null, changes: 1 },
        { ...common, kind: 'list', target_id: list, remind: null },
      ])
      .execute()
  }
}

/** What all get, in the order of the letters. */
const what = ['Moved', 'Soon', 'Twelve nights', 'masks'] as const

/** What each has got, by address. */
export function mailsOfEach(mails: readonly TakenMail[]): Record<string, string[]> {
  const all = Map.groupBy(mails, ({ envelope }) => envelope.to.join())
  return Object.fromEntries(
    [...all].map(([address, own]) => [
      address,
      own.map(({ subject = '' }) => what.find((word) => subject.includes(word)) ?? subject).toSorted(),
    ]),
  )
}
