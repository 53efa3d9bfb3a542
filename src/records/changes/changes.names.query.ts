import type { Reader } from '../../storage/db/dialect.ts'
import type { HistoryKind } from '../../storage/schema/tables.history.ts'
import { idsIn } from './changes.fields.ts'
import type { HistoryEntry } from './changes.record.ts'
import { imageTitlesOf, namesOf, type Subject, titlesOf } from './changes.query.ts'

/** What fields name by ids: records that have a history, and what has none. */
type Named = HistoryKind | 'user' | 'image'

/** The fields that have ids as values, and the kinds of records these are of. */
const kindOf: Readonly<Record<string, Named>> = {
  venue: 'venue',
  organizer: 'organizer',
  categories: 'category',
  tags: 'tag',
  parent: 'category',
  series: 'series',
  post_parent: 'event',
  author: 'user',
  image: 'image',
}

type Differences = HistoryEntry['changes']

/** What the records are called now that differences name by their ids, by kind and id. */
export async function namesIn(db: Reader, all: readonly Differences[]): Promise<ReadonlyMap<string, string>> {
  const named = all.flatMap(idsNamed)
  const subjects = named.flatMap(({ kind, id }): Subject[] =>
    kind === 'user' || kind === 'image' ? [] : [{ kind, id }],
  )
  const idsOfKind = (only: Named) => named.flatMap(({ kind, id }) => (kind === only ? [id] : []))
  const names = new Map(await titlesOf(db, subjects))
  for (const [id, name] of await namesOf(db, idsOfKind('user'))) names.set(`user ${id}`, name)
  for (const [id, title] of await imageTitlesOf(db, idsOfKind('image'))) names.set(`image ${id}`, title)
  return names
}

/**
 * What these differences name by ids, by field and id, so that readers need not know which fields do; null for what is gone. Undefined
 * where they name nothing so.
 */
export function namesFor(
  differences: Differences,
  names: ReadonlyMap<string, string>,
): HistoryEntry['names'] {
  const needed = idsNamed(differences)
  if (needed.length === 0) return undefined
  return Object.fromEntries(
    needed.map(({ field, kind, id }) => [`${field} ${id}`, names.get(`${kind} ${id}`) ?? null]),
  )
}

function idsNamed(differences: Differences): { field: string; kind: Named; id: number }[] {
  return Object.entries(differences).flatMap(([field, { from, to }]) => {
    const kind = kindOf[field]
    if (kind === undefined) return []
    return [from, to].flatMap(idsOf).map((id) => ({ field, kind, id }))
  })
}

function idsOf(value: unknown): readonly number[] {
  if (Array.isArray(value)) return idsIn(JSON.stringify(value))
  return typeof value === 'number' && value > 0 ? [value] : []
}
