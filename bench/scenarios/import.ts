import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { benchFolder, type DataSet } from '../dataSets.ts'
import { count, type Outcome } from '../outcome.ts'
import { cpuOf, memoryOf } from '../processes.ts'

const program = fileURLToPath(new URL('../../src/process/cli.ts', import.meta.url))
const million = 1_000_000
const wanted_perSecond = 5_000
const longest_s = 300
const sampleEvery_ms = 200
const megabyte = 2 ** 20

/** Reads an export of the calendar into an empty one, as `kalends import` does it, until all of its indexes are there. */
export async function importing(set: DataSet): Promise<Outcome[]> {
  const folder = await mkdtemp(join(benchFolder, 'import-'))
  const target = await set.fresh(folder)
  try {
    const file = join(folder, 'all.json')
    const env = environment(set.database.url)
    await promisify(execFile)(process.execPath, [program, 'export', file], { env })
    const { seconds, cpu_s, peak } = await watch(['import', file], target.url, set.helpers)
    const isMillion = set.events >= million
    return [
      {
        what: 'import of an export',
        target: isMillion ? 'below 5 minutes' : 'at least 5,000 events a second',
        ours: `${count(set.events / seconds)}/s, ${count(set.events / cpu_s)} a core second; ${Math.round(seconds)} s, at most ${count(peak / megabyte)} MB`,
        against: '',
        isMet: isMillion ? seconds < longest_s : set.events / seconds >= wanted_perSecond,
      },
    ]
  } finally {
    await target.remove()
    await rm(folder, { recursive: true })
  }
}

/** What a run of the command line took, and of those who helped it. Throws when it failed. */
async function watch(words: readonly string[], url: string, helpers: readonly number[]) {
  const from = performance.now()
  const before_s = (await cpuOf(helpers)) ?? 0
  const child = spawn(process.execPath, [program, ...words], { env: environment(url), stdio: 'ignore' })
  const ended = once(child, 'exit').then(([status]) => Number(status))
  let [cpu_s, peak] = [Number.NaN, 0]
  let status: number | undefined
  while (status === undefined) {
    cpu_s = (await cpuOf([child.pid ?? 0, ...helpers])) ?? cpu_s
    peak = Math.max(peak, (await memoryOf(child.pid ?? 0)) ?? 0)
    status = await Promise.race([ended, setTimeout(sampleEvery_ms, undefined)])
  }
  if (status !== 0) throw new Error(`kalends ${words.join(' ')} ended with ${status}`)
  return { seconds: (performance.now() - from) / 1000, cpu_s: cpu_s - before_s, peak }
}

function environment(url: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], DATABASE_URL: url }
}
