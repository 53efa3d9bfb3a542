import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventIndex } from '../../storage/index/eventIndex.ts'
import { zoneNamed } from '../../pure/calendar/zone.ts'
import { Current } from '../../storage/db/revisionCache.ts'
import type { Database, Writer } from '../../storage/db/dialect.ts'
import { openDatabase } from '../../storage/db/open.ts'
import { rowsIn } from '../../storage/db/rows.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { noMedia } from '../../../test/support/media.ts'
import type { Context } from '../../http/context.ts'
import { kinds } from '../posts/posts.kind.ts'
import { newItem } from '../posts/posts.write.ts'
import { createUser } from '../../http/auth/users.ts'
import type { Status } from '../../pure/params/words.ts'
import { Words } from '../../storage/words/words.ts'
import { adjustTermCounts } from './terms.write.ts'

/** A database for one test file, and what the tests of terms need beside terms. */
export interface Calendar {
  readonly context: Context
  /** Stores an event that carries the terms and answers its id. */
  addEvent(termIds: readonly number[], status?: Status): Promise<number>
  close(): Promise<void>
}

/** Opens an empty calendar in a temporary folder, which goes with `close`. */
export async function openCalendar(): Promise<Calendar> {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-terms-'))
  const database = await createTestDatabase(folder)
  const db = await openDatabase(database.url)
  const author_id = await addAuthor(db)
  const context: Context = {
    db,
    index: new EventIndex({ db }),
    words: new Words({ db }),
    rows: new Current(db, () => rowsIn(db.read)),
    siteZone: zoneNamed('UTC'),
    declared: { all: [], language: 'en' },
    siteName: 'Town',
    perPage: 10,
    perPageMax: 50,
    seriesHorizonMonths: 24,
    costFormat: { symbol: '$', position: 'prefix' },
    currencyCode: 'USD',
    geoUnit: 'km',
    dayTurn: '05:00',
    passwordDigest: async (password) => password,
    presentedDigest: async (password) => password,
    media: noMedia,
  }
  return {
    context,
    addEvent: (termIds, status = 'publish') => db.write((tx) => addEvent(tx, { author_id, status, termIds })),
    close: async () => {
      await db.close()
      await database.remove()
      rmSync(folder, { recursive: true })
    },
  }
}

async function addAuthor(db: Database): Promise<number> {
  const user = { login: 'a', email: 'a@b.example', role: 'editor' } as const
  return (await createUser(db, user, 0)).id
}

/** Stores an event with its terms, and updates their counts. */
async function addEvent(
  tx: Writer,
  { author_id, status, termIds }: { author_id: number; status: Status; termIds: readonly number[] },
): Promise<number> {
  const id = await newItem(tx, kinds.event)
  // Every other column has a default.
  const event = { id, author_id, status, date_at: 0, modified_at: 0, starts_at: 0, ends_at: 0 }
  await tx
    .insertInto('events')
    .values(event as never)
    .execute()
  const links = termIds.map((term_id) => ({ event_id: id, term_id }))
  await tx.insertInto('event_terms').values(links).execute()
  if (status === 'publish') await adjustTermCounts(tx, { added: termIds, removed: [] })
  return id
}
