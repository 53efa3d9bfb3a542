import type { Context } from '../../http/context.ts'
import type { Endpoint } from '../../http/resource.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { ById } from '../../pure/params/path.ts'
import { writeToAll } from './guests.message.write.ts'
import { type WriteToGuests, writeToGuestsParams } from './guests.params.ts'
import { unkept } from './guests.parts.ts'
import type { Guests } from './guests.ts'

/** By which an editor writes to the guests of an event: one mail each, which names nobody else. */
export function messageEndpoint({ db }: Context, guests: Guests): Endpoint<ById, WriteToGuests> {
  return {
    methods: ['POST'],
    summary: 'Write to the guests of an event.',
    operation: 'writeToGuests',
    params: writeToGuestsParams,
    answer: { status: 202, says: 'How many mails go out, soon after.', schema: 'GuestsWritten' },
    handle: async ({ path, params, caller, now }) => {
      if (!guests.parts.site().mails) throw new ApiError('rest_mail_not_set')
      return { status: 202, body: await writeToAll(db, path.id, params, { caller, now }), headers: unkept }
    },
  }
}
