import { setTimeout } from 'node:timers/promises'
import type { DataSet } from '../dataSets.ts'
import { count, ms, type Outcome, served } from '../outcome.ts'
import { load, memoryOf, serve } from '../processes.ts'
import { spreadOf } from '../statistics.ts'
import { listsOf } from './cold.ts'

const starts = 7
const megabyte = 2 ** 20

/** How long from the start of the process until it listens. */
export async function start(set: DataSet): Promise<Outcome[]> {
  const times: number[] = []
  for (let run = 0; run < starts; run += 1) {
    const from = performance.now()
    await using _service = await serve(set)
    times.push(performance.now() - from)
  }
  const { median, least, greatest } = spreadOf(times)
  return [
    {
      what: 'from start to listening',
      target: 'below 500 ms',
      ours: `${ms(median)} (${ms(least)} to ${ms(greatest)})`,
      against: '',
      isMet: median < 500,
    },
  ]
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
      target: 'below 200 MB, and steady',
      ours: `at most ${count(greatest / megabyte)} MB; the second half held against the quarter before: ${growth.toFixed(2)}; ${served([loaded])}`,
      against: '',
      isMet: greatest < 200 * megabyte && growth < 1.1,
    },
  ]
}
