import type { Declared } from '../../fields/own/declaration.ts'
import type { Context } from '../../http/context.ts'
import { entriesView } from './changes.history.view.ts'
import { type Entry, keptSince, storedRecord, tagsAmong } from './changes.query.ts'

/** How many names are told: what is told is small. */
const mostNames = 200

/**
 * The names of the fields of a record that some transactions have changed, from one on, as everybody may know them: of fields that the calendar
 * has declared those that everybody sees, as `fields.audience`.
 */
export async function changedNames(
  { db, declared }: Pick<Context, 'db' | 'declared'>,
  entry: Entry,
  { since, isAmong }: { readonly since: number; readonly isAmong: (revision: number) => boolean },
): Promise<readonly string[]> {
  const kept = await keptSince(db.read, entry, since)
  const revisions = new Set(kept.map(({ revision }) => revision).filter((revision) => isAmong(revision)))
  if (revisions.size === 0) return []
  const stored = await storedRecord(db.read, entry)
  const tags = stored ? await tagsAmong(db.read, kept, stored) : new Set<number>()
  const entries = [...revisions].map((revision) => Object.assign({}, entry, { revision }))
  const told = entriesView(entries, { names: new Map(), stored, kept, tags })
  const names = new Set(told.flatMap(({ changes }) => Object.keys(changes)))
  return [...names].filter((name) => !isInternal(name, declared)).slice(0, mostNames)
}

/** Whether a name is that of a field of the calendar that not everybody sees, or that is no more. */
function isInternal(name: string, { all }: Declared): boolean {
  return name.startsWith('fields.') && !all.some((field) => field.public && `fields.${field.name}` === name)
}
