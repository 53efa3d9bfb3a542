import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { tally } from './test/support/tally.ts'

/**
 * Everything that stores something is tested on both databases. Not here: what is computed or kept in files without a
 * database (the rest of `src/`, `test/files`, `test/images`), how the package is made (`test/house`), and what is about the
 * file of SQLite itself: how it is opened, explained, and kept by `kalends backup` (PostgreSQL has `pg_dump`).
 */
const onBoth = [
  'src/{auth,terms}/**/*.test.ts',
  'src/cli/run.test.ts',
  'test/{api,cli,imports,process,web}/**/*.test.ts',
  'test/db/{agenda,facets,filters,linked,listings,places,relevance,searches,totals,words}.test.ts',
  'test/house/wire.test.ts',
]

/** How pages look does not depend on what they are stored in, and a backup is of a file. */
const notOnPostgres = [
  'test/web/{quality,widget,widget.crowd,widget.plain}.test.ts',
  'test/cli/{backup,backup.unfinished}.test.ts',
]

/** What is about PostgreSQL alone, or about both at once. */
const onPostgres = ['test/postgres/**/*.test.ts']

export default defineConfig({
  test: {
    // An awkward zone: a half-hour offset with daylight saving, so that code leaning on the host's zone fails.
    env: { TZ: 'Australia/Lord_Howe' },
    // Properties take their time, and machines differ: a test that hangs is what this is to catch.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // So does what is waited for: on a busy machine a second, as it would be, is over before anything has happened.
    expect: { poll: { timeout: 60_000 } },
    // Left to itself, Vitest uses one of two cores, and takes more than an hour.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: ['default', tally],
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...onPostgres],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...onBoth, ...onPostgres],
          exclude: [...configDefaults.exclude, ...notOnPostgres],
          globalSetup: 'test/support/postgres.setup.ts',
          setupFiles: 'test/support/postgres.worker.ts',
        },
      },
    ],
  },
})
