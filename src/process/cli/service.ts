import { settingsExample, settingsPage } from '../../config/config.page.ts'
import { laidOver } from '../../config/config.files.ts'
import { namesFromFile, readConfig, settingsTable, type StoredSettings } from '../../config/config.ts'
import { isThere } from '../../config/databaseAddress.ts'
import { messageOf } from '../../pure/text/errorDetails.ts'
import { BadUsage, command, type World } from './command.ts'
import { demoEnvironment } from './demo.ts'
import { printList } from './table.ts'

/** The commands for the service itself. */
export const serviceCommands = [
  command({
    name: 'serve',
    arguments: [],
    options: {
      host: { value: 'HOST', says: 'Listen on this address; overrides the setting HOST.' },
      port: { value: 'PORT', says: 'Listen on this port; overrides the setting PORT.' },
      demo: {
        says: 'Fill an empty calendar with an invented city’s year first, and show it as that city’s.',
      },
    },
    summary: 'Run the service until it is told to stop (SIGTERM or SIGINT)',
    run: async (world, { host, port, demo }) => {
      const overrides = {
        ...(host !== undefined && { HOST: host }),
        ...(port !== undefined && { PORT: port }),
      }
      const given = laidOver(world.environment, overrides)
      const environment = demo ? laidOver(demoEnvironment, given) : given
      if (demo) {
        const { addDemo } = await import('./demo.fill.ts')
        await addDemo(world, environment)
      }
      // What the demo says of itself may be changed while it runs.
      await world.serve(readConfig(environment, given))
    },
  }),
  command({
    name: 'config',
    arguments: ['SETTING?'],
    options: {
      json: { says: 'Print JSON.' },
      markdown: { says: 'Print the documentation of all settings instead.' },
      example: { says: 'Print a file .env to begin with instead: all settings, as comments.' },
    },
    summary: 'Print the settings in effect, or one, and where each comes from',
    details:
      'From “environment”, the file “.env”, a file that “NAME_FILE” names, “database”, where some may be changed while the service runs, or “default”.',
    run: async (world, { SETTING: named, json, markdown, example }) => {
      if (markdown) return world.print(settingsPage().trimEnd())
      if (example) return world.print(settingsExample().trimEnd())
      const { environment, directory } = world
      const ofFile = namesFromFile(directory, environment)
      const from = (row: Row) => (row.from === 'environment' && ofFile.has(row.name) ? '.env' : row.from)
      const columns = { name: ({ name }: Row) => name, value: ({ value }: Row) => value, from }
      const rows = settingsTable(environment, await storedIn(world))
      if (named !== undefined && !rows.some(({ name }) => name === named))
        throw new BadUsage(`There is no setting “${named}”: “kalends config” lists those there are.`)
      printList(world, named === undefined ? rows : rows.filter(({ name }) => name === named), columns, json)
    },
  }),
]

/** The settings that the database has, if there is one of this version. */
async function storedIn(world: World): Promise<StoredSettings> {
  const { databaseUrl: url } = readConfig(world.environment)
  if (!isThere(url)) return new Map()
  try {
    const { findPendingMigrations } = await import('../../storage/db/open.ts')
    if ((await findPendingMigrations(url)).length > 0) return new Map()
    const { withDatabase } = await import('./database.ts')
    const { readSettings } = await import('../../people/settings/settings.query.ts')
    return await withDatabase(world, (db) => readSettings(db.read))
  } catch (error) {
    world.remark(`What the database has of them is not shown. ${messageOf(error)}`)
    return new Map()
  }
}

type Row = ReturnType<typeof settingsTable>[number]
