import { randomUUID } from 'node:crypto'
import { type Config, limitsOf, readConfig } from '../../config/config.ts'
import { withoutSecrets } from '../../pure/text/address.ts'
import { isBackedUpHere } from '../../storage/db/backup.ts'
import { runBackfills } from '../../storage/db/backfills.ts'
import { waitingBackfills } from '../../storage/db/backfills.state.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { examineDatabase, openDatabase } from '../../storage/db/open.ts'
import { program } from '../../storage/db/migrate.ts'
import { oldestAfter } from '../../storage/db/usable.ts'
import { command, type World } from './command.ts'

/** How often progress is told, and how long it is waited for another process, in milliseconds. */
const toldEvery_ms = 1_000

/** The commands for the schema of the database. */
export const migrateCommands = [
  command({
    name: 'migrate',
    arguments: [],
    options: {
      check: {
        says: 'Change nothing; print what waits to be applied, with exit status 1 when anything does.',
      },
      stopped: {
        says: 'All nodes are stopped: take away also what those of an older version would need.',
      },
      backfill: { says: 'Wait until what is done beside the requests is done, too.' },
    },
    summary: 'Bring the database up to date',
    details:
      'The service does so by itself when it starts. Migrations go forward only, and processes of the version before go on ' +
      'serving meanwhile and afterwards; of several processes one migrates and the others wait. A calendar in a file is copied ' +
      'before (BACKUP_BEFORE_UPGRADE). What touches every record is done beside the requests, by one process at a time.',
    run: async (world, { check, stopped, backfill }) => {
      const config = readConfig(world.environment)
      const { pending, oldest } = await examineDatabase(config.databaseUrl, limitsOf(config))
      if (check) return tell(world, config, { pending, oldest })
      const db = await openDatabase(config.databaseUrl, {
        ...limitsOf(config),
        isAlone: stopped,
        onStep: (name) => world.remark(`${name} …`),
      })
      try {
        world.remark(pending.length === 0 ? 'The database is up to date.' : `Applied: ${pending.join(', ')}.`)
        await (backfill ? finishBackfills(world, db) : tellBackfills(world, db))
      } finally {
        await db.close()
      }
    },
  }),
]

/** What would be done, and who could use the database then. */
function tell(
  world: World,
  { databaseUrl: url }: Config,
  { pending, oldest }: { readonly pending: readonly string[]; readonly oldest: string },
): void {
  if (pending.length === 0) return world.remark('The database is up to date.')
  world.print(pending.join('\n'))
  world.remark(`Afterwards ${oldestAfter({ oldest }, pending, program())} and later can use the database.`)
  if (!isBackedUpHere(url))
    world.remark(
      `Nothing is copied before: pg_dump --format=custom --file=before.dump '${withoutSecrets(url)}'`,
    )
  throw new Error('The database is not up to date. Next: kalends migrate')
}

async function tellBackfills({ remark }: World, db: Database): Promise<void> {
  for (const { name, done, of } of await waitingBackfills(db.read))
    remark(
      `${name}: ${of - done} records wait, which the service does beside the requests, or kalends migrate --backfill.`,
    )
}

/** Does what waits, or waits for whoever is at it. */
async function finishBackfills(world: World, db: Database): Promise<void> {
  const { now, remark, pause } = world
  const known = async () =>
    (await waitingBackfills(db.read)).filter(({ name }) => program().migrations[name]?.backfill)
  let told = 0
  const by = randomUUID()
  const onProgress = (name: string, done: number, of: number) => {
    if (now().epochMilliseconds - told < toldEvery_ms) return
    told = now().epochMilliseconds
    remark(`${name} … ${Math.floor((100 * done) / of)} %`)
  }
  await world.interruptible(async (signal) => {
    while ((await known()).length > 0 && !signal.aborted) {
      await runBackfills(db, { by, now, signal, onProgress })
      const [next] = await known()
      if (!next) break
      onProgress(next.name, next.done, next.of)
      await pause(toldEvery_ms)
    }
  })
  remark('Nothing waits to be done beside the requests.')
}
