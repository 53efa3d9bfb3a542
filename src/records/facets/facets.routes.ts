import { can } from '../../http/auth/rights.ts'
import { endOfToday } from '../../pure/calendar/day.ts'
import type { Endpoint, Resource } from '../../http/resource.ts'
import type { Context } from '../../http/context.ts'
import { noParams } from '../../pure/params/path.ts'
import { inOrder } from '../../pure/params/inOrder.ts'
import { type EventFacetsParams, eventFacetsParams } from './facets.params.ts'
import { facetsOf } from './facets.query.ts'
import { type EventFacetsRecord, eventFacetsRecord } from './facets.record.ts'
import { listFaults } from '../events/events.faults.ts'
import { listFilters } from '../events/events.links.ts'
import { windowHoldsUntil } from '../events/events.window.ts'
import { presentedDigest } from '../rows/event.access.ts'

/** The facets of a list of events: it takes every filter of the list. */
export function eventFacetsResource(context: Context): Resource {
  return {
    path: '/events/facets',
    pathParams: noParams,
    isExtension: true,
    endpoints: [facetsEndpoint(context)],
    lacks: async () => ({}),
  }
}

function facetsEndpoint(context: Context): Endpoint<object, EventFacetsParams> {
  return {
    methods: ['GET'],
    summary: 'Count the events of a list by category, tag, venue, organizer, day, month and more.',
    title: 'Count the events of a list by category, tag, day and more',
    params: eventFacetsParams,
    answer: {
      status: 200,
      says: 'How many events the list would have with each value, all its other filters being kept.',
      schema: 'EventFacets',
    },
    check: (ask) => listFaults(context, ask),
    handle: async ({ params, caller, from, now, site }) => {
      const digest = await presentedDigest(context, params.password, from)
      const { counts, turns, dependsOn } = await facetsOf(context, params, { caller, now, digest })
      // Lists have pages, and these counts have none.
      const page = { page: 1, perPage: 1, total: counts.total }
      const filters = listFilters(context, { params, page, now, writes: can(caller, 'edit_own') })
      const query = filters
        .filter(([name]) => name !== 'per_page')
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join('&')
      const rest_url = `${site.rest}/events/facets?${query}`
      const body = inOrder<EventFacetsRecord>(eventFacetsRecord, { ...counts, rest_url })
      const held = facetsHoldUntil(params, context, now)
      return { body, holdsUntil: held && Math.min(held, turns), dependsOn }
    },
  }
}

/** As long as their list, but not beyond today, from which the periods are counted. */
function facetsHoldUntil(
  params: EventFacetsParams,
  context: Context,
  now: Temporal.Instant,
): number | undefined {
  const until = windowHoldsUntil(params, context, now)
  return until === undefined ? undefined : Math.min(until, endOfToday(context.siteZone, now))
}
