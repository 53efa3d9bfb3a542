import type { Environment } from '../../config/config.ts'
import { city } from '../demo/demo.city.ts'
import { BadUsage, command } from './command.ts'

/** The command that fills a calendar with the demo. */
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
      const { fillNow } = await import('./demo.fill.ts')
      const counts = await fillNow(world, { seed: Number(seed ?? 1), withImages: !noImages })
      world.print(
        Object.entries(counts)
          .map(([what, count]) => `${count} ${what}`)
          .join(', '),
      )
    },
  }),
]

/** The default settings of a calendar with the demo. */
export const demoEnvironment: Environment = demoSettings()

function demoSettings() {
  return {
    SITE_NAME: `What’s on in ${city.name}`,
    SITE_DESCRIPTION: `Everything that happens in ${city.name}, an invented city`,
    SITE_TIMEZONE: city.zone,
    CURRENCY_SYMBOL: city.currencySymbol,
    CURRENCY_CODE: city.currencyCode,
    SUBMISSIONS: 'everybody',
  }
}
