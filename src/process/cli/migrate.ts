import { limitsOf, readConfig } from '../../config/config.ts'
import { findPendingMigrations, openDatabase } from '../../storage/db/open.ts'
import { command } from './command.ts'

/** The commands for the schema of the database. */
export const migrateCommands = [
  command({
    name: 'migrate',
    arguments: [],
    options: {
      check: {
        says: 'Change nothing; print what waits to be applied, with exit status 1 when anything does.',
      },
    },
    summary: 'Bring the database up to date',
    details:
      'The service does so by itself when it starts. Migrations go forward only, and processes of the version before go on ' +
      'serving meanwhile and afterwards; of several processes one migrates and the others wait.',
    run: async (world, { check }) => {
      const config = readConfig(world.environment)
      const pending = await findPendingMigrations(config.databaseUrl)
      if (check) {
        if (pending.length === 0) return world.remark('The database is up to date.')
        world.print(pending.join('\n'))
        throw new Error('The database is not up to date. Next: kalends migrate')
      }
      const db = await openDatabase(config.databaseUrl, limitsOf(config))
      await db.close()
      world.remark(pending.length === 0 ? 'The database is up to date.' : `Applied: ${pending.join(', ')}.`)
    },
  }),
]
