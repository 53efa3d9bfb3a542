import { zoneNamed } from '../../pure/calendar/zone.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { plainRow } from '../../outward/feeds/csv.ts'
import type { Difference } from '../../outward/imports/imports.compare.alone.ts'
import { compare } from '../../outward/imports/imports.compare.ts'
import type { ImportSource } from '../../outward/imports/imports.record.ts'
import type { World } from './command.ts'
import { createProgress } from './import.progress.ts'

const columns = ['kind', 'id', 'title', 'field', 'there', 'here'] as const satisfies (keyof Difference)[]

/** Prints in what a site and the calendar differ, and answers in how many things. */
export async function compareSite(
  world: World,
  db: Database,
  config: Config,
  source: ImportSource,
): Promise<number> {
  const progress = createProgress(world)
  const comparing = {
    db,
    home: config.siteUrl,
    siteZone: zoneNamed(config.siteTimezone),
    now: world.now(),
  }
  let [differences, compared] = [0, 0]
  const told = (done: number, expected: number | undefined) => {
    compared = done
    progress.told({ done, expected })
  }
  try {
    for await (const difference of compare(source, comparing, told)) {
      if (differences === 0) await world.write(plainRow(columns))
      await world.write(plainRow(columns.map((name) => difference[name])))
      differences += 1
    }
  } finally {
    progress.end()
  }
  world.remark(`${compared} records were compared${differences === 0 ? ': nothing differs' : ''}.`)
  return differences
}
