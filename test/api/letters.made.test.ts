import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { clearLetters, lettersIn, monday, openLetters } from './letters.fixture.ts'
import { nodeOn, told } from './letters.sending.ts'

let app: TestApp
let letters: ReturnType<typeof lettersIn>
let nodes: Awaited<ReturnType<typeof nodeOn>>[]
beforeAll(async () => {
  app = await openLetters()
  nodes = [await nodeOn(app, () => letters.now()), await nodeOn(app, () => letters.now())]
})
afterAll(async () => {
  for (const node of nodes) await node.close()
  await app.close()
})
beforeEach(async () => {
  app.setNow(monday)
  letters = lettersIn(app)
  for (const node of nodes) node.taken.length = 0
  await clearLetters(app)
})

const friday = { kind: 'digest', weekday: 5, at: '10:00' }
const one = () => nodes[0] as (typeof nodes)[number]
const issues = async () => app.db.read.selectFrom('letter_issues').selectAll().orderBy('id').execute()
const until = (text: string) => letters.pass(letters.now().until(Temporal.Instant.from(text)))

/** Has so many addresses, in two languages, get so many digests that are due on Friday. */
async function fillDigests({
  people,
  filters,
}: {
  readonly people: number
  readonly filters: number
}): Promise<void> {
  const at = Math.floor(monday.epochMilliseconds / 1000)
  const due = Math.floor(Temporal.Instant.from('2031-03-07T10:00:00Z').epochMilliseconds / 1000)
  const rhythm = { frequency: 'weekly', weekday: 5, day: null, at: '10:00', covers: 'period' } as const
  await app.db.write(async (tx) => {
    const digests = await tx
      .insertInto('digests')
      .values(
        Array.from({ length: filters }, (_, n) =>
          Object.assign({ key: `k${n}`, filter: `q=w${n}`, next_due_at: due, fault: null }, rhythm),
        ),
      )
      .returning('id')
      .execute()
    const subscribers = await tx
      .insertInto('subscribers')
      .values(
        Array.from({ length: people }, (_, n) => ({
          email: `r${n}@example.org`,
          email_folded: `r${n}@example.org`,
          locale: n % 2 === 0 ? 'en' : 'de',
          confirmed_at: at,
          paused_until: null,
        })),
      )
      .returning('id')
      .execute()
    await tx
      .insertInto('subscriptions')
      .values(
        subscribers.map(({ id }, n) => ({
          subscriber_id: id,
          kind: 'digest' as const,
          // In both languages.
          target_id: digests[Math.floor(n / 2) % filters]?.id ?? 0,
          remind: null,
          created_at: at,
        })),
      )
      .execute()
  })
}

test('a digest is written once a language, however many get it, and once for all nodes but where they meet', async () => {
  const [filters, people] = [75, 300]
  await fillDigests({ people, filters })
  until('2031-03-07T10:00:01Z')
  const [first, second] = nodes
  if (second) second.state.chance = 0.5
  await Promise.all(nodes.map((node) => node.work()))
  if (second) second.state.chance = 0
  const written = (first?.counts.digests ?? 0) + (second?.counts.digests ?? 0)
  expect(written).toBeGreaterThanOrEqual(2 * filters)
  expect(written).toBeLessThanOrEqual(2 * filters + 12)
  const made = await issues()
  expect(made).toHaveLength(filters)
  expect(made.every(({ recipients, sent }) => recipients === people / filters && sent === recipients)).toBe(
    true,
  )
  const taken = nodes.flatMap((node) => node.taken)
  expect(taken).toHaveLength(people)
  expect(new Set(taken.map(({ key }) => key)).size).toBe(people)
})

test('what cannot be written waits, is told in the log once, and keeps nothing else from being sent', async () => {
  const { id } = await app.create('events', {
    title: 'Masks',
    start_date: '2031-03-20 20:00',
    end_date: '2031-03-20 22:00',
  })
  const { id: other } = await app.create('events', {
    title: 'Maskerade',
    start_date: '2031-03-20 20:00',
    end_date: '2031-03-20 22:00',
  })
  await letters.subscribe({ ...friday, email: 'gull@example.org', filter: 'q=bad' })
  await letters.subscribe({ ...friday, email: 'tern@example.org', filter: 'q=good' })
  for (const event of [id, other])
    await letters.subscribe({ email: 'auk@example.org', kind: 'event', event, changes: true })
  until('2031-03-07T09:59:00Z')
  for (const event of [id, other])
    await app.ask({
      as: 'editor',
      method: 'PATCH',
      path: `events/${event}`,
      json: { event_status: 'canceled' },
    })
  await one().work()
  until('2031-03-07T10:04:10Z')
  one().state.fails = new RegExp(`^changes ${id}:|^digest q=bad`)
  for (let pass = 0; pass < 2; pass += 1) await one().work()
  expect(told(one().taken.splice(0)).toSorted()).toEqual([
    `auk: changes ${other}:scheduled>canceled en`,
    'tern: digest q=good 2031-03-07T10:00:00Z en',
  ])
  expect(one().logged).toEqual([
    `Word of event ${id} cannot be made, and waits. It cannot be written.`,
    expect.stringMatching(/^Digest \d+ cannot be made, and waits\. It cannot be written\.$/),
  ])
  one().state.fails = /^$/
  await one().work()
  expect(told(one().taken).toSorted()).toEqual([
    `auk: changes ${id}:scheduled>canceled en`,
    'gull: digest q=bad 2031-03-07T10:00:00Z en',
  ])
})
