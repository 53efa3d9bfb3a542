import { readConfig } from '../../config/config.ts'
import { backUp, type Counts, restore } from '../../storage/db/backup.ts'
import { command, pathIn, type World } from './command.ts'

/** The commands that back up and restore a calendar. */
export const backupCommands = [
  command({
    name: 'backup',
    arguments: ['FILE'],
    options: {
      media: { value: 'DIR', says: 'Copy the files of images into this folder; those there already stay.' },
    },
    summary: 'Copy the calendar into a file and check the copy',
    details:
      'The service may go on running: the copy is of one moment. It is opened and read as a whole before it gets its ' +
      'name, and nothing is overwritten. It holds what passwords are checked by: keep it as safe as the calendar. Of a ' +
      'calendar in PostgreSQL, pg_dump makes the backup.',
    run: async (world, { FILE: file, media }) => {
      const config = readConfig(world.environment)
      const counts = await world.interruptible((signal) =>
        backUp(config.databaseUrl, pathIn(world, file), { signal, onProgress: progressOn(world) }),
      )
      world.print(told(counts))
      world.remark(`Checked, and kept as ${file}.`)
      // After the calendar, as files are stored before the records that refer to them.
      if (media === undefined) return
      const { copyMediaOut } = await import('./media.copy.ts')
      await copyMediaOut(world, config, media)
    },
  }),
  command({
    name: 'restore',
    arguments: ['FILE'],
    options: {
      media: { value: 'DIR', says: 'Copy the files of images from this folder back into their store.' },
      force: { says: 'Do so although there is a calendar with something in it: it is put aside.' },
    },
    summary: 'Put a backup in the place of the calendar',
    details:
      'The backup is read as a whole first. The service must be stopped. What was there before is kept beside it, under a ' +
      'name that says when. A backup of an older version is brought up to date by the next start. Of a calendar in ' +
      'PostgreSQL, pg_restore or psql bring back what pg_dump made.',
    run: async (world, { FILE: file, media, force }) => {
      const config = readConfig(world.environment)
      const { assertMediaFolder, copyMediaBack } = await import('./media.copy.ts')
      if (media !== undefined) assertMediaFolder(world, media)
      const { counts, aside } = await world.interruptible((signal) =>
        restore(pathIn(world, file), config.databaseUrl, { force, now: world.now(), signal }),
      )
      if (aside !== undefined) world.remark(`What was there before is kept as ${aside}.`)
      world.print(told(counts))
      if (media !== undefined) await copyMediaBack(world, config, media)
    },
  }),
]

function told(counts: Counts): string {
  return Object.entries(counts)
    .map(([table, count]) => `${table}\t${count}`)
    .join('\n')
}

function progressOn(world: World): ((done: number, total: number) => void) | undefined {
  if (!world.isTerminal) return undefined
  return (done, total) => world.remark(`${done}/${total} pages`)
}
