import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '../../src/storage/db/open.ts'
import { EventIndex } from '../../src/storage/index/eventIndex.ts'
import { maxTail } from '../../src/storage/index/snapshot.ts'
import type { DataSet } from '../dataSets.ts'
import { count, ms, type Outcome, served } from '../outcome.ts'
import { load, memoryOf, serve, type Server } from '../processes.ts'
import { spreadOf } from '../statistics.ts'
import { listsOf } from './cold.ts'

const starts = 7
const merges = 7
const megabyte = 2 ** 20

/** How long from the start of the process until it listens, and until it has answered its first list. */
export async function start(set: DataSet): Promise<Outcome[]> {
  const listening: number[] = []
  const listed: number[] = []
  // The first one reads all rows, and keeps the columns at its end.
  for (let run = 0; run <= starts; run += 1) {
    const from = performance.now()
    await using service = await serve(set)
    const listens = performance.now() - from
    while (!(await isListed(service))) await setTimeout(100)
    if (run === 0) continue
    listening.push(listens)
    listed.push(performance.now() - from)
  }
  const most_ms = set.events > 100_000 ? 1000 : 500
  return [
    within('from start to listening', listening, 500),
    within('from start to the first list, with the columns that the last stop has kept', listed, most_ms),
  ]
}

/** Whether it answers a list: where no columns are kept, reading a million events may take longer than a request may. */
async function isListed({ origin }: Server): Promise<boolean> {
  const { ok, body } = await fetch(`${origin}/vendor/events/v1/events`)
  await body?.cancel()
  return ok
}

function within(what: string, times: readonly number[], most_ms: number): Outcome {
  const { median, least, greatest } = spreadOf(times)
  const ours = `${ms(median)} (${ms(least)} to ${ms(greatest)})`
  return { what, target: `below ${most_ms} ms`, ours, against: '', isMet: median < most_ms }
}

/** How long others are held up at most while what has changed is merged into the columns, and how large all files are. */
export async function merging(original: DataSet): Promise<Outcome[]> {
  await using set = await original.copy()
  const db = await openDatabase(set.database.url)
  try {
    const index = new EventIndex({ db })
    await index.current()
    const longest: number[] = []
    for (let turn = 0; turn < merges; turn += 1) {
      await db.write((tx) =>
        tx
          .updateTable('events')
          .set({ featured: turn % 2 === 0 ? 1 : 0 })
          .where('id', 'in', (of) =>
            of
              .selectFrom('events')
              .select('id')
              .orderBy('id')
              .limit(2 * maxTail),
          )
          .execute(),
      )
      // What has changed is followed before: that is a part of the next answer.
      await index.current()
      const delays = monitorEventLoopDelay({ resolution: 1 })
      delays.enable()
      await index.close()
      delays.disable()
      longest.push(delays.max / 1e6)
    }
    const files = await readdir(set.folder)
    const sizes = await Promise.all(files.map(async (file) => (await stat(join(set.folder, file))).size))
    const all = sizes.reduce((sum, size) => sum + size, 0)
    return [
      within('the longest that a merge of 2,000 changes holds others up', longest, 20),
      {
        what: 'files in the folder of the calendar',
        target: 'none',
        ours: `${count(all / megabyte)} MB, ${count(all / set.events)} bytes an event`,
        against: '',
      },
    ]
  } finally {
    await db.close()
  }
}

/** How much memory the service takes under load, and whether it takes more and more of it. */
export async function soak(set: DataSet, seconds: number): Promise<Outcome[]> {
  await using service = await serve(set)
  const samples: number[] = []
  const { promise: ended, resolve } = Promise.withResolvers<'ended'>()
  const sampling = (async () => {
    do samples.push((await memoryOf(service.pid)) ?? Number.NaN)
    while ((await Promise.race([ended, setTimeout(1000)])) !== 'ended')
  })()
  const requests = listsOf(set, 200_000, 7)
  const loaded = await load(service, { requests, connections: 16, seconds, accepts404: true })
  resolve('ended')
  await sampling
  const half = Math.floor(samples.length / 2)
  const [early, late] = [samples.slice(Math.floor(half / 2), half), samples.slice(half)]
  const growth = spreadOf(late).median / spreadOf(early).median
  const greatest = Math.max(...samples)
  return [
    {
      what: `memory under cold lists for ${seconds} s`,
      target: 'below 300 MB, and steady',
      ours: `at most ${count(greatest / megabyte)} MB; the second half held against the quarter before: ${growth.toFixed(2)}; ${served([loaded])}`,
      against: '',
      isMet: greatest < 300 * megabyte && growth < 1.1,
    },
  ]
}
