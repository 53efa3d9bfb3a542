import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { fleetingFolder } from './test/support/fleetingFolder.ts'
import { DeclaredOrder } from './test/support/sequencer.ts'
import { tally } from './test/support/tally.ts'

/**
 * Tests are grouped by what they cost, and each is in the cheapest group that can hold it. `npm test` runs the first five,
 * `npm run test:quick` the first of them, `npm run test:long` the others:
 * - `quick`: pieces, in this process: what stands beside its code in `src/`, and the house;
 * - `calendars`: what they are together, in this process and on the embedded database: requests, pages, imports, commands, files;
 * - `programs`: starts programs, or builds the package;
 * - `browser`: reads pages in Chromium;
 * - `smoke`: some wire scenarios on a PostgreSQL server, which is started for the run;
 * - `properties`: models and fuzz, and whatever of the first two tries properties, more than twice as often as there;
 * - `visits`: what takes long and breaks seldom: whole visits in Chromium, other windows and colours of the pages, the package as it
 *   is installed elsewhere, what programs of others make of the documents, who asks for much and reads slowly;
 * - `kills`: kills processes and ends them in order, again and again;
 * - `upgrades`: each release and this program as nodes of one calendar;
 * - `postgres`: what can differ on a PostgreSQL server.
 */
const calendars = [
  'test/{admin,api,cli,db,files,images,imports,web}/**/*.test.ts',
  'test/house/wire/*.test.ts',
]

/** They compare with a model whatever they make up, or send it: nearly all of their time is for trying once more. */
const models = ['test/**/*.{fuzz,model}.test.ts']

const programs = [
  'test/cli/program.test.ts',
  'test/files/s3.test.ts',
  'test/api/media.s3.test.ts',
  'test/house/{bundle,exit,tutorials}.test.ts',
  'test/process/start.test.ts',
]

const browser = [
  'test/web/{quality,widget.crowd,widget.plain}.test.ts',
  'test/web/{embed,foreign,map.clusters,passkeys}.test.ts',
  'test/admin/opening.test.ts',
  'test/house/site.test.ts',
]

const visits = [
  'test/web/quality.test.ts',
  'test/web/{door.visit,journeys,journeys.room,journeys.views,letters.visit,pictures,submit.visit,widget,widget.fields,widget.place}.test.ts',
  'test/admin/{colleagues,dates,door,dropping,editing,entering,fields,finding,guests,history,keeping,letters,own,pasting,pin,proposals,queue,registering,reviewing,roles,running,steady,trash,typed,upgraded,walk}.test.ts',
  'test/house/{clients,client.package,image.locked,openapi.lint,package}.test.ts',
  'test/api/{holding,idle,stalled,submissions.spam}.test.ts',
  'test/imports/holding.test.ts',
]

const smoke = ['test/house/wire.smoke.test.ts']

/** Two releases at once: what takes long, and needs the history of this copy. */
const upgrades = ['test/upgrades/mixed.test.ts']

const kills = ['src/process/workers.test.ts', 'test/files/crash.test.ts', 'test/process/**/*.test.ts']

/** The files of tests among these whose text is so. */
const found = (files: string, isSo: (text: string) => boolean) =>
  globSync(files).filter((file) => isSo(readFileSync(file, 'utf8')))

