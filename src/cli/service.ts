import { settingsPage } from '../config.page.ts'
import { readConfig, settingsTable } from '../config.ts'
import { command } from './command.ts'
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
      const environment = { ...(demo && demoEnvironment), ...world.environment, ...overrides }
      if (demo) {
        const { addDemo } = await import('./demo.fill.ts')
        await addDemo(world, environment)
      }
      await world.serve(readConfig(environment))
    },
  }),
  command({
    name: 'config',
    arguments: [],
    options: {
      json: { says: 'Print JSON.' },
      markdown: { says: 'Print the documentation of all settings instead.' },
    },
    summary: 'Print the settings in effect',
    run: async (world, { json, markdown }) => {
      if (markdown) return world.print(settingsPage().trimEnd())
      readConfig(world.environment)
      const columns = { name: ({ name }: Row) => name, value: ({ value }: Row) => value }
      printList(world, settingsTable(world.environment), columns, json)
    },
  }),
]

type Row = ReturnType<typeof settingsTable>[number]
