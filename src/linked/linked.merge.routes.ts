import type { Endpoint, Resource } from '../http/resource.ts'
import type { Context } from '../posts/context.ts'
import { type Merge, mergeParams } from '../posts/posts.merge.params.ts'
import { type ById, byId } from '../posts/posts.params.ts'
import { lacksOnId } from '../posts/posts.rights.ts'
import type { LinkedKind } from './linked.kind.ts'
import { mergeLinked } from './linked.merge.write.ts'
import { findLinked } from './linked.query.ts'
import { ownRepresentation } from './linked.representation.ts'
import { guardOf } from './linked.routes.ts'

/** Where venues or organizers become one. */
export function mergeLinkedResource(context: Context, kind: LinkedKind): Resource<ById> {
  return {
    path: `/${kind.table}/{id}/merge`,
    pathParams: byId,
    isExtension: true,
    endpoints: [mergeEndpoint(context, kind)],
    lacks: async (caller, { id }) => lacksOnId(context.db.read, caller, id, 'nobody'),
  }
}

function mergeEndpoint(context: Context, kind: LinkedKind): Endpoint<ById, Merge> {
  const address = { context, kind, representation: ownRepresentation(kind) }
  return {
    methods: ['POST'],
    summary: `Make one ${kind.name} of several: events of the others move to this one, and so do their addresses.`,
    params: mergeParams,
    answer: { status: 200, says: 'What has moved, or would move.', schema: `${kind.schema}Merge` },
    check: async ({ path: { id } }) =>
      (await findLinked(context.db.read, kind, id))
        ? {}
        : { id: `must be the ID of one of the ${kind.table}, and none has the ID ${id}` },
    handle: async (ask) => {
      const { path, params, caller, now } = ask
      const guard = guardOf(address, ask)
      const { from, dry_run: isDry = false } = params
      return { body: await mergeLinked(context, kind, { id: path.id, from, isDry, caller, now, guard }) }
    },
  }
}
