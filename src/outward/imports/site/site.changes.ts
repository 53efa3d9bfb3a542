import type { ImportBatch, ImportSource, SourceFeed, SourceKey } from '../imports.record.ts'
import type { SiteClient } from './site.client.ts'
import { indexAddress } from './site.index.ts'
import { type Reading, recordsOf } from './site.items.ts'
import { parentsFirst, type SiteKind } from './site.phases.ts'
import { asWire, textIn, type Wire, wireId, wiresIn } from './site.wire.ts'

/** What following a site takes. */
interface Following {
  readonly client: SiteClient
  /** The site as it is read as a whole. */
  readonly whole: ImportSource
  /** Begins to read anew. */
  readonly begin: () => Promise<Reading>
}

/** The kinds that are followed, linked records before those that link to them. */
const kinds: readonly SiteKind[] = ['category', 'tag', 'venue', 'organizer', 'event']

/** The most changes that are read one by one, as the feed has them in one answer: of more, the lists are read. */
const most = 500

/** How many records are written in one transaction. */
const atOnce = 50

/**
 * The feed of changes of another Kalends (docs/integrating.md), whose index of routes says that it has one. It tells what everybody
 * may see, so who has signed in there reads the lists.
 */
export function siteFeed({ client, whole, begin }: Following): SourceFeed {
  const path = `/${client.root.split('/').slice(-3).join('/')}/changes`
  return {
    begin: async () => {
      if (client.isAuthenticated) return undefined
      const { body: index } = await client.get(indexAddress(client.root), { isOptional: true })
      if (!(path in (asWire(asWire(index)?.['routes']) ?? {}))) return undefined
      const { status, body } = await client.get('/changes', { isOptional: true })
      const next = textIn(asWire(body) ?? {}, 'next')
      return status === 200 && next !== '' ? next : undefined
    },
    since: async (since, wait_s) => {
      const query = {
        since,
        kinds: [...kinds, 'series'].join(),
        include: 'records',
        limit: String(most),
        wait: String(wait_s),
      }
      const { status, body } = await client.get(`/changes?${new URLSearchParams(query).toString()}`, {
        isOptional: true,
      })
      const page = asWire(body) ?? {}
      const next = textIn(page, 'next')
      const told = page['changes']
      // A token that is too old, or of another database (410), is of no more use than an answer of another kind.
      if (status !== 200 || next === '' || !Array.isArray(told) || page['more'] !== false) return undefined
      const changes = wiresIn(told)
      return { next, source: changes.length === 0 ? undefined : changedSource({ whole, begin }, changes) }
    },
  }
}

/** The source of what has changed alone. */
function changedSource(
  { whole, begin }: Pick<Following, 'whole' | 'begin'>,
  changes: readonly Wire[],
): ImportSource {
  const keysOf = (kind: SiteKind): SourceKey[] =>
    changes
      .filter((change) => change['kind'] === kind && change['action'] === 'deleted')
      .flatMap((change) => ({ kind, key: String(wireId(change) ?? '') }))
  return {
    ...whole,
    ended: kinds.flatMap(keysOf),
    async *read(): AsyncGenerator<ImportBatch> {
      const reading = await begin()
      for (const kind of kinds) {
        // What is not public any more by now comes again, as something that has ended.
        const told = changes.flatMap((change): readonly Wire[] =>
          change['kind'] === kind ? [asWire(change['record']) ?? []].flat() : [],
        )
        // The first date of a series brings its rule along.
        const named = changes.filter(
          (change) => change['kind'] === 'series' && change['action'] !== 'deleted',
        )
        const firsts =
          kind === 'event'
            ? await reading.own?.firstDates(
                told,
                named.map((change) => textIn(change, 'id')),
              )
            : []
        const items = [...told, ...(firsts ?? [])]
        // A parent may be any of them.
        const size = kind === 'category' ? most : atOnce
        for (let from = 0; from < items.length; from += size) {
          const read = await recordsOf(kind, items.slice(from, from + size), reading)
          for (const record of read) reading.seen.add(record)
          yield { records: kind === 'category' ? parentsFirst(read) : read, cursor: '' }
        }
      }
    },
  }
}
