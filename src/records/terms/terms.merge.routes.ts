import type { Endpoint, Resource } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { type Merge, mergeParamsWith } from '../posts/posts.merge.params.ts'
import { type ById, byId } from '../../pure/params/path.ts'
import type { TermKind } from './terms.kind.ts'
import { mergeTerms } from './terms.merge.write.ts'
import { ownRepresentation } from './terms.representation.ts'
import { guardOf, idFaults, lacking, parentFaults, sentOf, type TermParams } from './terms.routes.ts'

/** Where categories or tags become one. */
export function mergeTermResource(context: Context, kind: TermKind): Resource<ById> {
  return {
    path: `/${kind.key}/{id}/merge`,
    pathParams: byId,
    isExtension: true,
    endpoints: [mergeEndpoint(context, kind)],
    lacks: async (caller) => lacking(caller, kind),
  }
}

function mergeEndpoint(context: Context, kind: TermKind): Endpoint<ById, Merge & TermParams> {
  const representation = ownRepresentation(kind, context)
  return {
    methods: ['POST'],
    summary: `Make one ${kind.name} of several: events of the others get this one, and their addresses lead to it. Fields that are sent with it change in the same transaction.`,
    operation: kind.key === 'categories' ? 'mergeCategories' : 'mergeTags',
    params: mergeParamsWith(kind.updateParams),
    answer: { status: 200, says: 'What has moved, or would move.', schema: `${kind.schema}Merge` },
    check: async ({ path, params }) => ({
      ...(await idFaults({ context, kind, representation }, path)),
      ...(await parentFaults(context, kind, params.parent)),
    }),
    handle: async (ask) => {
      const { path, params } = ask
      const { from, dry_run: isDry = false, ...fields } = params
      const changes = Object.keys(fields).length > 0 ? sentOf(kind, fields) : undefined
      const guard = guardOf(representation, ask)
      return { body: await mergeTerms(context, kind, { id: path.id, from, isDry, changes, guard }) }
    },
  }
}
