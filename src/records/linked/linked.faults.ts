import { mayEdit } from '../../http/auth/rights.ts'
import type { Ask, Faults } from '../../http/resource.ts'
import { imageFaults } from '../media/media.choose.ts'
import type { Context } from '../../http/context.ts'
import { dateFaults } from '../posts/posts.dates.ts'
import { authorFaults } from '../posts/posts.faults.ts'
import type { LinkedKind } from './linked.kind.ts'
import { findLinked } from './linked.query.ts'
import type { LinkedParams } from './linked.fields.ts'

/**
 * Faults in the fields of a venue or organizer that only the database or the clock can show, nested in an event or not;
 * `id`: the record to be changed.
 */
export async function writeFaults(
  context: Context,
  kind: LinkedKind,
  ask: Pick<Ask<unknown, LinkedParams>, 'params' | 'caller' | 'site' | 'now'>,
  id?: number,
): Promise<Faults> {
  const { params, caller, now } = ask
  const changesOwn = id !== undefined && Object.keys(kind.columns).some((name) => name in params)
  const row = changesOwn ? await findLinked(context.db.read, kind, id) : undefined
  return {
    // Faults that depend on stored values would reveal these to callers without the right to them.
    ...(row && !mayEdit(caller, row) ? {} : kind.faults({ ...row, ...params })),
    ...(await authorFaults(context.db.read, params.author)),
    ...dateFaults(params, context.siteZone, now),
    ...(await imageFaults(context, params.image, ask)),
  }
}
