import { Type } from 'typebox'
import type { Endpoint, Resource } from '../../http/resource.ts'
import { can } from '../../http/auth/rights.ts'
import { noParams } from '../../pure/params/path.ts'
import { type Subscribe, subscribeParams } from './letters.params.ts'
import { countEndpoint, subscriberResources } from './letters.people.routes.ts'
import { subscriberSchemas } from './letters.people.view.ts'
import type { Letters } from './letters.ts'

/** What whoever asks is told, whatever becomes of it. */
const askedRecord = Type.Object({
  status: Type.Literal('asked', {
    description: 'It was taken. Whose address it is, and what follows, is told by mail alone.',
  }),
})

/** The records of letters, by their names in the document. */
export const subscriptionSchemas = { SubscriptionAsked: askedRecord, ...subscriberSchemas }

const asked = { status: 'asked' } as const

/** Where visitors ask to be told by mail. */
export function subscriptionResources(letters: Letters): [Resource, Resource, Resource] {
  return [
    {
      path: '/subscriptions',
      pathParams: noParams,
      isExtension: true,
      readsHeader: 'accept-language',
      endpoints: [countEndpoint(letters), askEndpoint(letters)],
      lacks: async (caller) => (can(caller, 'manage_letters') ? {} : { GET: 'manage_letters' }),
    },
    ...subscriberResources(letters),
  ]
}

function askEndpoint(letters: Letters): Endpoint<object, Subscribe> {
  return {
    methods: ['POST'],
    summary: 'Ask to be told by mail: of a list of events, of an event, or by letters.',
    operation: 'requestSubscription',
    params: subscribeParams,
    answer: {
      status: 202,
      says: 'It was taken: the owner of the address confirms it by mail.',
      schema: 'SubscriptionAsked',
    },
    handle: async (ask) => {
      const { language, ...sent } = ask.params
      const locale = language ?? letters.parts.site().mailSite.localeFor(ask.header ?? '').tag
      await letters.ask({ ...sent, locale }, ask)
      return { status: 202, body: asked, headers: { 'Cache-Control': 'no-store' } }
    },
  }
}
