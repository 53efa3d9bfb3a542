import type { Reporter } from 'vitest/node'

/**
 * Ends a test run with the line `N passed, N failed`, which CI reads. Whatever fails outside a test counts as a failure
 * too: a file that does not load, a hook, an unhandled error. A test that passed at its second try is named before it with what went
 * wrong at the first, to be mended.
 */
export const tally: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const passed = tests.filter((test) => test.result().state === 'passed').length
    const failed = tests.filter((test) => test.result().state === 'failed').length
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const broken = suites.filter((suite) => suite.errors().length > 0).length
    for (const test of tests.filter((one) => one.diagnostic()?.flaky)) {
      const wrong = test.result().errors?.map(({ message }) => message) ?? []
      console.log(
        [`At the second try: ${test.module.relativeModuleId} > ${test.fullName}`, ...wrong].join('\n  '),
      )
    }
    console.log(`${passed} passed, ${failed + broken + unhandledErrors.length} failed`)
  },
}
