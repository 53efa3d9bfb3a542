import { availableParallelism } from 'node:os'
import type { DataSet } from '../dataSets.ts'
import { count, type Outcome, type Setting } from '../outcome.ts'
import { load, serve } from '../processes.ts'
import { spreadOf } from '../statistics.ts'
import { listsOf } from './cold.ts'

/** What several processes on one file do for cold lists, held against one process. */
export async function workers(set: DataSet, setting: Setting): Promise<Outcome[]> {
  // One core is left to the load.
  const cores = Math.max(1, availableParallelism() - 1)
  const rates = new Map<number, number[]>()
  for (let round = 0; round < setting.rounds; round += 1) {
    for (const processes of new Set([1, 2, cores])) {
      await using service = await serve(set, { WORKERS: String(processes) })
      const requests = listsOf(set, 60_000, round)
      const wanted = { requests, connections: 16 * processes, accepts404: true }
      await load(service, { ...wanted, seconds: 1 })
      const { perSecond } = await load(service, { ...wanted, seconds: setting.seconds })
      rates.set(processes, [...(rates.get(processes) ?? []), perSecond])
    }
  }
  const alone = rates.get(1) ?? []
  return [...rates].flatMap(([processes, each]) => {
    if (processes === 1) return []
    const ratio = spreadOf(each.map((rate, round) => rate / (alone[round] ?? Number.NaN) / processes))
    return [
      {
        what: `cold lists by ${processes} processes`,
        target: 'at least 0.85 a process of what one does alone',
        ours: `${count(spreadOf(each).median)}/s`,
        against: `one process: ${count(spreadOf(alone).median)}/s`,
        ratio,
        isMet: ratio.median >= 0.85,
      },
    ]
  })
}
