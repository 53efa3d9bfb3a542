import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { type Service, startService } from '../support/service.ts'

/** Processes of the service, and how many clients write to each at the same time. */
const nodeCount = 3
const writers = 16

interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- what a body holds is what each test is about
  readonly body: any
}

const dates = { start_date: '2031-03-01', end_date: '2031-03-02' }

let nodes: readonly Service[]
let db: Database
beforeAll(async () => {
  // On a busy machine the last of so many writers waits for long.
  const environment = { DATABASE_TIMEOUT_MS: '600000', REQUEST_TIMEOUT_MS: '600000' }
  const first = await startService({ environment })
  const others = Array.from({ length: nodeCount - 1 }, () =>
    startService({ environment, at: first, keepsData: true }),
  )
  nodes = [first, ...(await Promise.all(others))]
  db = await openDatabase(first.database.url)
})
afterAll(async () => {
  await db.close()
  // The first one takes the database with it.
  for (const node of nodes.toReversed()) await node[Symbol.asyncDispose]()
})

/** Every client of every node at once. */
async function everybody<Result>(act: (node: Service, client: number) => Promise<Result>): Promise<Result[]> {
  const all = nodes.flatMap((node, at) =>
    Array.from({ length: writers }, (_, index) => act(node, at * writers + index)),
  )
  return Promise.all(all)
}

describe(`${nodeCount} nodes with ${writers} writers each`, () => {
  test('hand out every slug and id once, and make what is equal once', async () => {
    const made = await everybody((node, client) =>
      send(node, 'POST', 'events', {
        title: 'Same',
        ...dates,
        venue: { venue: 'Hall', city: 'Exampleton' },
        organizer: [{ organizer: client % 2 ? 'Ann' : 'ANN' }],
        categories: ['Music'],
        tags: 'late',
      }),
    )
    const count = nodeCount * writers
    expect(made.map(({ status }) => status)).toEqual(Array(count).fill(201))
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(count)
    const numbered = Array.from({ length: count }, (_, index) => (index === 0 ? 'same' : `same-${index + 1}`))
    expect(new Set(made.map(({ body }) => body.slug))).toEqual(new Set(numbered))
    for (const [kind, shown] of [
      ['venues', {}],
      ['organizers', {}],
      ['categories', { count }],
      ['tags', { count }],
    ] as const) {
      const { body } = await send(nodes[0], 'GET', kind)
      expect([kind, body.total, body[kind][0]]).toEqual([kind, 1, expect.objectContaining(shown)])
    }
  })

  test('change and remove the same records without anybody being told of a deadlock', async () => {
    const { body: venue } = await send(nodes[0], 'POST', 'venues', { venue: 'Arena' })
    const contested: number[] = []
    for (const title of ['One', 'Two', 'Three']) {
      const { body } = await send(nodes[0], 'POST', 'events', { title, ...dates, venue: venue.id })
      contested.push(body.id)
    }
    const answers = await everybody(async (node, client) => {
      const id = contested[client % contested.length]
      return [
        await send(node, 'POST', `events/${id}`, { categories: ['Music', `Own ${client % 7}`] }),
        await send(node, 'POST', `venues/${venue.id}`, { city: `City ${client % 5}` }),
        await send(node, 'POST', 'categories', { name: `Own ${client % 7}` }),
        await send(node, 'POST', `events/${contested[(client + 1) % contested.length]}`, {
          tags: 'late',
          status: client % 3 ? 'publish' : 'draft',
        }),
      ].map(({ status }) => status)
    })
    expect(answers.flat().filter((status) => status >= 409)).toEqual([])
    await expectSound()
  })

  test('read at once what any of them has answered', async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      const [writer, ...readers] = [...nodes.slice(turn % nodeCount), ...nodes.slice(0, turn % nodeCount)]
      const list = `search=%22told+${turn}%22&start_date=2031-01-01&end_date=2031-12-31`
      const look = async (node: Service, id: unknown) => [
        (await send(node, 'GET', `events/${String(id)}`)).status,
        (await send(node, 'GET', `events?${list}`)).body.total,
        (await send(node, 'GET', `events/facets?${list}&facets=tags`)).body.total,
      ]
      const { body } = await send(writer, 'POST', 'events', { title: `Told ${turn}`, ...dates, tags: 'told' })
      const seen = await Promise.all(readers.map((node) => look(node, body.id)))
      expect(seen).toEqual(readers.map(() => [200, 1, 1]))
      await send(writer, 'DELETE', `events/${body.id}`)
      const gone = await Promise.all(readers.map((node) => look(node, body.id)))
      expect(gone).toEqual(readers.map(() => [403, 0, 0]))
    }
  })

  test('show nobody what was before a change that is acknowledged or shown, however often it is asked for', async () => {
    const { body } = await send(nodes[0], 'POST', 'events', { title: 'Change 0', ...dates })
    const path = `events/${body.id}`
    let known = 0
    const changing = { isOver: false }
    const read = async (node: Service) => {
      let answers = 0
      for (; !changing.isOver; answers += 1) {
        const least = known
        const response = await fetch(`${node.origin}/vendor/events/v1/${path}`)
        const { title } = (await response.json()) as { title: string }
        const shown = Number(title.slice('Change '.length))
        expect(shown).toBeGreaterThanOrEqual(least)
        known = Math.max(known, shown)
      }
      return answers
    }
    const reading = Promise.all(nodes.flatMap((node) => [read(node), read(node)]))
    for (let change = 1; change <= 40; change += 1) {
      const node = nodes[change % nodeCount]
      expect((await send(node, 'PUT', path, { title: `Change ${change}` })).status).toBe(200)
      known = Math.max(known, change)
      // Until all of them have looked while nothing changes.
      if (change % 2) await setTimeout(20 * Math.random())
    }
    changing.isOver = true
    expect(Math.min(...(await reading))).toBeGreaterThan(0)
  })

  test('publish what is scheduled once', async () => {
    const at = Temporal.Now.instant().add({ hours: 1 }).toString()
    const scheduled = await Promise.all(
      nodes.map((node, index) =>
        send(node, 'POST', 'events', {
          title: `Due ${index}`,
          ...dates,
          status: 'future',
          date: at,
          categories: 'Due',
        }),
      ),
    )
    expect(scheduled.map(({ body }) => body.status)).toEqual(nodes.map(() => 'future'))
    const ids = scheduled.map(({ body }) => Number(body.id))
    // Due now: to make them may take longer than until any moment that is soon.
    await db.write((tx) => tx.updateTable('events').set({ date_at: 0 }).where('id', 'in', ids).execute())
    const rows = async () =>
      db.read.selectFrom('events').select(['status', 'sequence']).where('id', 'in', ids).execute()
    while ((await rows()).some(({ status }) => status !== 'publish')) await setTimeout(100)
    // Every node has looked again since.
    await setTimeout(2_500)
    expect(await rows()).toEqual(ids.map(() => ({ status: 'publish', sequence: 1 })))
    await expectSound()
  })

  test('know of a change of rights from the next request on', async () => {
    const [one, other] = nodes
    const who = { as: 'editor' as const }
    expect((await send(other, 'POST', 'events', { title: 'Mine', ...dates }, who)).body.status).toBe(
      'publish',
    )
    await db.write((tx) =>
      tx.updateTable('users').set({ role: 'subscriber' }).where('login', '=', 'editor').execute(),
    )
    for (const node of [one, other])
      expect((await send(node, 'POST', 'events', { title: 'Mine', ...dates }, who)).status).toBe(403)
  })
})

