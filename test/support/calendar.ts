import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUser } from '../../src/http/auth/users.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import { createTestDatabase } from './database.ts'
import { fillCalendar, type Filling } from './fill.ts'

/** A calendar of an administrator, for tests of what its database answers. */
export interface TestCalendar {
  readonly db: Database
  /** The ID of the administrator. */
  readonly author: number
  /** It goes with the calendar. */
  readonly folder: string
  /** Opens its database once more, as another process does; it is closed with the calendar. */
  openAgain(): Promise<Database>
  close(): Promise<void>
}

/** Makes a calendar, filled with events of the administrator's if it is said how. */
export async function createTestCalendar(filling?: Omit<Filling, 'authors'>): Promise<TestCalendar> {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  const database = await createTestDatabase(folder)
  const opened: Database[] = []
  const openAgain = async () => {
    const db = await openDatabase(database.url)
    opened.push(db)
    return db
  }
  const db = await openAgain()
  const user = { login: 'ann', email: 'ann@example.org', role: 'administrator' } as const
  const { id: author } = await createUser(db, user, 0)
  if (filling) await fillCalendar(db, { ...filling, authors: [author] })
  return {
    db,
    author,
    folder,
    openAgain,
    close: async () => {
      for (const each of opened) await each.close()
      await database.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
