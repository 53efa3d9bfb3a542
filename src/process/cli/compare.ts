import { readConfig } from '../../config/config.ts'
import { BadUsage, command, Undecided } from './command.ts'
import { withDatabase } from './database.ts'
import { siteOptions } from './site.options.ts'

/** The command by which an owner signs a move off. */
export const compareCommands = [
  command({
    name: 'compare',
    arguments: ['SITE'],
    options: {
      ...siteOptions,
    },
    summary: 'Tell what of a site differs from this calendar',
    details:
      'Reads the site as “kalends import” does, and this calendar, and writes nothing. What differs goes to stdout as a table ' +
      '(CSV): kind, id, title, field, there, here; a record that one of them lacks is “missing” there. Who wrote a record, and ' +
      'when it was changed last, is not compared. Exit status: 0 nothing differs, 1 something does, 2 it could not be told.',
    run: async (world, { SITE, 'password-file': passwordFile, ...words }) => {
      const config = readConfig(world.environment)
      const { siteOfAddress } = await import('./import.site.ts')
      const { compareSite } = await import('./compare.site.ts')
      const differences = await siteOfAddress(world, config, { ...words, passwordFile, source: SITE })
        .then((source) => withDatabase(world, (db, settled) => compareSite(world, db, settled, source)))
        .catch((error: unknown) => {
          throw error instanceof BadUsage ? error : new Undecided(error)
        })
      if (differences > 0)
        throw new Error(differences === 1 ? 'One thing differs.' : `${differences} things differ.`)
    },
  }),
]
