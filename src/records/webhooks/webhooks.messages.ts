import { createHash } from 'node:crypto'
import { instantOf } from '../../pure/calendar/text.ts'
import { publicSeries } from '../changes/changes.feed.query.ts'
import { changedNames } from '../changes/changes.changed.ts'
import type { Entry } from '../changes/changes.query.ts'
import { recordsOf } from '../changes/changes.records.ts'
import { seenOf } from '../changes/changes.publicView.ts'
import type { HistoryKind } from '../../storage/schema/tables.history.ts'
import type { DeliveryKind } from '../../storage/schema/tables.webhooks.ts'
import type { Site } from '../../http/site.ts'
import type { Context } from '../../http/context.ts'
import type { ImportEnd } from './webhooks.query.ts'
import { type MessageType, testType, type Told } from './webhooks.types.ts'

/** Something to be told, for whichever webhooks want it. */
export interface News {
  readonly kind: DeliveryKind
  readonly id: number
  readonly revision: number
  readonly at: number
  /** What was drawn at random for it: a database that was restored does not tell something else under the same ID. */
  readonly mark: number
  /** The types under which it may be told, the best first. */
  readonly types: readonly MessageType[]
  readonly url: string | null
  readonly changed: readonly string[]
}

/** A message as it is stored. */
export interface Message {
  readonly message_id: string
  readonly type: string
  readonly kind: DeliveryKind
  readonly record_id: number
  readonly revision: number
  readonly body: string
}

/**
 * What entries of the log tell, in their order. What never was public is not told, what became public is told as `created` or
 * `published`, whichever a webhook asks for, and a cancellation as `updated` to who does not ask for those.
 */
export async function newsOf(
  entries: readonly Entry[],
  shown: { readonly context: Context; readonly site: Site; readonly now: Temporal.Instant },
): Promise<readonly News[]> {
  const { read } = shown.context.db
  const ids = entries.flatMap(({ kind, id }) => (kind === 'series' ? [id] : []))
  const series = await publicSeries(read, ids)
  const seen = entries.flatMap((entry) => {
    const what = seenOf(entry, series)
    return what === undefined ? [] : [{ entry, what }]
  })
  const records = await recordsOf(
    seen.filter(({ what }) => what !== 'deleted').map(({ entry }) => entry),
    shown,
  )
  const news: News[] = []
  for (const { entry, what } of seen) {
    const { kind, id, revision, at, mark } = entry
    const types = ways(entry, what).map((one): MessageType => `${kind}.${one}`)
    const url = urlIn(records.get(`${kind} ${id}`))
    const changed =
      what === 'updated'
        ? await changedNames(shown.context, entry, { since: revision, isAmong: (one) => one === revision })
        : []
    news.push({ kind, id, revision, at, mark, types, url, changed })
  }
  return news
}

function ways({ action }: Entry, seen: 'created' | 'updated' | 'deleted'): readonly Told[] {
  if (seen === 'deleted') return ['deleted']
  if (seen === 'created') return action === 'created' ? ['created', 'published'] : ['published', 'created']
  return action === 'canceled' ? ['canceled', 'updated'] : ['updated']
}

/** The address of the public page, where there is one by now. */
function urlIn(record: object | undefined): string | null {
  return record !== undefined && 'url' in record && typeof record.url === 'string' ? record.url : null
}

/** What the end of an import tells. */
export function newsOfImport({ id, import_id, at }: ImportEnd, revision: number): News {
  const types = ['import.finished'] as const
  return { kind: 'import', id: import_id, revision, at, mark: id, types, url: null, changed: [] }
}

/** Below which path the records of a kind are. */
const paths: Readonly<Record<HistoryKind | 'import' | 'webhook', string>> = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  series: 'series',
  import: 'imports',
  webhook: 'webhooks',
}

/** The message that tells a webhook of it, of the type that it goes by there: every time the same, under the same ID. */
export function messageOf(
  { kind, id, revision, at, mark, url, changed }: News,
  { type, site, webhook }: { readonly type: string; readonly site: Site; readonly webhook: number },
): Message {
  const parts = [webhook, kind, id, revision, mark]
  const digest = createHash('sha256').update(parts.join('.')).digest('base64url')
  const data = { id, kind, url, rest_url: `${site.rest}/${paths[kind]}/${id}`, revision, changed }
  return {
    message_id: `msg_${digest.replaceAll(/[-_]/g, 'x').slice(0, 32)}`,
    type,
    kind,
    record_id: id,
    revision,
    body: JSON.stringify({ type, timestamp: instantOf(at).toString(), data }),
  }
}

/** The message by which it is seen whether a webhook works. */
export function testMessage(
  webhook: number,
  told: { readonly site: Site; readonly at: number; readonly mark: number; readonly revision: number },
): Message {
  const { site, at, mark, revision } = told
  const news: News = { kind: 'webhook', id: webhook, revision, at, mark, types: [], url: null, changed: [] }
  return messageOf(news, { type: testType, site, webhook })
}
