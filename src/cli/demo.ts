import { ensureFirstUser, firstUserNotice } from '../auth/passwords.ts'
import { listUsers } from '../auth/users.ts'
import { can } from '../auth/rights.ts'
import { type Environment, readConfig } from '../config.ts'
import type { Database } from '../db/dialect.ts'
import { city } from '../demo/demo.city.ts'
import { BadUsage, command, type World } from './command.ts'
import { secondsNow, withDatabase } from './database.ts'

/** The command that fills a calendar to look at. */
export const demoCommands = [
  command({
    name: 'demo',
    arguments: [],
    options: {
      'no-images': { says: 'Leave out the images, which take most of the time.' },
      seed: {
        value: 'NUMBER',
        says: 'Make another calendar; the same number on the same day makes the same one.',
      },
    },
    summary: 'Fill an empty calendar with an invented city’s year',
    details:
      'A calendar that has events is left as it is. The events are written as people would write them, by the first user. ' +
      `To show them as the city’s own: ${Object.keys(demoSettings()).join(', ')} as “kalends serve --demo” has them.`,
    run: async (world, { 'no-images': noImages, seed }) => {
      if (seed !== undefined && !/^\d{1,9}$/.test(seed))
        throw new BadUsage(`--seed must be a whole number of at most nine digits, not “${seed}”.`)
      const { fillDemo } = await import('../demo/demo.write.ts')
      const counts = await withDemoContext(world, world.environment, (parts) =>
        fillDemo(parts.context, { ...parts, seed: Number(seed ?? 1), withImages: !noImages }),
      )
      world.print(
        Object.entries(counts)
          .map(([what, count]) => `${count} ${what}`)
          .join(', '),
      )
    },
  }),
]

/** The settings of a calendar that shows the demo; whatever is set otherwise stays. */
export const demoEnvironment: Environment = demoSettings()

/** Fills the calendar before it is served; one that has events is served as it is. */
export async function addDemo(world: World, environment: Environment): Promise<void> {
  const { fillDemo, hasEvents } = await import('../demo/demo.write.ts')
  await withDemoContext(world, environment, async (parts) => {
    if (await hasEvents(parts.context.db.read))
      return world.remark('The calendar has events already: no demo is added.')
    await fillDemo(parts.context, { ...parts, seed: 1, withImages: true })
  })
}

function demoSettings() {
  return {
    SITE_NAME: `What’s on in ${city.name}`,
    SITE_DESCRIPTION: `Everything that happens in ${city.name}, an invented city`,
    SITE_TIMEZONE: city.zone,
    CURRENCY_SYMBOL: city.currencySymbol,
    CURRENCY_CODE: city.currencyCode,
  }
}

async function withDemoContext<Result>(
  world: World,
  environment: Environment,
  work: (parts: Awaited<ReturnType<typeof partsOf>>) => Promise<Result>,
): Promise<Result> {
  return withDatabase({ ...world, environment }, async (db) => work(await partsOf(world, environment, db)))
}

/** What the demo is written with: the context of the service, and the first user who may publish, made if there is none. */
async function partsOf(world: World, environment: Environment, db: Database) {
  const first = await ensureFirstUser(db, secondsNow(world))
  if (first) world.remark(firstUserNotice(first))
  const caller = (await listUsers(db.read)).find((user) => can(user, 'manage_tags'))
  if (!caller) throw new Error('No user may publish: make one an editor with “kalends user role”.')
  // Loaded only here: the other commands do without the whole server.
  const { contextOf } = await import('../app.ts')
  const context = await contextOf({ config: readConfig(environment), db, now: world.now })
  return { context, caller, now: world.now(), remark: world.remark }
}
