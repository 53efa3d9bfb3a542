import { type DateExpression, resolveDateExpression } from '../../pure/calendar/dateExpression.ts'
import { lastSecondOf } from '../../pure/calendar/lastSecond.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Ask, Endpoint, Faults, Resource } from '../../http/resource.ts'
import { noSuchDay } from '../../pure/params/moments.ts'
import type { Context } from '../../http/context.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import { replayBetween } from './webhooks.outbox.write.ts'
import { type ListDeliveries, listDeliveriesParams, type Replay, replayParams } from './webhooks.params.ts'
import { findDelivery, findWebhook, listDeliveries, type WebhookRow } from './webhooks.query.ts'
import { existing, lacksOn, type WebhookRoutes } from './webhooks.routes.ts'
import { deliveryView } from './webhooks.view.ts'
import { testWebhook } from './webhooks.trial.ts'
import { replayDelivery } from './webhooks.write.ts'

/** What was sent to webhooks and how that went, tests, and sending again. */
export function deliveryResources(
  parts: WebhookRoutes,
): [Resource<ById>, Resource<ById>, Resource<ById>, Resource<ById>] {
  const shared = { isExtension: true, pathParams: byId } as const
  return [
    {
      ...shared,
      path: '/webhooks/{id}/deliveries',
      endpoints: [listEndpoint(parts.context)],
      lacks: lacksOn('GET'),
    },
    {
      ...shared,
      path: '/webhooks/deliveries/{id}/replay',
      endpoints: [replayEndpoint(parts.context)],
      lacks: lacksOn('POST'),
    },
    {
      ...shared,
      path: '/webhooks/{id}/replay',
      endpoints: [replaySomeEndpoint(parts)],
      lacks: lacksOn('POST'),
    },
    { ...shared, path: '/webhooks/{id}/test', endpoints: [testEndpoint(parts)], lacks: lacksOn('POST') },
  ]
}

function listEndpoint(context: Context): Endpoint<ById, ListDeliveries> {
  const { db, perPage, perPageMax } = context
  return {
    methods: ['GET'],
    summary: 'List the messages to a webhook, what was answered, and when they are tried again.',
    operation: 'listDeliveries',
    params: listDeliveriesParams,
    answer: { status: 200, says: 'A page of them.', schema: 'WebhookDeliveryList' },
    handle: async ({ path, params }) => {
      const { page = 1, per_page = perPage, state } = params
      const { id: webhook } = await existing(db.read, path.id)
      const limit = Math.min(per_page, perPageMax)
      const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)
      const { rows, total } = await listDeliveries(db.read, { webhook, state, limit, offset })
      return {
        body: { deliveries: rows.map(deliveryView), total, total_pages: Math.ceil(total / limit) },
      }
    },
  }
}

function replayEndpoint({ db }: Context): Endpoint<ById> {
  return {
    methods: ['POST'],
    summary: 'Send a message again, whether it was taken or given up: the same under the same ID.',
    operation: 'replayDelivery',
    params: noParams,
    answer: { status: 200, says: 'The delivery, which is due.', schema: 'WebhookDelivery' },
    handle: async ({ path, now }) => {
      return db.write(async (tx) => {
        const found = await findDelivery(tx, path.id)
        if (!found) throw new ApiError('rest_delivery_not_found', path)
        assertEnabled(await findWebhook(tx, found.webhook_id))
        await replayDelivery(tx, found, epochSeconds(now))
        return { body: deliveryView((await findDelivery(tx, path.id)) ?? found) }
      })
    },
  }
}

function assertEnabled(webhook: WebhookRow | undefined): void {
  if (webhook?.enabled === 0) throw new ApiError('rest_webhook_disabled', { id: webhook.id })
}

function replaySomeEndpoint(parts: WebhookRoutes): Endpoint<ById, Replay> {
  return {
    methods: ['POST'],
    summary:
      'Send everything again that happened in a time, as far as the log of changes goes back: what was sent, and what was not, as the webhook was disabled or not there yet.',
    operation: 'replayWebhook',
    params: replayParams,
    answer: { status: 200, says: 'How many messages are due.', schema: 'WebhookReplayed' },
    check: async (ask) => timeFaults(parts.context, ask),
    handle: async (ask) => {
      const { path, params, now } = ask
      const webhook = await existing(parts.context.db.read, path.id)
      assertEnabled(webhook)
      const { from = 0, until = 0 } = timeOf(parts.context, params, now)
      const replayed = await replayBetween(parts, webhook, { between: { from, until }, now })
      return { body: { replayed } }
    },
  }
}

function timeOf({ siteZone }: Context, { since, until }: Partial<Replay>, now: Temporal.Instant) {
  const at = (moment: DateExpression | undefined, isEnd: boolean) => {
    const resolved = moment && resolveDateExpression(moment, siteZone, now)
    if (!resolved) return undefined
    return isEnd ? lastSecondOf(moment, resolved, siteZone) : epochSeconds(resolved.instant)
  }
  return { from: at(since, false), until: until === undefined ? epochSeconds(now) : at(until, true) }
}

function timeFaults(
  context: Context,
  { params, now }: Pick<Ask<ById, Partial<Replay>>, 'params' | 'now'>,
): Faults {
  const { from, until } = timeOf(context, params, now)
  if (params.since !== undefined && from === undefined) return { since: noSuchDay }
  if (params.until !== undefined && until === undefined) return { until: noSuchDay }
  if (from !== undefined && until !== undefined && until < from)
    return params.until === undefined
      ? { since: 'must not be in the future' }
      : { until: 'must not be before “since”' }
  return {}
}

function testEndpoint(parts: WebhookRoutes): Endpoint<ById> {
  return {
    methods: ['POST'],
    summary: 'Send a message of the type “webhook.test” now, once, and tell what was answered.',
    title: 'Send a webhook a message now, and say how it went',
    operation: 'testWebhook',
    params: noParams,
    answer: { status: 200, says: 'How it went.', schema: 'WebhookDelivery' },
    handle: async ({ path, now }) => {
      const webhook = await existing(parts.context.db.read, path.id)
      return { body: deliveryView(await testWebhook(parts, webhook, epochSeconds(now))) }
    },
  }
}
