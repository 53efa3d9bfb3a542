import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { kalends, settingsOf, temporaryFolder } from '../cli/sandbox.ts'
import { runServe } from './program.ts'

const kills = 4
const root = '/vendor/events/v1'
const home = 'https://calendar.example'

/** How long it is written before the process is killed, in milliseconds. */
const [shortest_ms, longest_ms] = [20, 250]

/** What is kept between two writes, in memory and in files: lists, records, counts, words, and who registers. */
const asked = [
  'events?per_page=50',
  'events?per_page=50&orderby=title',
  'events?search=trumpets&per_page=50',
  'events?q=hall&per_page=50',
  'events?categories=music&per_page=50',
  'events?registration=any',
  'events/facets',
  'events/facets?facets=venues&starts_after=now',
  'venues?per_page=50',
  'categories?per_page=50',
]

/** Writes as an editor. */
type Send = (method: string, path: string, json?: object) => Promise<Made>

/** What a write has made or changed. */
interface Made {
  readonly id: number
  readonly venue: { readonly id: number }
}

const sender =
  (origin: string, token: string): Send =>
  async (method, path, json) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = json ? JSON.stringify(json) : null
    const answer = await fetch(`${origin}${root}/${path}`, { method, headers, body })
    expect(answer.status, `${method} ${path}: ${await answer.clone().text()}`).toBeLessThan(300)
    return (await answer.json()) as Made
  }

/** Everything that is asked, and the records, each as it is told anybody. */
async function told(origin: string, ids: readonly number[]): Promise<unknown> {
  const all = [...asked, ...ids.map((id) => `events/${id}`)]
  const answers = all.map(async (path) => {
    const answer = await fetch(`${origin}${root}/${path}`)
    const etag = answer.headers.get('etag')?.replace(/\.(br|gzip)"$/, '"')
    return [path, answer.status, etag, await answer.text()]
  })
  return Promise.all(answers)
}

/** What is written about. */
interface Written {
  readonly ids: readonly number[]
  readonly venue: number
}

/** The so-many-th write, of whatever kind is next: of events alone, and of what is shown beside them. */
async function writeNext(send: Send, { ids, venue }: Written, count: number): Promise<unknown> {
  const [first, second, third] = ids
  const kinds = [
    () => send('PATCH', `events/${first}`, { title: `Title ${count}`, description: `Trumpets ${count}` }),
    () => send('PATCH', `events/${second}`, { categories: count % 2 === 0 ? 'Music' : 'Talks' }),
    () =>
      send('POST', 'events', {
        title: `New ${count}`,
        start_date: 'tomorrow 9am',
        end_date: 'tomorrow 10am',
      }),
    () => send('PATCH', `events/${third}`, { venue: { venue: `Hall ${count % 5}` } }),
    () => send('PATCH', `events/${first}`, { registration: count % 2 === 0 ? { capacity: 3 } : null }),
    () => send('PATCH', `events/${ids.at(-1)}`, { status: 'draft' }),
    () => send('PATCH', `events/${ids.at(-1)}`, { status: 'publish' }),
    () => send('PATCH', `venues/${venue}`, { venue: `Hall, called ${count}` }),
  ]
  return kinds[count % kinds.length]?.()
}

test(`killed ${kills} times between a write and who asks next, a process is followed by one that answers as one that keeps nothing, and so do those that live on`, async () => {
  const folder = temporaryFolder()
  await kalends(folder, ['user', 'add', 'root', '--role=administrator', '--email=root@example.org'])
  const token = (await kalends(folder, ['token', 'add', 'root', '--name=test'])).stdout.trim()
  const settings = { ...(await settingsOf(folder)), SITE_URL: home, LOG_LEVEL: 'warn' }
  // What is derived is kept beside the data of each, but of the last one: it finds nothing, and keeps nothing.
  const others = { ...settings, DATA_DIR: temporaryFolder() }
  const living = await runServe(others).origin
  const first = runServe(settings)
  const send = sender(await first.origin, token)
  const ids: number[] = []
  let venue = 0
  for (const day of ['tomorrow', 'next monday', 'next friday', 'next sunday']) {
    const times = { start_date: `${day} 18:00`, end_date: `${day} 20:00` }
    const linked = { venue: { venue: 'Hall' }, categories: 'Music', description: 'Trumpets.' }
    const made = await send('POST', 'events', { title: `On ${day}`, ...times, ...linked })
    ids.push(made.id)
    venue = made.venue.id
  }
  // What it has read and counted is left behind, to be followed.
  await told(await first.origin, ids)
  first.signal('SIGTERM')
  await first.ended

  let count = 0
  for (let round = 0; round < kills; round += 1) {
    const running = runServe(settings)
    const origin = await running.origin
    // What is asked for twice is kept.
    for (let time = 0; time < 2; time += 1) for (const each of [origin, living]) await told(each, ids)
    const writing = sender(origin, token)
    if (round % 2 === 0) {
      // The write is acknowledged, and nobody has asked since.
      await writeNext(writing, { ids, venue }, (count += 1))
      running.signal('SIGKILL')
    } else {
      const until = setTimeout(shortest_ms + Math.random() * (longest_ms - shortest_ms)).then(() =>
        running.signal('SIGKILL'),
      )
      const written = (async () => {
        for (;;) await writeNext(writing, { ids, venue }, (count += 1))
      })()
      // Its connection is lost; it was refused nothing.
      await expect(written).rejects.toThrow(TypeError)
      await until
    }
    expect(await running.ended).toMatchObject({ signal: 'SIGKILL' })
    const next = runServe(settings)
    const plain = runServe({ ...settings, DATA_DIR: temporaryFolder(), ANSWER_CACHE: '0' })
    // Behind what a server may still be about, as each write waits for those before it. Where the last was acknowledged, nothing is.
    const after = sender(await plain.origin, token)
    if (round % 2 > 0) await after('PATCH', `events/${ids[0]}`, { excerpt: `Round ${round}.` })
    const expected = await told(await plain.origin, ids)
    expect(await told(await next.origin, ids)).toEqual(expected)
    expect(await told(living, ids)).toEqual(expected)
    plain.signal('SIGKILL')
    next.signal('SIGKILL')
    await Promise.all([plain.ended, next.ended])
  }
}, 600_000)
