import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { readConfig } from '../src/config/config.ts'
import { measureFeeds, measureOthers, measurePages } from './answers.ts'
import { latencyChart } from './chart.ts'
import { benchFolder, type DataSet, dataSet } from './dataSets.ts'
import { chosenBy, measureFacets, measureLists } from './lists.ts'
import { measureOwn } from './own.ts'
import type { Outcome, Setting } from './outcome.ts'
import { startPostgresSets } from './postgres.ts'
import { isMeasured, latencyLines, pageWith, type Results, type Taken } from './report.ts'
import { changes } from './scenarios/changes.ts'
import { cold } from './scenarios/cold.ts'
import { hot } from './scenarios/hot.ts'
import { importing } from './scenarios/import.ts'
import { mcp } from './scenarios/mcp.ts'
import { peers } from './scenarios/peer.ts'
import { series } from './scenarios/series.ts'
import { published, site } from './scenarios/site.ts'
import { merging, soak, start } from './scenarios/steady.ts'
import { upgrade } from './scenarios/upgrade.ts'
import { workers } from './scenarios/workers.ts'
import { writes } from './scenarios/writes.ts'

/**
 * `npm run bench`: measures the service and writes its part of `bench/RESULTS.md` and a picture. What a run leaves out
 * stays as it was measured before, on whichever machine: `bench/results*.json` holds it.
 *
 *   --database sqlite     or postgres: one that is started for it, with copies of the same data sets
 *   --sizes 10k,100k,1m   the data sets, made when they are not there (see `bench/dataSets.ts`)
 *   --only NAME           only lists with this in their name, or only the scenario of this name; `lists`: all of them and no scenario
 *   --rounds 3            how often each side of a comparison is measured
 *   --seconds 4           how long each time
 *   --soak 30s            how long memory is watched
 */
const { values: options } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    sizes: { type: 'string', default: '10k,100k,1m' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    soak: { type: 'string', default: '30s' },
  },
})
const { only } = options
const { database, kept, chart } = filesOf(options.database)
const setting: Setting = { rounds: Number(options.rounds), seconds: Number(options.seconds) }
const sizes = options.sizes.split(',').map(eventsIn)
const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)]

/** Each scenario, and how many events it is for. Writes are for a calendar that is copied soon. */
const scenarios: Readonly<Record<string, readonly [number, (set: DataSet) => Promise<Outcome[]>]>> = {
  hot: [largest, (set) => hot(set, setting)],
  cold: [largest, (set) => cold(set, setting)],
  writes: [Math.min(largest, 100_000), (set) => writes(set, setting)],
  changes: [Math.min(largest, 100_000), (set) => changes(set, setting)],
  site: [Math.min(largest, 100_000), (set) => site(set, setting)],
  ...(largest > 100_000 ? { 'site of all': [largest, (set: DataSet) => site(set, setting)] } : {}),
  published: [smallest, (set) => published(set, setting)],
  series: [largest, (set) => series(set, setting)],
  // Only once there is such a setting.
  ...('workers' in readConfig({}) ? { workers: [largest, (set: DataSet) => workers(set, setting)] } : {}),
  soak: [largest, (set) => soak(set, secondsIn(options.soak))],
  start: [largest, start],
  merging: [largest, merging],
  mcp: [largest, (set) => mcp(set, setting)],
  import: [Math.min(largest, 100_000), importing],
  // Of a million the aim is another one.
  ...(largest > 100_000 ? { 'import of all': [largest, importing] } : {}),
  // It is about files.
  ...(database === 'sqlite' ? { upgrade: [largest, upgrade] } : {}),
  // It has a database of its own.
  ...(database === 'sqlite' ? { peer: [smallest, (set: DataSet) => peers(set, setting)] } : {}),
}

let results: Results = { lists: {}, scenarios: {} }
await mkdir(benchFolder, { recursive: true })
await using servers = database === 'postgres' ? await startPostgresSets() : undefined
results = await readFile(kept, 'utf8').then(
  (text) => JSON.parse(text) as Results,
  () => results,
)

for (const events of sizes) {
  const set = await setOf(events)
  if (only !== undefined && only in scenarios) continue
  for (const measure of [
    measureLists,
    measureFacets,
    measureOwn,
    measureFeeds,
    measureOthers,
    measurePages,
  ]) {
    const { commit } = taken()
    const measured = (await measure(set, only === 'lists' ? undefined : only)).map((one) =>
      Object.assign(one, { commit }),
    )
    if (measured.length === 0) continue
    const before = (results.lists[events]?.measured ?? []).filter(
      ({ name }) => !measured.some((one) => one.name === name),
    )
    const all = [...before, ...measured]
    results = { ...results, lists: { ...results.lists, [events]: { ...taken(), measured: all } } }
    for (const { name, times } of measured)
      console.log(`${events} ${name}: ${times.median.toFixed(2)} ms, p99 ${times.p99.toFixed(2)} ms`)
    await write()
  }
}
for (const [name, [events, measure]] of Object.entries(scenarios)) {
  if (!chosenBy(only)({ name })) continue
  const outcomes = await measure(await setOf(events))
  results = { ...results, scenarios: { ...results.scenarios, [name]: { ...taken(), events, outcomes } } }
  for (const { what, ours, against, ratio } of outcomes)
    console.log(`${what}: ${ours} | ${against} | ${ratio?.median.toFixed(2) ?? ''}`)
  await write()
}

/** The files with the results of a database, as they are read back by the next run, and with its picture. */
function filesOf(database: string) {
  if (!isMeasured(database)) throw new Error(`--database takes sqlite or postgres, not “${database}”.`)
  const suffix = database === 'sqlite' ? '' : `.${database}`
  return {
    database,
    kept: new URL(`results${suffix}.json`, import.meta.url),
    chart: new URL(`latency${suffix}.svg`, import.meta.url),
  }
}

async function setOf(events: number): Promise<DataSet> {
  const set = await dataSet(events)
  return servers ? servers.holding(set) : set
}

async function write(): Promise<void> {
  await writeFile(kept, `${JSON.stringify(results, null, 1)}\n`)
  const page = new URL('RESULTS.md', import.meta.url)
  await writeFile(page, pageWith(await readFile(page, 'utf8'), database, results))
  const picture = latencyChart('Milliseconds to answer, by the size of the calendar', latencyLines(results))
  await writeFile(chart, picture)
}

function taken(): Taken {
  const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', 'src') !== ''
  const [cpu] = cpus()
  return {
    commit: `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`,
    machine: `${cpu?.model.trim()}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
    at: Temporal.Now.instant().toString({ smallestUnit: 'minute' }),
  }
}

function git(...command: string[]): string {
  return execFileSync('git', command, { encoding: 'utf8' }).trim()
}

/** Events: a number, or with `k` and `m` thousands and millions of them. */
function eventsIn(text: string): number {
  return measuredBy(text, { '': 1, k: 1_000, m: 1_000_000 })
}

/** A time in seconds: `30s`, or `10m` of minutes. */
function secondsIn(text: string): number {
  return measuredBy(text, { s: 1, m: 60 })
}

function measuredBy(text: string, units: Readonly<Record<string, number>>): number {
  const [, digits, unit = ''] = /^(\d+)([a-z]*)$/i.exec(text) ?? []
  const factor = units[unit.toLowerCase()]
  if (digits === undefined || factor === undefined)
    throw new Error(`“${text}” is no number with one of these units: ${Object.keys(units).join(', ')}`)
  return Number(digits) * factor
}
