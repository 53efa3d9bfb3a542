import { can } from '../../http/auth/rights.ts'
import type { Endpoint, Resource } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { noParams } from '../../pure/params/path.ts'
import { renderTitle } from '../../pure/text/render.ts'
import { findAlike } from './linked.duplicates.ts'
import type { DuplicatesRecord } from './linked.duplicates.record.ts'
import type { LinkedKind } from './linked.kind.ts'
import { comparableLinked } from './linked.query.ts'

/** How many pairs are told: nobody merges more at a sitting. */
const most = 200

/** Which venues or organizers are perhaps one, for those who write. */
export function duplicatesResource(context: Context, kind: LinkedKind): Resource {
  return {
    path: `/${kind.table}/duplicates`,
    pathParams: noParams,
    isExtension: true,
    endpoints: [duplicatesEndpoint(context, kind)],
    lacks: async (caller) => (can(caller, 'edit_own') ? {} : { GET: 'edit_own' }),
  }
}

function duplicatesEndpoint(context: Context, kind: LinkedKind): Endpoint {
  return {
    methods: ['GET'],
    summary: `Find ${kind.table} that are perhaps the same one twice: by name, by address, or close by.`,
    params: noParams,
    answer: { status: 200, says: 'The pairs.', schema: `${kind.schema}Duplicates` },
    handle: async ({ caller }) => {
      const alike = await findAlike(await comparableLinked(context.db.read, kind, caller))
      const body: DuplicatesRecord = {
        pairs: alike.slice(0, most).map(({ rows, by, distance_m }) => ({
          records: rows.map(({ id, title }) => ({ id, name: renderTitle(title) })),
          by,
          distance: distance_m ?? null,
        })),
        total: alike.length,
      }
      return { body }
    },
  }
}
