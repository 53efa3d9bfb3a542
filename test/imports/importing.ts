import { onTestFinished } from 'vitest'
import { createUser } from '../../src/http/auth/users.ts'
import { findZone } from '../../src/pure/calendar/zone.ts'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/storage/db/open.ts'
import type { ImportContext, ImportOptions } from '../../src/outward/imports/imports.options.ts'
import type {
  ImportBatch,
  ImportRecord,
  ImportSource,
  Unreadable,
} from '../../src/outward/imports/imports.record.ts'
import { runImport } from '../../src/outward/imports/imports.run.ts'
import { createMediaTools } from '../../src/storage/images/tools.ts'
import { temporaryFolder } from '../cli/sandbox.ts'
import { createTestDatabase } from '../support/database.ts'

/** When tests import. */
export const now = Temporal.Instant.from('2031-03-10T10:00:00Z')

/** A calendar of its own that tests import into, closed and gone when the test ends. */
export async function emptyCalendar(environment: Record<string, string> = {}) {
  const folder = temporaryFolder()
  const database = await createTestDatabase(folder)
  const db = await openDatabase(database.url)
  onTestFinished(async () => {
    await db.close()
    await database.remove()
  })
  const user = await createUser(db, { login: 'ann', email: 'ann@example.org', role: 'administrator' }, 0)
  const siteZone = findZone('Europe/Berlin') ?? { name: 'UTC', id: 'UTC' }
  const media = createMediaTools(readConfig({ DATA_DIR: folder, ...environment }))
  const context: ImportContext = {
    db,
    media,
    siteZone,
    costFormat: { symbol: '$', position: 'prefix' },
    currencyCode: 'USD',
    declared: { all: [], language: 'en' },
  }
  const authors = { byKey: new Map<string, number>(), otherwise: user.id }
  const run = (source: ImportSource, options: Partial<ImportOptions> = {}) =>
    runImport(context, source, { user, authors, now: () => now, ...options })
  return { db, context, user, folder, run }
}

/** A source in memory that is read in batches of so many; its cursor is how many records it has given. */
export function sourceOf(
  records: readonly (ImportRecord | Unreadable)[],
  {
    size = 2,
    name = 'memory',
    follows = 'everything',
  }: { size?: number; name?: string; follows?: ImportSource['follows'] } = {},
): ImportSource {
  async function* read(from: number): AsyncIterable<ImportBatch> {
    for (let at = from; at < records.length; at += size) {
      yield { records: records.slice(at, at + size), cursor: String(at + size), expected: records.length }
    }
  }
  return { name, follows, read: (resume) => read(Number(resume?.cursor ?? 0)) }
}