/** Statements of its own, by which a test puts rows where no request would, or looks at what is stored. */
const statement = /\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql[`<]/

/** About the file of SQLite; and of what the index alone answers, with a large calendar or without an app. */
const ofFiles = /'node:sqlite'|\bSqliteAdapter\b/
const ofIndex = /\/support\/(?:context|fill)\.ts'/

/**
 * On PostgreSQL is tested what names SQL, and what is about databases or nodes that share one; so is, by its name, what has queries
 * that nothing of these asks. That all the rest says the same on both is asked by `test/postgres/differential.test.ts`, byte for
 * byte, for what is read, and by the wire scenarios and the models for what is written.
 */
const onBoth = [
  ...found(
    '{src,test/{api,db,imports,web}}/**/*.test.ts',
    (text) => statement.test(text) && !ofFiles.test(text) && !ofIndex.test(text),
  ),
  ...found(
    'test/**/*.test.ts',
    (text) =>
      /\b(?:usesSqlite|createTestDatabase|createDatabaseWithAccounts|watched)\b/.test(text) &&
      !ofFiles.test(text),
  ),
  'test/api/{geocoding,guests*,history*,merging,own*,*.fuzz,*.model,*.nodes}.test.ts',
  'test/{cli/import.kalends,db/filters,house/wire/*,imports/jobs,imports/site.kalends,process/index.killed,process/stream,process/{webhooks.crash,letters.killed,own.killed}}.test.ts',
]

/**
 * They look at what is stored after a calendar of another kind was read. How it is read is no matter of databases, and all of them
 * store by what `apply`, `everyField`, `follow` and `site.kalends` beside them try on both.
 */
const ofReaders = ['test/imports/{old.lists,old.texts,site,site.old,site.pages,tables.own}.test.ts']

/** What is about PostgreSQL alone, or about both at once. */
const onPostgres = ['test/postgres/**/*.test.ts']

const everywhere = configDefaults.exclude

/** What tests on PostgreSQL need around them. */
const postgresServer = {
  globalSetup: ['test/support/bundle.setup.ts', 'test/support/postgres.setup.ts'],
  setupFiles: 'test/support/postgres.worker.ts',
}

/** What tests that start the program need. */
const bundledProgram = { globalSetup: 'test/support/bundle.setup.ts' }

/** The files that try properties: each asks `runs` how often. */
const properties = found('{src,test}/**/*.test.ts', (text) => text.includes('/support/runs.ts'))

/** The environment of tests whose calendars need not outlive anything. */
const fleeting = { TMPDIR: fleetingFolder() }

const elsewhere = [
  ...everywhere,
  ...programs,
  ...browser,
  ...smoke,
  ...visits,
  ...kills,
  ...upgrades,
  ...onPostgres,
]

export default defineConfig({
  test: {
    // Node itself loads the modules, as it does in production, and each process keeps them from one file of tests to the
    // next: transforming and loading them anew for each file took more than half of the time of all tests. So a file puts back
    // what it changes of the process (`vi.stubEnv`, spies on modules of Node).
    experimental: { viteModuleRunner: false },
    isolate: false,
    // An awkward zone: a half-hour offset with daylight saving, so that code leaning on the host's zone fails.
    env: { TZ: 'Australia/Lord_Howe' },
    // Properties take their time, and machines differ: a test that hangs is what this is to catch.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // So does what is waited for: on a busy machine a second, as it would be, is over before anything has happened.
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    // Left to itself, Vitest uses one of two cores. One more than there are works while others wait: for a disk, for another process.
    maxWorkers: availableParallelism() + 1,
    setupFiles: ['test/support/compileCache.ts', 'test/support/cheapHashes.ts', 'test/support/nearReader.ts'],
    sequence: { sequencer: DeclaredOrder },
    reporters: ['default', tally],
    // In the order in which they run (`sequencer.ts`): what takes long for each file begins first.
    projects: [
      {
        extends: true,
        test: { name: 'smoke', include: smoke, env: fleeting, ...postgresServer },
      },
      { extends: true, test: { name: 'browser', include: browser, env: fleeting } },
      { extends: true, test: { name: 'programs', include: programs, env: fleeting, ...bundledProgram } },
      {
        extends: true,
        test: { name: 'calendars', include: calendars, exclude: [...elsewhere, ...models], env: fleeting },
      },
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...elsewhere, ...models, ...calendars],
          env: fleeting,
        },
      },
      {
        extends: true,
        test: { name: 'visits', include: visits, env: { TEST_LONG: 'true' }, ...bundledProgram },
      },
      {
        extends: true,
        test: { name: 'kills', include: kills, exclude: [...everywhere, ...programs], ...bundledProgram },
      },
      { extends: true, test: { name: 'upgrades', include: upgrades, ...bundledProgram } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...onBoth, ...onPostgres],
          exclude: [...everywhere, ...programs, ...browser, ...smoke, ...visits, ...upgrades, ...ofReaders],
          env: fleeting,
          ...postgresServer,
        },
      },
      {
        extends: true,
        test: {
          name: 'properties',
          include: [...properties, ...models],
          exclude: elsewhere,
          env: { ...fleeting, TEST_LONG: 'true' },
        },
      },
    ],
  },
})
