import { resolveDateExpression } from '../../pure/calendar/dateExpression.ts'
import type { Endpoint, Resource } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { kinds } from '../posts/posts.kind.ts'
import { noParams } from '../../pure/params/path.ts'
import { postUrl } from '../posts/posts.view.ts'
import { plainLineOfHtml } from '../../pure/text/plain.ts'
import { noSuchDay } from '../../pure/params/moments.ts'
import { type SimilarEvents, similarEventsParams } from './similar.params.ts'
import { similarEvents } from './similar.query.ts'
import type { SimilarRecord } from './similar.record.ts'

/** Events that may be the same as one that somebody is about to make, or proposes. */
export function similarEventsResource(context: Context): Resource {
  return {
    path: '/events/similar',
    pathParams: noParams,
    isExtension: true,
    endpoints: [similarEndpoint(context)],
    lacks: async () => ({}),
  }
}

function similarEndpoint(context: Context): Endpoint<object, SimilarEvents> {
  return {
    methods: ['GET'],
    summary: 'Find events that may be the same as one: alike in title, place and day.',
    params: similarEventsParams,
    answer: { status: 200, says: 'The likest events, as far as you may see them.', schema: 'SimilarEvents' },
    check: async ({ params: { start_date }, now }) =>
      start_date && !resolveDateExpression(start_date, context.siteZone, now)
        ? { start_date: noSuchDay }
        : {},
    handle: async ({ params, caller, now, site }) => {
      const { title, venue, exclude } = params
      const day = resolveDateExpression(params.start_date, context.siteZone, now)?.wall.toPlainDate()
      const found = day
        ? await similarEvents(
            context,
            { title, day, venue: venue ?? '', exclude },
            { caller, now, digest: undefined },
          )
        : []
      const events = found.map(({ event, venue: place, likeness }) => ({
        id: event.id,
        title: plainLineOfHtml(event.title),
        url: postUrl(site, kinds.event, event),
        status: event.status,
        start_date: event.start_wall,
        venue: place,
        likeness,
      }))
      return { body: { events } satisfies SimilarRecord }
    },
  }
}
