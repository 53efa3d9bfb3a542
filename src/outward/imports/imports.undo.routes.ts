import { can } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { foretellUndo, undoImport } from '../../records/changes/changes.imports.write.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Context } from '../../http/context.ts'
import type { Endpoint, Resource } from '../../http/resource.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import { isInterrupted } from './imports.job.ts'
import { findJob } from './imports.query.ts'

/** Taking back what an import did. */
export function importUndoResources(context: Context): Resource<ById>[] {
  const { db, siteZone } = context
  const check: NonNullable<Endpoint<ById>['check']> = async ({ path: { id }, caller }) =>
    !can(caller, 'import') || (await findJob(db.read, id))
      ? {}
      : { id: `must be the ID of an import, and none has the ID ${id}` }
  const endpoint: Endpoint<ById> = {
    methods: ['POST'],
    summary: 'Take back what an import did, as far as it has not changed since.',
    operation: 'undoImport',
    params: noParams,
    answer: { status: 200, says: 'What was taken back.', schema: 'ImportUndone' },
    check,
    handle: async ({ path, caller, now }) => {
      const { id } = path
      const job = await findJob(db.read, id)
      // One that tells nothing any more was cut off.
      if (job?.status === 'running' && !isInterrupted(job, epochSeconds(now)))
        throw new ApiError('rest_import_is_running', { id })
      return { body: await undoImport(db, id, { caller, now, siteZone }) }
    },
  }
  const told: Endpoint<ById> = {
    methods: ['GET'],
    summary: 'Foretell what guests hear if an import is taken back.',
    operation: 'foretellUndoImport',
    params: noParams,
    answer: { status: 200, says: 'What guests would be told, and how many.', schema: 'GuestsForetold' },
    check,
    handle: async ({ path: { id }, caller, now }) => ({
      body: { guests: await foretellUndo(db, id, { caller, now, siteZone }) },
    }),
  }
  const at = { pathParams: byId, isExtension: true } as const
  return [
    {
      ...at,
      path: '/imports/{id}/undo',
      endpoints: [endpoint],
      lacks: async (caller) => (can(caller, 'import') ? {} : { POST: 'import' }),
    },
    {
      ...at,
      path: '/imports/{id}/undo/guests',
      endpoints: [told],
      lacks: async (caller) => (can(caller, 'import') ? {} : { GET: 'import' }),
    },
  ]
}
