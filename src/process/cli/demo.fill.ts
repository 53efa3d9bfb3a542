import { contextOf } from '../app.context.ts'
import { ensureFirstUser, firstUserNotice } from '../../http/auth/passwords.ts'
import { can } from '../../http/auth/rights.ts'
import { listUsers } from '../../http/auth/users.ts'
import type { Config, Environment } from '../../config/config.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { type DemoCounts, fillDemo, hasEvents } from '../demo/demo.write.ts'
import type { World } from './command.ts'
import { secondsNow, withDatabase } from './database.ts'

/** Fills the calendar of the settings; answers the numbers of records. Throws when it has events. */
export async function fillNow(
  world: World,
  options: { readonly seed: number; readonly withImages: boolean },
): Promise<DemoCounts> {
  return withDemoContext(world, world.environment, (parts) =>
    fillDemo(parts.context, { ...parts, ...options }),
  )
}

/** Fills the calendar before it is served, unless it has events. */
export async function addDemo(world: World, environment: Environment): Promise<void> {
  await withDemoContext(world, environment, async (parts) => {
    if (await hasEvents(parts.context.db.read))
      return world.remark('The calendar has events already: no demo is added.')
    await fillDemo(parts.context, { ...parts, seed: 1, withImages: true })
  })
}

async function withDemoContext<Result>(
  world: World,
  environment: Environment,
  work: (parts: Awaited<ReturnType<typeof partsOf>>) => Promise<Result>,
): Promise<Result> {
  return withDatabase({ ...world, environment }, async (db, config) => work(await partsOf(world, config, db)))
}

/** What writing the demo needs: the context of the service, and the first user who may publish, made if there is none. */
async function partsOf(world: World, config: Config, db: Database) {
  const first = await ensureFirstUser(db, secondsNow(world))
  if (first) world.remark(firstUserNotice(first, config.siteUrl || `http://localhost:${config.port}`))
  const caller = (await listUsers(db.read)).find((user) => can(user, 'manage_tags'))
  if (!caller) throw new Error('No user may publish: make one an editor with “kalends user role”.')
  const context = await contextOf({ config, db, now: world.now })
  return { context, caller, now: world.now(), remark: world.remark }
}
