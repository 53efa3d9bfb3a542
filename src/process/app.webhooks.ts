import type { Config } from '../config/config.ts'
import { type Site, siteOf } from '../http/site.ts'
import type { Metrics } from '../people/metrics/metrics.ts'
import type { Context } from '../http/context.ts'
import {
  createWebhookDelivery,
  type WebhookDelivery,
  type WebhookParts,
} from '../records/webhooks/webhooks.delivery.ts'
import type { WebhookRow } from '../records/webhooks/webhooks.query.ts'
import type { WebhookRoutes } from '../records/webhooks/webhooks.routes.ts'
import { createSend } from '../records/webhooks/webhooks.transport.ts'

/** Puts together what the routes about webhooks take. */
export function webhookRoutesOf(
  { config, log }: { readonly config: Config; readonly log: (message: string) => void },
  context: Context,
): WebhookRoutes {
  const { webhookHosts: allowedHosts } = config
  return {
    context,
    log,
    allowedHosts,
    send: createSend({ allowedHosts }),
    siteOf: ({ home }: Pick<WebhookRow, 'home'>): Site => siteOf(config, config.namespaces[0] ?? '', home),
  }
}

/** Puts together what delivers to webhooks. */
export function webhookDeliveryOf(
  routes: WebhookRoutes,
  parts: Pick<WebhookParts, 'now' | 'follow'> & { readonly metrics: Metrics },
): WebhookDelivery {
  return createWebhookDelivery({
    ...routes,
    ...parts,
    count: (outcome) => parts.metrics.deliveries.note('webhook', outcome),
  })
}
