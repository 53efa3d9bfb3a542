import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findZone } from '../calendar/zone.ts'
import { Current, Memory } from '../db/memory.ts'
import { openDatabase } from '../db/open.ts'
import { rowsIn } from '../db/rows.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import { noMedia } from '../../test/support/media.ts'
import type { Context } from '../posts/context.ts'
import { adjustTermCounts } from './terms.write.ts'

/** A database of its own for a test file, and what the tests of terms need beside terms. */
export interface Calendar {
  readonly context: Context
  /** Stores an event that carries the terms and answers its id. */
  addEvent(termIds: readonly number[], status?: 'publish' | 'draft'): Promise<number>
  close(): Promise<void>
}

/** Opens an empty calendar in a temporary folder, which goes with `close`. */
export async function openCalendar(): Promise<Calendar> {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-terms-'))
  const database = await createTestDatabase(folder)
  const db = await openDatabase(database.url)
  const siteZone = findZone('UTC')
  if (!siteZone) throw new Error('There is no zone UTC.')
  const user = {
    login: 'a',
    login_folded: 'a',
    email: 'a@b.example',
    email_folded: 'a@b.example',
    name: 'A',
    role: 'editor',
    created_at: 0,
  } as const
  const { id: author_id } = await db.write((tx) =>
    tx.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow(),
  )
  const context: Context = {
    db,
    totals: new Memory(db, 1),
    rows: new Current(db, () => rowsIn(db.read)),
    siteZone,
    perPage: 10,
    perPageMax: 50,
    costFormat: { symbol: '$', position: 'prefix' },
    currencyCode: 'USD',
    geoUnit: 'km',
    passwordDigest: async (password) => password,
    presentedDigest: async (password) => password,
    media: noMedia,
  }
  return {
    context,
    addEvent: (termIds, status = 'publish') =>
      db.write(async (tx) => {
        const { id } = await tx
          .insertInto('items')
          .values({ kind: 'event' })
          .returning('id')
          .executeTakeFirstOrThrow()
        // Every other column has a default.
        const event = { id, author_id, status, date_at: 0, modified_at: 0, starts_at: 0, ends_at: 0 }
        await tx
          .insertInto('events')
          .values(event as never)
          .execute()
        await tx
          .insertInto('event_terms')
          .values(termIds.map((term_id) => ({ event_id: id, term_id })))
          .execute()
        if (status === 'publish') await adjustTermCounts(tx, { added: termIds, removed: [] })
        return id
      }),
    close: async () => {
      await db.close()
      await database.remove()
      rmSync(folder, { recursive: true })
    },
  }
}
