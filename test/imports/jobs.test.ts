import { expect, test, vi } from 'vitest'
import { contextOf } from '../../src/process/app.context.ts'
import { readConfig } from '../../src/config/config.ts'
import { createImporter } from '../../src/outward/imports/imports.jobs.ts'
import { findJob } from '../../src/outward/imports/imports.query.ts'
import { emptyCalendar, sourceOf } from './importing.ts'

test('an import that could not tell how far it was still tells that it is done', async () => {
  const { db, user, folder } = await emptyCalendar()
  const now = () => Temporal.Now.instant()
  const context = await contextOf({ config: readConfig({ DATA_DIR: folder }), db, now })
  const log = vi.fn<(message: string, error: unknown) => void>()
  const importer = createImporter({ context, now, log })
  // It goes on until it has not been able to tell.
  const open = async () => {
    await vi.waitFor(() => expect(log).toHaveBeenCalled(), { timeout: 30_000 })
    return sourceOf([])
  }
  const caller = { ...user, role: 'administrator' } as const
  const id = await importer.begin({
    caller,
    name: 'a source',
    open,
    isDryRun: true,
    home: '',
    allowsRemovals: false,
  })
  vi.spyOn(db, 'write').mockRejectedValueOnce(new Error('The database is busy.'))
  await vi.waitFor(
    async () => expect(await findJob(db.read, id)).toMatchObject({ status: 'done', fault: null }),
    { timeout: 30_000 },
  )
  expect(log).toHaveBeenCalledExactlyOnceWith('An import could not tell how far it is.', expect.any(Error))
  await importer.close()
})
