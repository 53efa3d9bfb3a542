import type { HistoryAct, HistoryEntry } from '../../../records/changes/changes.record.ts'
import { ask, type Answer } from '../api.ts'
import type { Foretold } from '../../../pure/params/guests.ts'
import { foretold } from '../common/goBack.ts'

/** The kinds of records that have a history, as the service names them, and where each is. */
export const pathsOf = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  series: 'series',
} as const
export type Kind = keyof typeof pathsOf

export type Action = Act['action']

/** What fields were, and what they became. */
export type Differences = HistoryEntry['changes']

/** What records are called that fields have by their ids, by field and id; null for what is gone. */
export type Names = NonNullable<HistoryEntry['names']>

/** Who did something. */
export type By = HistoryEntry['by']

/** One record of what was done. */
export type Touched = Act['records'][number]

/** What was done at once. */
export type Act = HistoryAct

/** A page of what was done. */
export interface Acts {
  readonly acts: readonly Act[]
  readonly total: number
  readonly pages: number
}

/** What is asked for of the whole history. */
export interface Wanted {
  readonly page: number
  readonly kind?: string | undefined
  readonly user?: number | undefined
  readonly search?: string | undefined
  /** The first and the last day, as `2031-03-11`. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly import?: string | undefined
}

const perPage = 20

type Page<Entry> = {
  readonly history: readonly Entry[]
  readonly total: number
  readonly total_pages: number
}

/** What was done in the whole calendar, or by an import. */
export async function readActs(wanted: Wanted): Promise<Acts> {
  const { body } = await ask<Page<Act>>('history', { query: { ...wanted, per_page: perPage } })
  return { acts: body.history, total: body.total, pages: body.total_pages }
}

type Entry = Omit<Act, 'counts' | 'records'> & { readonly changes: Differences; readonly dates?: number }

/** What was done to one record, as acts of that record. */
export async function readRecord(
  { kind, id, title }: { readonly kind: Kind; readonly id: number; readonly title: string },
  page: number,
  size = perPage,
): Promise<Acts> {
  const { body } = await ask<Page<Entry>>(`${pathsOf[kind]}/${id}/history`, {
    query: { page, per_page: size },
  })
  const acts = body.history.map(({ changes, dates = 0, ...entry }): Act => {
    const { action, revision } = entry
    const counts = [
      ...(kind === 'event' && dates > 0 ? [] : [{ kind, action, records: 1 }]),
      ...(dates > 0 ? [{ kind: 'event' as const, action: 'updated' as const, records: dates }] : []),
    ]
    return { ...entry, counts, records: [{ kind, id, revision, action, title, changes }] }
  })
  return { acts, total: body.total, pages: body.total_pages }
}

/** What a record is called. */
export async function readTitle(kind: Kind, id: number): Promise<string> {
  const { body } = await ask<Readonly<Record<string, unknown>>>(`${pathsOf[kind]}/${id}`, {
    query: kind === 'event' ? { context: 'edit' } : {},
  })
  const named = body['title'] ?? body[kind] ?? body['name'] ?? ''
  return typeof named === 'string' ? named : ''
}

/** Takes back what was done to a record: all of it, or some of its fields. */
export async function takeBack(
  { kind, id, revision }: Pick<Touched, 'kind' | 'id' | 'revision'>,
  fields?: readonly string[],
): Promise<Answer<{ readonly records: number }>> {
  return ask(`${pathsOf[kind]}/${id}/history/${revision}/undo`, {
    method: 'POST',
    json: fields ? { fields } : {},
  })
}

/** Whom it would tell what if what was done to a record were taken back. */
export function foretellBack(
  { kind, id, revision }: Pick<Touched, 'kind' | 'id' | 'revision'>,
  fields?: readonly string[],
): Promise<Foretold> {
  return foretold(`${pathsOf[kind]}/${id}/history/${revision}/undo`, fields)
}

/** Takes back what an import did. */
export async function takeBackImport(
  id: number,
): Promise<Answer<{ readonly undone: number; readonly kept: readonly object[] }>> {
  return ask(`imports/${id}/undo`, { method: 'POST' })
}
