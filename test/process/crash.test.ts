import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import { kalends, settingsOf, temporaryFolder } from '../cli/sandbox.ts'
import { usesSqlite, whenSettled } from '../support/database.ts'
import { damageIn, damageInFile, eventsIn, namesIn } from './crash.inspect.ts'
import { type Found, Ledger } from './crash.ledger.ts'
import { type Target, writeUntilCutOff } from './crash.load.ts'
import { runServe } from './program.ts'

/** Of a node on PostgreSQL fewer: what is on disk is not its doing. */
const kills = usesSqlite() ? 8 : 4
const clients = 16

/** How long the service lives under load, in milliseconds: from the first request or, every other time, from a while on. */
const shortest_ms = 20
const longest_ms = 300

/** So many events of each round are also read as clients read them; all of them are looked at in the database. */
const readOverHttp = 50

test(`killed ${kills} times under load, the service loses no acknowledged write and leaves no half of any`, async () => {
  const folder = temporaryFolder()
  await kalends(folder, ['user', 'add', 'root', '--role=administrator', '--email=root@example.org'])
  const token = (await kalends(folder, ['token', 'add', 'root', '--name=test'])).stdout.trim()
  const settings = await settingsOf(folder)
  const ledger = new Ledger()

  for (let round = 0; round < kills; round += 1) {
    const running = runServe({ ...settings, LOG_LEVEL: 'warn' })
    const target = { origin: await running.origin, token }
    await expectSound(target, settings, ledger)
    const load = Array.from({ length: clients }, (_, client) =>
      writeUntilCutOff(target, ledger, `c${client}`, round),
    )
    if (round % 2 === 1) await moreAcknowledgedBy(ledger, clients)
    await setTimeout(shortest_ms + Math.random() * (longest_ms - shortest_ms))
    running.signal('SIGKILL')
    await Promise.all(load)
    expect(await running.ended).toEqual({ status: null, signal: 'SIGKILL' })
    expect(running.stderr()).toBe('')
    await whenSettled(settings.DATABASE_URL)
  }

  const running = runServe(settings)
  await expectSound({ origin: await running.origin, token }, settings, ledger)
  console.log(`${kills} kills: ${ledger.acknowledged} writes acknowledged, ${ledger.cutOff} cut off`)
  // Otherwise there was nothing to lose.
  expect(ledger.acknowledged).toBeGreaterThanOrEqual(Math.floor(kills / 2) * clients)
  expect(ledger.cutOff).toBe(kills * clients)
}, 900_000)

/** Resolves when so many more writes have been answered. */
async function moreAcknowledgedBy(ledger: Ledger, count: number): Promise<void> {
  const enough = ledger.acknowledged + count
  while (ledger.acknowledged < enough) await setTimeout(1)
}

/** Holds the database, and what the service makes of it, against what its clients were told. */
async function expectSound(
  target: Target,
  { DATA_DIR, DATABASE_URL }: Awaited<ReturnType<typeof settingsOf>>,
  ledger: Ledger,
): Promise<void> {
  if (usesSqlite()) expect(damageInFile(DATA_DIR)).toEqual([])
  const db = await openDatabase(DATABASE_URL)
  try {
    expect(await damageIn(db)).toEqual([])
    const found = await eventsIn(db)
    expect(ledger.differences(found)).toEqual([])
    // Nothing of a write without the rest of it, and nothing is gone that a write once made.
    expect(await namesIn(db)).toEqual(ledger.names)
    const latest = [...found.values()].toSorted((one, other) => other.id - one.id).slice(0, readOverHttp)
    expect(await read(target, latest)).toEqual(latest)
  } finally {
    await db.close()
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
