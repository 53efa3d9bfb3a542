import { writeFileSync } from 'node:fs'
import process from 'node:process'
import type { Reporter, TestModule } from 'vitest/node'

/** How a run of tests ended, as `test/run.ts` reads it from the file that `TEST_TALLY` names. */
export interface Tally {
  readonly passed: number
  /** Whatever fails outside a test counts too: a file that does not load, a hook, an unhandled error. */
  readonly failed: number
  /** Those in which something failed. */
  readonly files: readonly FailedFile[]
}

/** A file in which something failed. */
export interface FailedFile {
  readonly project: string
  /** From the root of the repository. */
  readonly path: string
  /** Of its tests. */
  readonly passed: number
  readonly failed: number
  /** What failed, each with why, to be read. */
  readonly faults: readonly string[]
}

/** How many of the slowest tests are named at the end, and from when on a test is among those that are summed up. */
const named = 10
const long_ms = 1000

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** What takes longest, in lines to be read: by the clock, so that on a busy machine only the order says something. */
function slowest(tests: readonly { readonly name: string; readonly ms: number }[]): string {
  const long = tests.filter(({ ms }) => ms > long_ms)
  const sum = (some: typeof tests) => seconds(some.reduce((so, { ms }) => so + ms, 0))
  const first = tests.toSorted((one, other) => other.ms - one.ms).slice(0, named)
  return [
    `${long.length} tests above ${seconds(long_ms)} take ${sum(long)} of ${sum(tests)}. The slowest:`,
    ...first.map(({ name, ms }) => `${seconds(ms).padStart(8)}  ${name}`),
  ].join('\n')
}

/** Ends a test run with what took longest, and the line `N passed, N failed`, which CI reads; or writes it to a file, for who goes on from there. */
export const tally: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const files = modules.map(outcomeOf)
    const taken: Tally = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: files.reduce((so, { failed }) => so + failed, unhandledErrors.length),
      files: files.filter(({ failed }) => failed > 0),
    }
    if (modules.length > 1)
      console.log(
        slowest(
          tests.map((test) => ({
            name: `${test.module.relativeModuleId}: ${test.fullName}`,
            ms: test.diagnostic()?.duration ?? 0,
          })),
        ),
      )
    const path = process.env['TEST_TALLY']
    if (path === undefined) console.log(lineOf(taken))
    else writeFileSync(path, JSON.stringify(taken))
  },
}

/** The line that ends a run. */
export function lineOf({ passed, failed }: Pick<Tally, 'passed' | 'failed'>): string {
  return `${passed} passed, ${failed} failed`
}

function outcomeOf(module: TestModule): FailedFile {
  const tests = [...module.children.allTests()]
  const suites = [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
  const failed = tests.filter((test) => test.result().state === 'failed')
  return {
    project: module.project.name,
    path: module.relativeModuleId,
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: failed.length + suites.length,
    faults: [
      ...suites.flatMap((suite) => suite.errors().map(({ message }) => `outside a test: ${message}`)),
      ...failed.map((test) => `${test.fullName}: ${(test.result().errors ?? [])[0]?.message ?? ''}`),
    ],
  }
}
