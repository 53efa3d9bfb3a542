import { utcText } from '../../pure/calendar/text.ts'
import type { Site } from '../../http/site.ts'
import type { DeliveryRow, WebhookRow } from './webhooks.query.ts'
import type { DeliveryView, WebhookView } from './webhooks.record.ts'
import { publicKeyOf } from './webhooks.secret.ts'
import { messageIn, oldSecretsOf, signaturesOf, triesOf, typesOf } from './webhooks.stored.ts'

const momentOf = (at: number | null | undefined) => (at === null || at === undefined ? null : utcText(at))

/** A webhook as it is shown. */
export function webhookView(
  row: WebhookRow,
  about: { readonly site: Site; readonly waiting: number; readonly now_s: number },
): WebhookView {
  const { site, waiting, now_s } = about
  const signatures = signaturesOf(row)
  const [old] = oldSecretsOf(row, now_s)
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    types: [...typesOf(row)],
    filter: row.filter,
    enabled: row.enabled === 1,
    signatures: [...signatures],
    public_key: signatures.includes('v1a') ? publicKeyOf(row.private_key) : null,
    state: row.enabled === 0 ? 'disabled' : row.failing_since === null ? 'good' : 'failing',
    message: row.fault,
    failing_since_utc: momentOf(row.failing_since),
    paused_until_utc: row.paused_until > now_s ? utcText(row.paused_until) : null,
    last_success_utc: momentOf(row.last_success_at),
    old_secret_until_utc: momentOf(old?.until),
    waiting,
    created_utc: utcText(row.created_at),
    rest_url: `${site.rest}/webhooks/${row.id}`,
  }
}

/** A message as it is shown, with how sending it went. */
export function deliveryView(row: DeliveryRow): DeliveryView {
  const tries = triesOf(row)
  const state = row.sent_at !== null ? 'sent' : row.failed_at !== null ? 'failed' : 'waiting'
  return {
    id: row.id,
    webhook: row.webhook_id,
    message_id: row.message_id,
    type: row.type,
    state,
    created_utc: utcText(row.created_at),
    ended_utc: momentOf(row.sent_at ?? row.failed_at),
    next_try_utc: state === 'waiting' ? utcText(row.next_try_at) : null,
    status: tries.at(-1)?.status ?? null,
    fault: row.fault,
    attempts: tries.map(({ at, status, answer, fault, took_ms }) => ({
      at_utc: utcText(at),
      status,
      answer,
      fault,
      took_ms,
    })),
    // Only `messageOf` writes it.
    body: messageIn(row) as DeliveryView['body'],
  }
}
