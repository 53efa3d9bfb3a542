import { DatabaseUnavailable } from '../../storage/db/unavailability.ts'
import { ImportFault } from '../../outward/imports/imports.record.ts'
import { BadUsage, type World } from './command.ts'

/** Timers cannot wait for more than 24 days: a longer one would end at once, and requests would have no pause. */
const longestWait_h = 500

const units = { s: 1_000, m: 60_000, h: 3_600_000 } as const

/** A time such as `30s`, `10m` or `2h`, in milliseconds; undefined where none is given. */
export function readWatch(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const [, digits, unit] = /^(\d{1,4})([smh])$/.exec(text) ?? []
  const time_ms = Number(digits) * (units[unit as keyof typeof units] ?? Number.NaN)
  if (time_ms > 0 && time_ms <= longestWait_h * units.h) return time_ms
  throw new BadUsage(
    `--watch takes a time such as 30s, 10m or 2h, of at most ${longestWait_h}h, not “${text}”.`,
  )
}

/** Does the work again and again, with a pause after each time. That it could not be done is told with the time, and tried again. */
export async function watch(
  world: World,
  every_ms: number,
  work: (world: World) => Promise<unknown>,
): Promise<never> {
  const timed = withTime(world)
  for (;;) {
    await work(timed).catch((error: unknown) => {
      // The source, or the database, may be available again next time.
      if (!(error instanceof ImportFault || error instanceof DatabaseUnavailable)) throw error
      timed.remark(error.message)
    })
    await world.pause(every_ms)
  }
}

/** Adds the time to everything that is printed. */
function withTime(world: World): World {
  const time = () => world.now().toString({ smallestUnit: 'second' })
  return { ...world, remark: (text) => world.remark(`${time()} ${text}`) }
}
