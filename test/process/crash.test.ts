import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { kalends, temporaryFolder } from '../cli/sandbox.ts'
import { damageIn, eventsIn, namesIn } from './crash.inspect.ts'
import { type Ledger, type Tally, type Wanted, writeUntilCutOff } from './crash.load.ts'
import { runServe } from './program.ts'

const kills = 50
const clients = 16

/** How long after the first write the service is killed, in milliseconds. */
const shortest_ms = 20
const longest_ms = 300

test(`killed ${kills} times under load, the service loses no acknowledged write and leaves no half one`, async () => {
  const folder = temporaryFolder()
  await kalends(folder, ['user', 'add', 'root', '--role=administrator', '--email=root@example.org'])
  const token = (await kalends(folder, ['token', 'add', 'root', '--name=test'])).stdout.trim()
  const ledger: Ledger = new Map()
  const written: Wanted[] = []
  const tally: Tally = { acknowledged: 0, cutOff: 0 }

  for (let round = 0; round < kills; round += 1) {
    const running = runServe({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
    const origin = await running.origin
    const found = inspect(folder, ledger, written)
    await expectSame(origin, token, found)
    const load = Array.from({ length: clients }, (_, client) => writeUntilCutOff({ origin, token }, ledger, `${round}-${client}`, tally))
    await setTimeout(shortest_ms + Math.random() * (longest_ms - shortest_ms))
    running.signal('SIGKILL')
    await Promise.all(load)
    expect(await running.ended).toEqual({ status: null, signal: 'SIGKILL' })
    expect(running.stderr()).toBe('')
  }

  const running = runServe({ DATA_DIR: folder })
  await expectSame(await running.origin, token, inspect(folder, ledger, written))
  // Otherwise there was nothing to lose.
  expect(tally.acknowledged).toBeGreaterThan(kills * clients)
  expect(tally.cutOff).toBe(kills * clients)
}, 180_000)

/** Holds the file against the ledger, and what the clients did not hear against the file: from then on it is known. */
function inspect(folder: string, ledger: Ledger, written: Wanted[]): Map<string, Wanted> {
  const file = new DatabaseSync(join(folder, 'kalends.db'), { timeout: 10_000 })
  try {
    expect(damageIn(file)).toEqual([])
    const found = eventsIn(file)
    for (const [key, { id, possible }] of ledger) expect(possible).toContainEqual(found.get(key))
    expect([...found.keys()].filter((key) => !ledger.has(key))).toEqual([])
    for (const [key, { id }] of ledger) ledger.set(key, { id: id ?? idOf(file, key), possible: [found.get(key)] })
    written.push(...found.values())
    expect(namesIn(file)).toEqual(namesOf(written))
    return found
  } finally {
    file.close()
  }
}
