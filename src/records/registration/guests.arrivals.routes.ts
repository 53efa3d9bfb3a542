import type { Context } from '../../http/context.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Endpoint } from '../../http/resource.ts'
import type { ById } from '../../pure/params/path.ts'
import { type Arrivals, arrivalsParams } from './guests.arrivals.params.ts'
import { takeArrivals } from './guests.arrivals.write.ts'
import { unkept } from './guests.parts.ts'
import { arrivedView } from './guests.view.ts'

/** What phones at the door tell. */
export function arrivalsEndpoint(context: Context): Endpoint<ById, Arrivals> {
  return {
    methods: ['POST'],
    summary: 'Tell who was seen at the door.',
    operation: 'recordArrivals',
    params: arrivalsParams,
    answer: { status: 200, says: 'Who has arrived, as it is known now.', schema: 'GuestArrivals' },
    handle: async ({ path, params, caller, now }) => ({
      body: arrivedView(await takeArrivals(context, path.id, params, { caller, now }), epochSeconds(now)),
      headers: unkept,
    }),
  }
}
