import type { Endpoint, Resource } from '../http/resource.ts'
import type { Context } from '../posts/context.ts'
import { type Merge, mergeParams } from '../posts/posts.merge.params.ts'
import { type ById, byId } from '../posts/posts.params.ts'
import type { TermKind } from './terms.kind.ts'
import { mergeTerms } from './terms.merge.write.ts'
import { ownRepresentation } from './terms.representation.ts'
import { guardOf, idFaults, lacking } from './terms.routes.ts'

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

function mergeEndpoint(context: Context, kind: TermKind): Endpoint<ById, Merge> {
  const representation = ownRepresentation(kind, context)
  return {
    methods: ['POST'],
    summary: `Make one ${kind.name} of several: events of the others get this one, and their addresses lead to it.`,
    params: mergeParams,
    answer: { status: 200, says: 'What has moved, or would move.', schema: `${kind.schema}Merge` },
    check: ({ path }) => idFaults({ context, kind, representation }, path),
    handle: async (ask) => {
      const { path, params } = ask
      const { from, dry_run: isDry = false } = params
      const guard = guardOf(representation, ask)
      return { body: await mergeTerms(context, kind, { id: path.id, from, isDry, guard }) }
    },
  }
}
