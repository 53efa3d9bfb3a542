import { configDefaults, defineConfig } from 'vitest/config'
import { tally } from './test/support/tally.ts'

/** Everything that stores something is tested on both databases. */
const onBoth = [
  'src/{auth,terms}/**/*.test.ts',
  'test/{api,imports,web}/**/*.test.ts',
  'test/cli/{cli,import.file,media,migrate}.test.ts',
  'test/process/**/*.test.ts',
  'test/house/wire.test.ts',
]

/** What is about PostgreSQL alone, or about both at once. */
const onPostgres = ['test/postgres/**/*.test.ts']

export default defineConfig({
  test: {
    // An awkward zone: a half-hour offset with daylight saving, so that code leaning on the host's zone fails.
    env: { TZ: 'Australia/Lord_Howe' },
    // Properties take their time, and machines differ: a test that hangs is what this is to catch.
    testTimeout: 180_000,
    hookTimeout: 180_000,
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
          // How pages look does not depend on what they are stored in.
          exclude: [...configDefaults.exclude, 'test/web/{quality,widget}.test.ts'],
          globalSetup: 'test/support/postgres.setup.ts',
          setupFiles: 'test/support/postgres.worker.ts',
        },
      },
    ],
  },
})
