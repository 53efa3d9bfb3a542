import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { lineOf, type Tally } from './support/tally.ts'

/**
 * Runs tests with the arguments of `vitest run`. Where up to five files failed they run once more, alone on the machine: with
 * thousands of tests on two busy cores one that leans on time fails now and then, and says nothing about the change that is tested.
 * Whatever passes only then is named at the end with what went wrong, to be mended. A fault fails twice.
 */
const mostFiles = 5

const folder = mkdtempSync(join(tmpdir(), 'kalends-tally-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const first = await run(process.argv.slice(2))
const again = first.tally?.files ?? []
if (first.tally === undefined || again.length === 0 || again.length > mostFiles || isMore(first.tally))
  end(first)
else {
  console.log(`\nOnce more, alone: ${again.map(({ path }) => path).join(', ')}\n`)
  const projects = new Set(again.map(({ project }) => project))
  const second = await run([
    ...[...projects].flatMap((project) => ['--project', project]),
    '--maxWorkers=1',
    ...new Set(again.map(({ path }) => path)),
  ])
  for (const { project, path, faults } of again)
    console.log([`At the first try: ${project} ${path}`, ...faults].join('\n  '))
  const others = first.tally.passed - again.reduce((so, { passed }) => so + passed, 0)
  end({
    status: second.status,
    tally: second.tally && { ...second.tally, passed: others + second.tally.passed },
  })
}

/** Whether more failed than can be run again: what was thrown outside all tests. */
function isMore({ failed, files }: Tally): boolean {
  return failed > files.reduce((so, file) => so + file.failed, 0)
}

interface Run {
  readonly status: number
  /** None where Vitest itself came to an end before its tests. */
  readonly tally: Tally | undefined
}

async function run(words: readonly string[]): Promise<Run> {
  const path = join(folder, `${words.length}-${Date.now()}.json`)
  const child = spawn('vitest', ['run', ...words], {
    stdio: 'inherit',
    env: { ...process.env, TEST_TALLY: path },
  })
  const status = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
  return { status, tally: readTally(path) }
}

function readTally(path: string): Tally | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Tally
  } catch {
    return undefined
  }
}

function end({ status, tally }: Run): void {
  if (tally) console.log(lineOf(tally))
  process.exitCode = status
}
