import type { Endpoint, Resource } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import type { PostTable } from '../posts/posts.kind.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import { renderTitle } from '../../pure/text/render.ts'
import { findMedia } from './media.query.ts'
import { ownRepresentation } from './media.representation.ts'
import { countUses, usesOf } from './media.uses.query.ts'
import type { UsesRecord } from './media.uses.record.ts'

/** What features an image. */
export function mediaUsesResource(context: Context): Resource<ById> {
  return {
    path: '/media/{id}/uses',
    pathParams: byId,
    isExtension: true,
    endpoints: [usesEndpoint(context)],
    lacks: async () => ({}),
  }
}

function usesEndpoint(context: Context): Endpoint<ById> {
  const { unknown } = ownRepresentation(context)
  return {
    methods: ['GET'],
    summary: 'Read which events, venues and organizers feature an image, as far as the reader may see them.',
    title: 'Read which events, venues and organizers feature an image',
    params: noParams,
    answer: { status: 200, says: 'What features it.', schema: 'MediaUses' },
    check: async ({ path: { id } }) => ((await findMedia(context.db.read, id)) ? {} : unknown(id)),
    handle: async ({ path: { id }, caller, site }) => {
      const { read } = context.db
      const uses = await usesOf(read, caller, id)
      const of = (wanted: PostTable) =>
        uses
          .filter(({ table }) => table === wanted)
          .map((use) => ({
            id: use.id,
            title: renderTitle(use.title),
            rest_url: `${site.rest}/${wanted}/${use.id}`,
          }))
      const body: UsesRecord = {
        total: (await countUses(read, caller, [id])).get(id) ?? 0,
        events: of('events'),
        venues: of('venues'),
        organizers: of('organizers'),
      }
      return { body }
    },
  }
}
