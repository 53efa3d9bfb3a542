import type { Endpoint, Resource } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { type Merge, mergeParamsWith } from '../posts/posts.merge.params.ts'
import { type ById, byId } from '../../pure/params/path.ts'
import { lacksOnId } from '../posts/posts.rights.ts'
import { chooseImage } from '../media/media.choose.ts'
import { writeFaults } from './linked.faults.ts'
import { type LinkedParams, sentOf } from './linked.fields.ts'
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

function mergeEndpoint(context: Context, kind: LinkedKind): Endpoint<ById, Merge & LinkedParams> {
  const address = { context, kind, representation: ownRepresentation(kind) }
  return {
    methods: ['POST'],
    summary: `Make one ${kind.name} of several: events of the others move to this one, and so do their addresses. Fields that are sent with it change in the same transaction.`,
    operation: kind.table === 'venues' ? 'mergeVenues' : 'mergeOrganizers',
    params: mergeParamsWith(kind.updateParams),
    answer: { status: 200, says: 'What has moved, or would move.', schema: `${kind.schema}Merge` },
    check: async (ask) => ({
      ...((await findLinked(context.db.read, kind, ask.path.id))
        ? {}
        : { id: `must be the ID of one of the ${kind.table}, and none has the ID ${ask.path.id}` }),
      ...(await writeFaults(context, kind, ask, ask.path.id)),
    }),
    handle: async (ask) => {
      const { path, params, caller, now } = ask
      const guard = guardOf(address, ask)
      const { from, dry_run: isDry = false, ...fields } = params
      const sent = sentOf(kind, fields)
      const image_id = isDry ? undefined : await chooseImage(context, fields.image, ask)
      const changes = Object.keys(fields).length > 0 ? { ...sent, image_id } : undefined
      const merging = { id: path.id, from, isDry, changes, caller, now, guard }
      return { body: await mergeLinked(context, kind, merging) }
    },
  }
}