/** Slugs are unique, and every count is what it counts. */
async function expectSound(): Promise<void> {
  const events = await db.read.selectFrom('events').select(['id', 'slug', 'status']).execute()
  const slugs = events.filter(({ status }) => status !== 'draft').map(({ slug }) => slug)
  expect(slugs.length).toBe(new Set(slugs).size)
  const published = new Set(events.filter(({ status }) => status === 'publish').map(({ id }) => id))
  const carried = await db.read.selectFrom('event_terms').selectAll().execute()
  for (const { id, count } of await db.read.selectFrom('terms').select(['id', 'count']).execute()) {
    const expected = carried.filter(
      ({ term_id, event_id }) => term_id === id && published.has(event_id),
    ).length
    expect([id, count]).toEqual([id, expected])
  }
}

async function send(
  node: Service | undefined,
  method: string,
  path: string,
  json?: object,
  { as = 'administrator' }: { as?: 'administrator' | 'editor' } = {},
): Promise<Answer> {
  const login = Buffer.from(node?.credentials[as] ?? '').toString('base64')
  const response = await fetch(`${node?.origin}/vendor/events/v1/${path}`, {
    method,
    headers: { authorization: `Basic ${login}`, ...(json ? { 'content-type': 'application/json' } : {}) },
    ...(json ? { body: JSON.stringify(json) } : {}),
  })
  return { status: response.status, body: await response.json() }
}
