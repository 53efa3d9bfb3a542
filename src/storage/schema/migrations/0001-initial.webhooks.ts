import type { SchemaWords } from '../words.ts'
import { texts } from './columns.ts'

/** Tables of the first version for who is told of changes, and what. */
export function webhooks({ text, generatedId }: SchemaWords): string[] {
  return [
    `create table webhooks (
       id ${generatedId},
       ${texts(text, ['url', 'description', 'types', 'filter', 'signatures', 'secret', 'private_key', 'home'])},
       old_secrets ${text} not null default '[]',
       enabled integer not null,
       created_at bigint not null,
       told_revision bigint not null,
       told_kind ${text} not null,
       told_id bigint not null,
       told_import bigint not null,
       paused_until bigint not null default 0,
       failing_since bigint,
       fault ${text},
       last_success_at bigint)`,
    `create table webhook_deliveries (
       id ${generatedId},
       webhook_id bigint not null references webhooks (id) on delete cascade,
       ${texts(text, ['message_id', 'type', 'kind', 'body'])},
       tries ${text} not null default '[]',
       record_id bigint not null,
       revision bigint not null,
       created_at bigint not null,
       attempts integer not null default 0,
       next_try_at bigint not null,
       sent_at bigint,
       fault ${text},
       failed_at bigint)`,
    'create unique index webhook_deliveries_by_message on webhook_deliveries (webhook_id, message_id)',
    'create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id)',
    `create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_try_at, id)
       where failed_at is null and sent_at is null`,
    `create table import_ends (
       id ${generatedId},
       import_id bigint not null references imports (id) on delete cascade,
       at bigint not null)`,
    'create index import_ends_by_import on import_ends (import_id)',
  ]
}
