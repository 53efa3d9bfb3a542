import { type Caller, can } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import type { Reader } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { itemMethods } from '../../http/item.ts'
import type { Ask, Endpoint, Faults, Lacking, Method, Resource } from '../../http/resource.ts'
import { type ById, byId, noParams } from '../../pure/params/path.ts'
import type { OutboxParts } from './webhooks.outbox.write.ts'
import { faultsIn } from './webhooks.faults.ts'
import {
  type CreateWebhook,
  createWebhookParams,
  type Rotate,
  rotateParams,
  type UpdateWebhook,
  updateWebhookParams,
} from './webhooks.params.ts'
import { countWaitingFor, findWebhook, listWebhooks, type WebhookRow } from './webhooks.query.ts'
import type { WebhookView } from './webhooks.record.ts'
import type { Send } from './webhooks.transport.ts'
import { messageTypes } from './webhooks.types.ts'
import { webhookView } from './webhooks.view.ts'
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  rotateSecret,
  type WebhookChanges,
} from './webhooks.write.ts'

/** What the routes about webhooks are made of. */
export interface WebhookRoutes extends OutboxParts {
  readonly send: Send
  /** Hosts that may be sent to although their addresses are private. */
  readonly allowedHosts: readonly string[]
}

/** Lets those through who manage webhooks. */
export function lacksOn(...methods: readonly Method[]): (caller: Caller) => Promise<Lacking> {
  return async (caller) =>
    can(caller, 'manage_webhooks')
      ? {}
      : Object.fromEntries(methods.map((method) => [method, 'manage_webhooks']))
}

