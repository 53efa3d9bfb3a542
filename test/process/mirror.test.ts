import { cp, rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { usesSqlite, whenSettled } from '../support/database.ts'
import { runs } from '../support/runs.ts'
import { type Service, startService } from '../support/service.ts'

const root = '/vendor/events/v1'
const clients = 4
/** The port is another one after each start, and records have addresses. */
const environment = { SITE_URL: 'https://calendar.example' }
const writesEach = runs(2_000) / clients / 4

interface Answer {
  readonly status: number
  readonly body: {
    readonly id: number
    readonly code?: string
    readonly data?: { readonly records?: readonly { readonly kind: string; readonly id: number }[] }
  }
}

/** Asks as an editor; undefined where no answer came. */
async function write(service: Service, method: string, path: string, key: string, json: object) {
  const headers = {
    authorization: `Basic ${Buffer.from(service.credentials.editor).toString('base64')}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  }
  return fetch(`${service.origin}${root}/${path}`, { method, headers, body: JSON.stringify(json) })
    .then(async (response) => ({ status: response.status, body: await response.json() }) as Answer)
    .catch(() => undefined)
}

async function read(service: Service, path: string): Promise<Page | undefined> {
  const response = await fetch(`${service.origin}${root}/${path}`)
  if (response.status === 410) return undefined
  expect(response.status).toBe(200)
  return (await response.json()) as Page
}

interface Page {
  readonly changes: readonly { readonly id: number; readonly action: string; readonly record?: unknown }[]
  readonly next: string
  readonly more: boolean
}

/** All public events, as the lists tell them. */
async function allEvents(service: Service): Promise<Map<number, unknown>> {
  const events = new Map<number, unknown>()
  const all = 'start_date=0001-01-01&end_date=9999-12-31&per_page=50'
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await fetch(`${service.origin}${root}/events?${all}&page=${page}`)
    if (list.status === 404) break
    const { events: some, total_pages } = (await list.json()) as {
      events: { id: number }[]
      total_pages: number
    }
    for (const event of some) events.set(event.id, event)
    pages = total_pages
  }
  return events
}

/** A mirror that follows the feed, and begins anew where it is told to. */
class Mirror {
  events = new Map<number, unknown>()
  beginnings = 0
  #token: string | undefined

  async follow(service: Service): Promise<void> {
    for (let more = true; more;) {
      const since =
        this.#token === undefined ? '' : `since=${this.#token}&limit=20&kinds=event&include=records`
      const page = await read(service, `changes?${since}`)
      if (!page) {
        this.#token = undefined
        continue
      }
      if (this.#token === undefined) {
        this.#token = page.next
        this.events = await allEvents(service)
        this.beginnings += 1
        continue
      }
      for (const { id, action, record } of page.changes) {
        if (action === 'deleted') this.events.delete(id)
        else this.events.set(id, record)
      }
      this.#token = page.next
      more = page.more
    }
  }
}

const wanted = (title: string, turn: number) => ({
  title,
  start_date: '2031-05-01 20:00:00',
  end_date: '2031-05-01 22:00:00',
  status: ['publish', 'publish', 'draft', 'private'][turn % 4],
  cost: String(turn),
})

/** Writes until all is written or no answer comes; answers what was not answered. */
async function work(service: Service, client: string, ids: number[]) {
  for (let turn = 0; turn < writesEach; turn += 1) {
    const key = `${client}-${turn}`
    const old = turn % 3 === 0 ? undefined : ids[(turn * 7) % ids.length]
    const path = old === undefined ? 'events' : `events/${old}`
    const answer = await write(service, 'POST', path, key, wanted(key, turn))
    if (!answer) return { key, path, json: wanted(key, turn) }
    expect([200, 201]).toContain(answer.status)
    if (old === undefined) ids.push(answer.body.id)
    if (turn % 11 === 10) await write(service, 'DELETE', `events/${ids.shift()}`, key, {})
  }
  return undefined
}

test('a mirror that follows the feed equals the source after kills and a restore, and what is sent again with its key is there once', async () => {
  const ids = Array.from({ length: clients }, (): number[] => [])
  const mirror = new Mirror()
  let service = await startService({ environment, keepsData: true })
  const { folder, credentials, database } = service
  const again = async () =>
    startService({ environment, keepsData: true, at: { folder, credentials, database } })
  const round = async (name: string) => Promise.all(ids.map((own, at) => work(service, `${name}-${at}`, own)))

  await mirror.follow(service)
  for (const name of ['first', 'second', 'third']) {
    const before = ids.flat().length + clients
    const working = round(name)
    await mirror.follow(service)
    await expect.poll(() => ids.flat().length).toBeGreaterThan(before)
    await service.end('SIGKILL')
    const cut = (await working).flatMap((each) => each ?? [])
    await whenSettled(database.url)
    service = await again()
    for (const { key, path, json } of cut) {
      const ended = await sentAgain(service, { key, path, json })
      if (path === 'events') {
        const made = await idsNamed(database.url, key)
        expect([key, ended, made.length]).toEqual([key, ended, 1])
      }
    }
    await mirror.follow(service)
    expect([...mirror.events].toSorted(byId)).toEqual([...(await allEvents(service))].toSorted(byId))
  }
  expect(mirror.beginnings).toBe(1)

  if (usesSqlite()) {
    const copy = `${folder}-copy`
    await service.end()
    await cp(folder, copy, { recursive: true })
    service = await again()
    await round('lost')
    await mirror.follow(service)
    await service.end()
    await rm(folder, { recursive: true })
    await cp(copy, folder, { recursive: true })
    await rm(copy, { recursive: true })
    service = await again()
    await write(service, 'POST', 'events', 'restored', wanted('Restored', 0))
    await mirror.follow(service)
    expect(mirror.beginnings).toBe(2)
    expect([...mirror.events].toSorted(byId)).toEqual([...(await allEvents(service))].toSorted(byId))
  }
  await service.end()
  await database.remove()
  await rm(folder, { recursive: true, force: true })
})

async function idsNamed(url: string, title: string): Promise<readonly number[]> {
  const db = await openDatabase(url)
  try {
    const rows = await db.read.selectFrom('events').select('id').where('title', '=', title).execute()
    return rows.map(({ id }) => id)
  } finally {
    await db.close()
  }
}

function byId([one]: [number, unknown], [other]: [number, unknown]): number {
  return one - other
}

/** Sends a request again until it is known to have been carried out. */
async function sentAgain(
  service: Service,
  { key, path, json }: { readonly key: string; readonly path: string; readonly json: object },
): Promise<string> {
  for (;;) {
    const answer = await write(service, 'POST', path, key, json)
    if (answer && answer.status < 300) return 'answered'
    if (answer?.body.code === 'rest_idempotency_answer_gone') return 'done before'
    expect(answer?.body.code).toBe('rest_idempotency_running')
    await setTimeout(500)
  }
}
