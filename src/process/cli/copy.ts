import { limitsOf, readConfig } from '../../config/config.ts'
import { databaseAt } from '../../config/databaseAddress.ts'
import { copyDatabase, type CopyProgress } from '../../storage/db/copy.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { assertThere, examineDatabase, openDatabase, openToCopyInto } from '../../storage/db/open.ts'
import { command, pathIn, type World } from './command.ts'

/** How often progress is shown, in milliseconds. */
const toldEvery_ms = 1_000

/** The command that moves a calendar from one database to another. */
export const copyCommands = [
  command({
    name: 'copy',
    arguments: [],
    options: {
      from: {
        value: 'DATABASE',
        required: true,
        says: 'The calendar: an SQLite file or a postgres:// address.',
      },
      to: { value: 'DATABASE', required: true, says: 'An empty database of either kind, or none yet.' },
    },
    summary: 'Copy a calendar into another database, every id kept',
    details:
      'The service must be stopped: nothing may change meanwhile. Broken off, the same command goes on where it was. At ' +
      'the end both are read as a whole and compared; the number of rows and the SHA-256 of every table are printed. ' +
      'Until then no service starts on the copy. Files of images are in no database: keep DATA_DIR.',
    run: async (world, words) => {
      const at = (named: string) => databaseAt(named, (path) => pathIn(world, path))
      const [from, to] = [at(words.from), at(words.to)]
      const limits = limitsOf(readConfig(world.environment))
      await assertCalendar(from)
      await using source = closing(await openDatabase(from, limits))
      await using target = closing(await openToCopyInto(to, limits))
      const copied = await copyDatabase(source.db, target.db, progressOn(world))
      world.print(copied.map(({ table, rows, sha256 }) => `${table}\t${rows}\t${sha256}`).join('\n'))
      world.remark('Copied and compared: both hold the same.')
    },
  }),
]

function closing(db: Database) {
  return { db, [Symbol.asyncDispose]: () => db.close() }
}

/** Throws a sentence when there is no calendar of this version, as opening would make one. */
async function assertCalendar(url: string): Promise<void> {
  assertThere(url)
  const { pending, unknown } = await examineDatabase(url)
  if (pending.length > 0)
    throw new Error(
      `What is to be copied is no calendar of this version: ${pending.join(', ')} would have to be applied first, by “kalends migrate” with DATABASE_URL set to it.`,
    )
  if (unknown.length > 0)
    throw new Error(
      `What is to be copied was brought up to date by a later version, with ${unknown.join(', ')}: this one would leave out what it does not know. Copy it with that version.`,
    )
}

/** A line when a table is done, and every second while it is not. */
function progressOn({ now, remark }: World): CopyProgress {
  let told = now().epochMilliseconds
  return (table, done, total) => {
    const at = now().epochMilliseconds
    if (done < total && at - told < toldEvery_ms) return
    told = at
    remark(`${table}: ${done} of ${total}`)
  }
}
