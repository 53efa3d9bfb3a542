import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import { usesSqlite } from '../support/database.ts'
import { type Service, startService } from '../support/service.ts'

const people = 1000
const places = 20
const atOnce = 24

/** How long it is killed after, in milliseconds. */
const [shortest_ms, longest_ms] = [100, 500]

/** What somebody was answered, and when they first asked and were told. */
interface Answered {
  readonly name: string
  readonly state: string
  readonly asked_ms: number
  readonly told_ms: number
}

/** Two who answer for one calendar: workers on one file, or nodes on one server; `turn` kills one and starts it again. */
async function startTwo() {
  const environment = { WORKERS: usesSqlite() ? '2' : '1', REGISTRATION_HOURLY: '1000000' }
  const first = await startService({ environment })
  onTestFinished(() => first[Symbol.asyncDispose]())
  const another = () => startService({ environment, at: first, keepsData: true })
  const running: Service[] = usesSqlite() ? [first] : [first, await another()]
  // Before the data go with the first.
  onTestFinished(async () => {
    for (const service of running) await service.end()
  })
  const turn = async () => {
    await running[0]?.end('SIGKILL')
    running.shift()
    running.push(await another())
  }
  return { first, turn, origin: (at: number) => running[at % running.length]?.origin }
}

/** Somebody asks until they are answered, as whoever gets no answer does. */
async function come(name: string, origin: () => string | undefined, id: number): Promise<Answered> {
  const asked_ms = performance.now()
  for (;;) {
    const answer = await fetch(`${origin()}/vendor/events/v1/events/${id}/guests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    }).catch(() => undefined)
    const body = answer?.status === 201 && (await answer.json().catch(() => undefined))
    if (body) return { name, state: (body as Answered).state, asked_ms, told_ms: performance.now() }
    if (answer && answer.status < 500 && answer.status !== 201)
      throw new Error(`${answer.status} ${await answer.text()}`)
    await sleep(20)
  }
}

test.each([0, 3])(
  `${people} people for ${places} places, by two at once that are killed %i times: exactly so many have one, and the others wait as they came`,
  async (kills) => {
    const { first, turn, origin } = await startTwo()
    const made = await fetch(`${first.origin}/vendor/events/v1/events`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(first.credentials.administrator).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        title: 'Masks',
        start_date: '2031-05-06 15:00',
        end_date: '2031-05-06 17:00',
        registration: { capacity: places },
      }),
    })
    const { id } = (await made.json()) as { id: number }

    const left = Array.from({ length: people }, (_, at) => `Guest ${at}`)
    const answers: Answered[] = []
    const queue = async (_: unknown, at: number) => {
      for (let name = left.shift(); name !== undefined; name = left.shift())
        answers.push(await come(name, () => origin(at), id))
    }
    const all = Promise.all(Array.from({ length: atOnce }, queue))
    for (let kill = 0; kill < kills && left.length > 0; kill += 1) {
      await sleep(shortest_ms + Math.random() * (longest_ms - shortest_ms))
      await turn()
    }
    await all

    const db = await openDatabase(first.database.url)
    onTestFinished(() => db.close())
    const guests = await db.read
      .selectFrom('guests')
      .select(['number', 'name', 'state'])
      .where('event_id', '=', id)
      .orderBy('number')
      .execute()
    expect(guests.map(({ number }) => number)).toEqual(Array.from({ length: people }, (_, at) => at + 1))
    expect(guests.map(({ state }) => state)).toEqual(
      guests.map((_, at) => (at < places ? 'registered' : 'waiting')),
    )
    // Each has what they were told, and nobody came before who had been told before they asked.
    const byName = new Map(answers.map((answer) => [answer.name, answer]))
    let lastAsked_ms = 0
    for (const { name, state } of guests) {
      const answer = byName.get(name)
      expect(answer?.state, name).toBe(state)
      expect(answer?.told_ms, name).toBeGreaterThan(lastAsked_ms)
      lastAsked_ms = Math.max(lastAsked_ms, answer?.asked_ms ?? 0)
    }
    const { registration_taken, registration_shown } = await db.read
      .selectFrom('events')
      .select(['registration_taken', 'registration_shown'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([registration_taken, registration_shown]).toEqual([places, 1])
  },
)
