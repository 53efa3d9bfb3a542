import { expect } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { runImport } from '../../src/outward/imports/imports.run.ts'
import { openText } from '../../src/outward/imports/imports.textSource.ts'
import { zoneNamed } from '../../src/pure/calendar/zone.ts'
import type { Database } from '../../src/storage/db/dialect.ts'
import { createMediaTools } from '../../src/storage/images/tools.ts'
import { temporaryFolder } from '../cli/sandbox.ts'

/** Imports a table as another process does, for the administrator of this id; fails where a row is left out. */
export async function importRows(
  db: Database,
  rows: readonly string[],
  { administrator, now }: { readonly administrator: number; readonly now: Temporal.Instant },
): Promise<void> {
  const siteZone = zoneNamed('UTC')
  const source = openText(rows.join('\n'), { name: 'table.csv', siteZone, now, map: new Map() })
  const media = createMediaTools(readConfig({ DATA_DIR: temporaryFolder() }))
  const user = { id: administrator, role: 'administrator', login: 'administrator' } as const
  const authors = { byKey: new Map<string, number>(), otherwise: user.id }
  const costFormat = { symbol: '$', position: 'prefix' } as const
  const context = {
    db,
    media,
    siteZone,
    costFormat,
    currencyCode: 'USD',
    declared: { all: [], language: 'en' } as const,
  }
  const report = await runImport(context, source, { user, authors, now: () => now })
  expect(report.skipped).toEqual([])
}
