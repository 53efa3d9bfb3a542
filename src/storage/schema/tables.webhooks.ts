import type { Generated } from 'kysely'
import type { HistoryKind } from './tables.history.ts'
import type { DeliveryColumns } from './tables.mail.ts'
import type { EpochSeconds, Flag } from './tables.ts'

/** An address elsewhere that is told of changes (Standard Webhooks). */
export interface WebhooksTable {
  id: Generated<number>
  url: string
  description: string
  /** JSON list of the types of messages that it gets. */
  types: string
  /** The list parameters of events by which it gets those of events; empty: all. */
  filter: string
  enabled: Flag
  /** JSON list of the kinds of signatures. */
  signatures: string
  /** The secret, `whsec_…`: messages are signed with it, so that it has to be known. */
  secret: string
  /** The private key of the other kind of signatures, `whsk_…`. */
  private_key: string
  /** JSON list of the secrets and keys that were in force before, each until a moment. */
  old_secrets: Generated<string>
  /** Where the calendar was reached when it was set up: where no SITE_URL is set, addresses in messages begin so. */
  home: string
  created_at: EpochSeconds
  /** The place in the log of changes up to which its messages have been written. */
  told_revision: number
  told_kind: HistoryKind
  told_id: number
  /** The same among the imports that have ended. */
  told_import: number
  /** Nothing is sent to it before, as it has asked to be left alone. */
  paused_until: Generated<EpochSeconds>
  /** Since when messages were given up, without one that came through. */
  failing_since: EpochSeconds | null
  /** Why it is failing, or was disabled. */
  fault: string | null
  last_success_at: EpochSeconds | null
}

/** What a message is about. */
export type DeliveryKind = HistoryKind | 'import' | 'webhook'

/** A message to a webhook. It stays for a while once it was sent or given up. */
export interface WebhookDeliveriesTable extends DeliveryColumns {
  webhook_id: number
  /** The `webhook-id`, the same at every attempt and replay. */
  message_id: string
  type: string
  kind: DeliveryKind
  record_id: number
  revision: number
  /** The message as it is signed and sent. */
  body: string
  /** When it was taken; null as long as it was not. */
  sent_at: EpochSeconds | null
  /** JSON list of its last attempts. */
  tries: Generated<string>
}

/** Imports that have ended, in the order in which they did. */
export interface ImportEndsTable {
  id: Generated<number>
  import_id: number
  at: EpochSeconds
}

/** The tables of who is told of changes. */
export interface WebhookTables {
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  import_ends: ImportEndsTable
}
