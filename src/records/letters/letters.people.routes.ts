import { Type, type StaticDecode } from 'typebox'
import { can } from '../../http/auth/rights.ts'
import type { Endpoint, Resource } from '../../http/resource.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { noParams } from '../../pure/params/path.ts'
import { address } from '../../pure/params/texts.ts'
import { foldedAddress } from '../../pure/text/address.ts'
import { countedDigests, countedTargets, countSubscribers, waitingFor } from './letters.counts.query.ts'
import { setHome } from './letters.installation.write.ts'
import { digestView, subscriberView, subscriptionView } from './letters.people.view.ts'
import { subscriberAt, subscriptionsOf } from './letters.query.ts'
import type { Letters } from './letters.ts'
import { filterText, wantedOf, wantedText } from './letters.words.ts'

const oneParams = Type.Object({ email: address('The address; case does not matter.') })
type One = StaticDecode<typeof oneParams>

const unkept = { 'Cache-Control': 'private, no-store' } as const

/** How many get what, for editors; one address and all that is known of it, for administrators. There is no list of addresses. */
export function subscriberResources(letters: Letters): [Resource, Resource] {
  return [
    {
      path: '/subscribers',
      pathParams: noParams,
      isExtension: true,
      endpoints: [readEndpoint(letters), eraseEndpoint(letters)],
      lacks: async (caller) =>
        can(caller, 'manage_users') ? {} : { GET: 'manage_users', DELETE: 'manage_users' },
    },
    {
      path: '/subscriptions/here',
      pathParams: noParams,
      isExtension: true,
      endpoints: [hereEndpoint(letters)],
      lacks: async (caller) => (can(caller, 'manage_system') ? {} : { POST: 'manage_system' }),
    },
  ]
}

/** How many get what. */
export function countEndpoint(letters: Letters): Endpoint {
  return {
    methods: ['GET'],
    summary: 'See how many get which lists of events and letters, and how the last ones went.',
    operation: 'countSubscriptions',
    params: noParams,
    answer: {
      status: 200,
      says: 'How many get what, without their addresses.',
      schema: 'SubscriptionCounts',
    },
    handle: async ({ now, header }) => {
      const { context, site } = letters.parts
      const { read } = context.db
      const locale = site().mailSite.localeFor(header ?? '')
      const [counts, digests, events, series, lists, elsewhere = null] = await Promise.all([
        countSubscribers(read, epochSeconds(now)),
        countedDigests(read),
        countedTargets(read, 'event'),
        countedTargets(read, 'series'),
        countedTargets(read, 'list'),
        letters.elsewhere(),
      ])
      const shown = await Promise.all(
        digests.map(async (row) => digestView(row, await filterText(context, row.filter, locale))),
      )
      return { body: { ...counts, digests: shown, events, series, lists, elsewhere }, headers: unkept }
    },
  }
}

function readEndpoint(letters: Letters): Endpoint<object, One> {
  return {
    methods: ['GET'],
    summary: 'Read all that is known of one address, for whoever has the right to know it.',
    operation: 'readSubscriber',
    params: oneParams,
    answer: { status: 200, says: 'All that is known of it.', schema: 'Subscriber' },
    handle: async ({ params }) => {
      const { context, site } = letters.parts
      const { read } = context.db
      const subscriber = await subscriberAt(read, foldedAddress(params.email))
      if (!subscriber) throw new ApiError('rest_subscriber_not_found')
      const locale = site().mailSite.localeFor('')
      const subscriptions = await Promise.all(
        (await subscriptionsOf(read, subscriber.id)).map(async (row) => {
          const wanted = await wantedOf(read, row)
          return wanted ? [subscriptionView(row, wanted, await wantedText(context, wanted, locale))] : []
        }),
      )
      const waiting = await waitingFor(read, subscriber)
      return { body: subscriberView(subscriber, subscriptions.flat(), waiting), headers: unkept }
    },
  }
}

function eraseEndpoint(letters: Letters): Endpoint<object, One> {
  return {
    methods: ['DELETE'],
    summary: 'Erase all that is known of one address.',
    operation: 'eraseSubscriber',
    params: oneParams,
    answer: { status: 200, says: 'How much there was.', schema: 'SubscriberErased' },
    handle: async ({ params }) => ({ body: await letters.erase(params.email), headers: unkept }),
  }
}

function hereEndpoint(letters: Letters): Endpoint {
  return {
    methods: ['POST'],
    summary: 'Have letters go out from this address from now on.',
    operation: 'sendLettersFromHere',
    params: noParams,
    answer: { status: 200, says: 'Where they go out.', schema: 'LettersHere' },
    handle: async () => {
      const { context, site } = letters.parts
      letters.assertOffered()
      const { home } = site()
      await context.db.write((tx) => setHome(tx, home), 'aside')
      return { body: { url: home }, headers: unkept }
    },
  }
}
