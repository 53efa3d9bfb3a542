import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { kalends, temporaryFolder } from '../cli/sandbox.ts'
import { damageIn, eventsIn, namesIn } from './crash.inspect.ts'
import { type Found, Ledger } from './crash.ledger.ts'
import { type Target, writeUntilCutOff } from './crash.load.ts'
import { runServe } from './program.ts'

const kills = 50
const clients = 16

/** How long the service lives under load, in milliseconds: from the first request or, every other time, from a while on. */
const shortest_ms = 20
const longest_ms = 300

/** So many events of each round are also read as clients read them; all of them are looked at in the file. */
const readOverHttp = 50

test(`killed ${kills} times under load, the service loses no acknowledged write and leaves no half of any`, async () => {
  const folder = temporaryFolder()
  await kalends(folder, ['user', 'add', 'root', '--role=administrator', '--email=root@example.org'])
  const token = (await kalends(folder, ['token', 'add', 'root', '--name=test'])).stdout.trim()
  const ledger = new Ledger()

  for (let round = 0; round < kills; round += 1) {
    const running = runServe({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
    const target = { origin: await running.origin, token }
    await expectSound(target, folder, ledger)
    const load = Array.from({ length: clients }, (_, client) =>
      writeUntilCutOff(target, ledger, `c${client}`, round),
    )
    if (round % 2 === 1) await moreAcknowledgedBy(ledger, clients)
    await setTimeout(shortest_ms + Math.random() * (longest_ms - shortest_ms))
    running.signal('SIGKILL')
    await Promise.all(load)
    expect(await running.ended).toEqual({ status: null, signal: 'SIGKILL' })
    expect(running.stderr()).toBe('')
  }

  const running = runServe({ DATA_DIR: folder })
  await expectSound({ origin: await running.origin, token }, folder, ledger)
  console.log(`${kills} kills: ${ledger.acknowledged} writes acknowledged, ${ledger.cutOff} cut off`)
  // Otherwise there was nothing to lose.
  expect(ledger.acknowledged).toBeGreaterThan((kills / 2) * clients)
  expect(ledger.cutOff).toBe(kills * clients)
}, 240_000)

/** Resolves when so many more writes have been answered. */
async function moreAcknowledgedBy(ledger: Ledger, count: number): Promise<void> {
  const enough = ledger.acknowledged + count
  while (ledger.acknowledged < enough) await setTimeout(1)
}

/** Holds the file, and what the service makes of it, against what its clients were told. */
async function expectSound(target: Target, folder: string, ledger: Ledger): Promise<void> {
  const file = new DatabaseSync(join(folder, 'kalends.db'), { timeout: 10_000 })
  try {
    expect(damageIn(file)).toEqual([])
    const found = eventsIn(file)
    expect(ledger.differences(found)).toEqual([])
    // Nothing of a write without the rest of it, and nothing is gone that a write once made.
    expect(namesIn(file)).toEqual(ledger.names)
    const latest = [...found.values()].toSorted((one, other) => other.id - one.id).slice(0, readOverHttp)
    expect(await read(target, latest)).toEqual(latest)
  } finally {
    file.close()
  }
}

/** What matters of an event in an answer. */
interface Shown {
  readonly id: number
  readonly title: string
  readonly status: string
  readonly venue: { readonly venue: string }
  readonly organizer: readonly { readonly organizer: string }[]
  readonly categories: readonly { readonly name: string }[]
  readonly tags: readonly { readonly name: string }[]
}

/** The events as the service shows them. */
async function read({ origin, token }: Target, wanted: readonly Found[]): Promise<Found[]> {
  if (wanted.length === 0) return []
  const query = `include=${wanted.map(({ id }) => id).join()}&per_page=${readOverHttp}`
  const answer = await fetch(`${origin}/vendor/events/v1/events?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { events } = (await answer.json()) as { events: Shown[] }
  const names = (terms: Shown['tags']) => terms.map(({ name }) => name).toSorted()
  const found = events.map(({ id, title, status, venue, organizer, categories, tags }) => ({
    id,
    event: {
      title,
      status,
      venue: venue.venue,
      organizers: organizer.map(({ organizer }) => organizer),
      categories: names(categories),
      tags: names(tags),
    },
  }))
  return found.toSorted((one, other) => other.id - one.id)
}
