import { instantOf } from '../../pure/calendar/text.ts'
import { columnOf, shownValue } from './changes.fields.ts'
import type { Act, Count } from './changes.acts.query.ts'
import { apart, storedApart } from './changes.own.ts'
import type { Entry, Kept, Stored } from './changes.query.ts'
import type { HistoryEntry } from './changes.record.ts'

type Names = ReadonlyMap<number, string>

/** Who did something, as it is told. */
function byView({ user_id, via, via_id }: Pick<Entry, 'user_id' | 'via' | 'via_id'>, names: Names) {
  return {
    id: user_id,
    name: names.get(user_id) ?? '',
    via,
    ...(via === 'import' && via_id !== null ? { import: via_id } : {}),
  }
}

/** What entries of a record are told with. */
export interface Telling {
  readonly names: Names
  /** The record as it is; undefined where it is gone. */
  readonly stored: Stored | undefined
  /** All that was kept of it from the oldest of the entries on, the oldest first. */
  readonly kept: readonly Kept[]
  /** Which of the linked categories and tags are tags. */
  readonly tags: ReadonlySet<number>
}

/** Entries of a record, with what each changed from and to: what it was before the next change of the same field, or is now. */
export function entriesView(entries: readonly Entry[], { kept, ...others }: Telling): HistoryEntry[] {
  const telling = { ...others, kept: apart(kept, others.stored) }
  return entries.map((entry) => ({
    revision: entry.revision,
    action: entry.action,
    by: byView(entry, telling.names),
    at: instantOf(entry.at).toString(),
    changes: differencesOf(entry, telling),
  }))
}

function differencesOf({ kind, revision }: Entry, { stored, kept, tags }: Telling): HistoryEntry['changes'] {
  const told: Record<string, { from: unknown; to: unknown }> = {}
  const now = stored && storedApart(stored)
  for (const { field: column, was } of kept.filter((each) => each.revision === revision)) {
    const { field, isHidden } = columnOf(kind, column)
    if (isHidden) continue
    const later = kept.find((each) => each.field === column && each.revision > revision)
    const next = later ? later.was : (now?.[column] ?? null)
    const from = shownValue(kind, column, was)
    const to = shownValue(kind, column, next)
    if (column === 'terms') Object.assign(told, termDifferences(from, to, tags))
    else told[field] = { from, to }
  }
  return told
}

/** Categories and tags are kept together, and told apart. */
function termDifferences(from: unknown, to: unknown, tags: ReadonlySet<number>) {
  const [had, has] = [idList(from), idList(to)]
  const parts = { categories: (id: number) => !tags.has(id), tags: (id: number) => tags.has(id) }
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, isOf]) => {
      const [before, after] = [had.filter(isOf), has.filter(isOf)]
      return before.join() === after.join() ? [] : [[name, { from: before, to: after }]]
    }),
  )
}

function idList(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : []
}

/** What an act is told with. */
export interface ActTelling {
  readonly names: Names
  readonly titles: ReadonlyMap<string, string>
  readonly entries: readonly Entry[]
  readonly counts: readonly Count[]
  /** The record whose differences stand for what was done. */
  readonly example?: { readonly of: Entry; readonly changes: HistoryEntry['changes'] } | undefined
}

/** What was done at once, as one. */
export function actView(act: Act, { names, titles, entries, counts, example }: ActTelling) {
  return {
    revision: act.revision,
    action: entries[0]?.action ?? 'updated',
    by: byView(act, names),
    at: instantOf(act.at).toString(),
    counts: counts.map(({ kind, action, records }) => ({ kind, action, records })),
    records: entries.map((entry) => {
      const { kind, id, revision, action } = entry
      const told = { kind, id, revision, action, title: titles.get(`${kind} ${id}`) ?? null }
      return entry === example?.of ? { ...told, changes: example.changes } : told
    }),
  }
}
