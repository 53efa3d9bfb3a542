import { Type, type StaticDecode } from 'typebox'
import { can } from '../../http/auth/rights.ts'
import type { Context } from '../../http/context.ts'
import type { Resource } from '../../http/resource.ts'
import { noParams } from '../../pure/params/path.ts'
import { address } from '../../pure/params/texts.ts'
import { unkept } from './guests.parts.ts'
import { forgetGuest } from './guests.forget.write.ts'

const forgetParams = Type.Object({
  email: address('The address of which everything is removed that was registered under it.'),
})
type Forget = StaticDecode<typeof forgetParams>

/** Where everything is removed that is kept of a person who comes to events. */
export function forgetResource(context: Context): Resource<never> {
  return {
    path: '/guests',
    pathParams: noParams,
    isExtension: true,
    endpoints: [
      {
        methods: ['DELETE'],
        summary: 'Remove everything that is kept of a guest, by their address, for good.',
        operation: 'eraseGuests',
        params: forgetParams,
        answer: { status: 200, says: 'How much was removed.', schema: 'GuestsErased' },
        handle: async ({ params, now }) => ({
          body: { deleted: true, ...(await forgetGuest(context, (params as Forget).email, now)) },
          headers: unkept,
        }),
      },
    ],
    lacks: async (caller) => (can(caller, 'erase_guests') ? {} : { DELETE: 'erase_guests' }),
  }
}
