import { availableParallelism } from 'node:os'
import type { DataSet } from '../dataSets.ts'
import { count, type Outcome, served, type Setting } from '../outcome.ts'
import { load, type Served, serve } from '../processes.ts'
import { spreadOf } from '../statistics.ts'
import { type Looks, watchWrites } from './acknowledged.ts'
import { listsOf, manyLists, warmingUp_s } from './cold.ts'

/**
 * What several processes on one database do for cold lists, held against one process, while something is changed now and then:
 * whatever has been acknowledged, all of them are to show.
 */
export async function workers(set: DataSet, setting: Setting): Promise<Outcome[]> {
  // One core is left to the load.
  const cores = Math.max(1, availableParallelism() - 1)
  const rates = new Map<number, Served[]>()
  const looks: Looks[] = []
  await using copy = await set.copy()
  for (let round = 0; round < setting.rounds; round += 1) {
    for (const processes of new Set([1, 2, cores])) {
      await using service = await serve(copy, { WORKERS: String(processes) })
      const connections = 16 * processes
      const ask = (seed: number, seconds: number) =>
        load(service, { requests: listsOf(set, manyLists, seed), connections, accepts404: true, seconds })
      await ask(100 + round, warmingUp_s)
      await copy.warm()
      const watched = await watchWrites(service, copy, () => ask(round, setting.seconds))
      rates.set(processes, [...(rates.get(processes) ?? []), watched.result])
      if (processes > 1) looks.push(watched.looks)
    }
  }
  return [...scaling(rates), ...staleness(looks)]
}

function scaling(rates: ReadonlyMap<number, readonly Served[]>): Outcome[] {
  const alone = rates.get(1) ?? []
  return [...rates].flatMap(([processes, each]) => {
    if (processes === 1) return []
    const ratio = spreadOf(
      each.map(({ perSecond }, round) => perSecond / (alone[round]?.perSecond ?? Number.NaN) / processes),
    )
    return [
      {
        what: `cold lists by ${processes} processes`,
        target: 'at least 0.85 a process of what one does alone',
        ours: served(each),
        against: `one process: ${served(alone)}`,
        ratio,
        isMet: ratio.median >= 0.85,
      },
    ]
  })
}

function staleness(looks: readonly Looks[]): Outcome[] {
  const all = looks.reduce((sum, one) => sum + one.all, 0)
  const stale = looks.reduce((sum, one) => sum + one.stale, 0)
  if (all === 0) return []
  return [
    {
      what: 'answers right after an acknowledged write, by whichever process, under that load',
      target: 'none is stale',
      ours: `${count(stale)} stale of ${count(all)}`,
      against: '',
      isMet: stale === 0,
    },
  ]
}
