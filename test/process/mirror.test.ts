import { rm } from 'node:fs/promises'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/storage/db/open.ts'
import { snapshotOf, usesSqlite, whenSettled } from '../support/database.ts'
import { diceFrom } from '../support/dice.ts'
import { runs } from '../support/runs.ts'
import { type Service, startService } from '../support/service.ts'
import { inOrder, Mirror, readAll } from './mirror.ts'
import { type Sent, send, type Target, Writer } from './mirror.writes.ts'

/** Two of them write and answer at once where the database is one that several can have. */
const nodesAtOnce = usesSqlite() ? 1 : 2
const writers = 4
/** How much is written at least, by all of them and from the first turn to the last. */
const isWhole = process.env['TEST_LONG'] === 'whole'
const writes = isWhole ? 10_000 : runs(900)
/** In a round; a turn has five, of which three are cut off by a kill and one is lost by a restore. */
const writesEach = Math.ceil(writes / (isWhole ? 40 : 8))
const killsEach = 3
/** The port is another one after each start, and records have addresses. */
const environment = { SITE_URL: 'https://calendar.example' }

test('a mirror that follows the feed equals the source after kills and restores, and what is sent again with its key is there once', async () => {
  const dice = diceFrom(39)
  const all = Array.from(
    { length: writers },
    (_, at) => new Writer(`client${at}`, diceFrom(dice.next() * 1e9)),
  )
  const mirror = new Mirror()
  const first = await startService({ environment, keepsData: true })
  const { folder, credentials, database } = first
  const again = () => startService({ environment, keepsData: true, at: { folder, credentials, database } })
  const nodes: Service[] = [first]
  // Where something is wrong, too.
  onTestFinished(() => stopAll(nodes))
  while (nodes.length < nodesAtOnce) nodes.push(await again())

  const origins = () => nodes.map(({ origin }) => origin)
  const targetOf = (at: number): Target => ({
    origin: origins()[at % nodes.length] ?? '',
    account: credentials.editor,
  })
  const round = async (name: string) =>
    Promise.all(all.map((writer, at) => writer.write(targetOf(at), writesEach, name)))
  const compare = async () => {
    await mirror.follow(origins())
    expect(inOrder(mirror.records)).toEqual(inOrder(await readAll(origins()[0] ?? '')))
  }

  await mirror.follow(origins())
  for (let turn = 0; written(all) < writes; turn += 1) {
    for (let kill = 0; kill < killsEach; kill += 1) {
      const name = `${turn}-${kill}`
      const before = written(all)
      const working = round(name)
      const following = mirror.followWhile(origins(), working)
      const enough = before + 1 + Math.floor(dice.next() * writesEach * writers * 0.8)
      await expect.poll(() => written(all)).toBeGreaterThanOrEqual(enough)
      const killed = kill % nodes.length
      await nodes[killed]?.end('SIGKILL')
      const cut = (await working).flatMap((each) => each ?? [])
      await following
      if (nodesAtOnce === 1) await whenSettled(database.url)
      await endLeases(database.url)
      nodes[killed] = await again()
      for (const sent of cut) await isThereOnce(targetOf(killed + 1), sent, database.url)
      await compare()
    }
    expect(mirror.beginnings).toBe(turn + 1)

    await stopAll(nodes)
    const snapshot = await snapshotOf(folder, database)
    const owned = all.map((writer) => writer.remember())
    for (let at = 0; at < nodesAtOnce; at += 1) nodes[at] = await again()
    await round(`${turn}-lost`)
    await compare()
    await stopAll(nodes)
    await snapshot.restore()
    for (const [at, writer] of all.entries()) if (owned[at]) writer.goBack(owned[at])
    for (let at = 0; at < nodesAtOnce; at += 1) nodes[at] = await again()
    // As many as were lost, so that the log is as long as it was.
    await round(`${turn}-restored`)
    await compare()
    expect(mirror.beginnings).toBe(turn + 2)
  }
  expect(mirror.told).toBeGreaterThan(writes / 10)
  await stopAll(nodes)
  await database.remove()
  await rm(folder, { recursive: true, force: true })
})

function written(all: readonly Writer[]): number {
  return all.reduce((sum, each) => sum + each.written, 0)
}

async function stopAll(nodes: readonly Service[]): Promise<void> {
  await Promise.all(nodes.map(async (node) => node.end()))
}

/** The time is over in which who was killed keeps others from what it was asked. */
async function endLeases(url: string): Promise<void> {
  const db = await openDatabase(url)
  await db.write((tx) => tx.updateTable('repeats').set({ leased_until: 0 }).execute(), 'aside')
  await db.close()
}

/** Sends a request again until it is known to have been carried out, and looks whether that was once. */
async function isThereOnce(target: Target, sent: Sent, url: string): Promise<void> {
  if (sent.method === 'DELETE') {
    // What is gone already is refused, and that is as good.
    await send(target, sent)
    return
  }
  for (let ended = false; !ended;) {
    const answer = await send(target, sent)
    ended = (answer?.status ?? 500) < 300 || answer?.body.code === 'rest_idempotency_answer_gone'
    if (!ended) {
      expect([sent, answer?.body.code]).toEqual([sent, 'rest_idempotency_running'])
      await setTimeout(500)
    }
  }
  if (sent.path === 'events') expect([sent.key, await countNamed(url, sent.key)]).toEqual([sent.key, 1])
}

async function countNamed(url: string, title: string): Promise<number> {
  const db = await openDatabase(url)
  try {
    return (await db.read.selectFrom('events').select('id').where('title', '=', title).execute()).length
  } finally {
    await db.close()
  }
}