/** Webhooks: set up, changed, removed, and given new secrets. */
export function webhookResources(parts: WebhookRoutes): [Resource, Resource<ById>, Resource<ById>] {
  const shared = { isExtension: true } as const
  return [
    {
      ...shared,
      path: '/webhooks',
      pathParams: noParams,
      endpoints: [listEndpoint(parts), createEndpoint(parts)],
      lacks: lacksOn('GET', 'POST'),
    },
    {
      ...shared,
      path: '/webhooks/{id}',
      pathParams: byId,
      endpoints: [readEndpoint(parts), updateEndpoint(parts), removeEndpoint(parts)],
      lacks: lacksOn('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
    },
    {
      ...shared,
      path: '/webhooks/{id}/rotate',
      pathParams: byId,
      endpoints: [rotateEndpoint(parts)],
      lacks: lacksOn('POST'),
    },
  ]
}

/** The webhook with the ID. Throws 404. */
export async function existing(db: Reader, id: number): Promise<WebhookRow> {
  const row = await findWebhook(db, id)
  if (!row) throw new ApiError('rest_webhook_not_found', { id })
  return row
}

async function viewOf(
  db: Reader,
  id: number,
  { site, now }: Pick<Ask, 'site' | 'now'>,
): Promise<WebhookView> {
  const waiting = await countWaitingFor(db)
  const row = await existing(db, id)
  return webhookView(row, { site, waiting: waiting.get(id) ?? 0, now_s: epochSeconds(now) })
}

function listEndpoint({ context }: WebhookRoutes): Endpoint {
  return {
    methods: ['GET'],
    summary: 'List the webhooks, and how they do.',
    params: noParams,
    answer: { status: 200, says: 'All of them.', schema: 'WebhookList' },
    handle: async ({ site, now }) => {
      const { read } = context.db
      const waiting = await countWaitingFor(read)
      const now_s = epochSeconds(now)
      const webhooks = (await listWebhooks(read)).map((row) =>
        webhookView(row, { site, waiting: waiting.get(row.id) ?? 0, now_s }),
      )
      return { body: { webhooks, total: webhooks.length } }
    },
  }
}

function readEndpoint({ context }: WebhookRoutes): Endpoint<ById> {
  return {
    ...itemMethods('webhook', 'Webhook').read,
    params: noParams,
    handle: async (ask) => ({ body: await viewOf(context.db.read, ask.path.id, ask) }),
  }
}

function createEndpoint(parts: WebhookRoutes): Endpoint<object, CreateWebhook> {
  return {
    methods: ['POST'],
    showsSecret: true,
    summary:
      'Set up a webhook: an address that is told what happens (Standard Webhooks). The answer has its secret, which is not shown again.',
    params: createWebhookParams,
    answer: { status: 201, says: 'The webhook, with its secret.', schema: 'Webhook' },
    check: (ask) => faultsOf(parts, ask),
    handle: async (ask) => {
      const { params, site, now } = ask
      const wanted = wantedOf(params, site.home)
      return parts.context.db.write(async (tx) => {
        const id = await createWebhook(tx, wanted, epochSeconds(now))
        const { secret } = await existing(tx, id)
        const body = { ...(await viewOf(tx, id, ask)), secret }
        return { status: 201, body, headers: { Location: body.rest_url } }
      })
    },
  }
}

function updateEndpoint(parts: WebhookRoutes): Endpoint<ById, UpdateWebhook> {
  return {
    ...itemMethods('webhook', 'Webhook').update,
    params: updateWebhookParams,
    check: (ask) => faultsOf(parts, ask),
    handle: async (ask) => {
      const { path, params, site, now, assertMatch } = ask
      return parts.context.db.write(async (tx) => {
        const row = await existing(tx, path.id)
        await assertMatch(() => viewOf(tx, path.id, ask))
        const changes = { ...changesOf(params), home: site.home }
        await changeWebhook(tx, row, { changes, now: epochSeconds(now) })
        return { body: await viewOf(tx, path.id, ask) }
      })
    },
  }
}

function removeEndpoint({ context }: WebhookRoutes): Endpoint<ById> {
  return {
    ...itemMethods('webhook', 'Webhook').remove,
    params: noParams,
    handle: async (ask) => {
      return context.db.write(async (tx) => {
        const body = await viewOf(tx, ask.path.id, ask)
        await ask.assertMatch(async () => body)
        await removeWebhook(tx, ask.path.id)
        return { body }
      })
    },
  }
}

function rotateEndpoint({ context }: WebhookRoutes): Endpoint<ById, Rotate> {
  return {
    methods: ['POST'],
    showsSecret: true,
    summary:
      'Give a webhook a new secret and a new key. For a day messages are signed with those before, too.',
    params: rotateParams,
    answer: { status: 200, says: 'The webhook, with its new secret.', schema: 'Webhook' },
    handle: async (ask) => {
      const { path, params, now } = ask
      return context.db.write(async (tx) => {
        await rotateSecret(tx, await existing(tx, path.id), { secret: params.secret, now: epochSeconds(now) })
        const { secret } = await existing(tx, path.id)
        return { body: { ...(await viewOf(tx, path.id, ask)), secret } }
      })
    },
  }
}

/** A new webhook with what nobody has said. */
export function wantedOf(params: CreateWebhook, home: string): Parameters<typeof createWebhook>[1] {
  return {
    enabled: 1,
    filter: '',
    description: '',
    types: JSON.stringify(messageTypes),
    signatures: JSON.stringify(['v1']),
    ...changesOf(params),
    url: params.url,
    home,
    secret: params.secret,
  }
}

/** Faults that only the network, the database or the clock can show; strangers have nothing looked up. */
async function faultsOf(
  { context, allowedHosts }: WebhookRoutes,
  { params, caller, now }: Pick<Ask<unknown, UpdateWebhook>, 'params' | 'caller' | 'now'>,
): Promise<Faults> {
  return can(caller, 'manage_webhooks') ? faultsIn({ context, allowedHosts }, params, now) : {}
}

function changesOf({ url, types, filter, description, enabled, signatures }: UpdateWebhook): WebhookChanges {
  return {
    ...(url === undefined ? {} : { url }),
    ...(types === undefined ? {} : { types: JSON.stringify(types) }),
    ...(filter === undefined ? {} : { filter: filter.replace(/^\?/, '') }),
    ...(description === undefined ? {} : { description }),
    ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0 }),
    ...(signatures === undefined ? {} : { signatures: JSON.stringify(signatures) }),
  }
}
