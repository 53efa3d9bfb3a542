import type { Reader } from '../../storage/db/dialect.ts'
import { byDates } from '../../storage/schema/history.statements.ts'
import type { Entry, Subject } from './changes.query.ts'

/** By which entry all that was done with it is taken back; or why that can never be. */
export type Whole = { readonly by: Entry } | { readonly never: string }

/** What decides how acts are taken back. */
export interface Deciding {
  /** Of their transactions the entries of series, and of what was removed for good. */
  readonly around: ReadonlyMap<number, readonly Entry[]>
  /** The last entry of what is not there any more, of that which they are of or are taken back by. */
  readonly gone: readonly Entry[]
}

/** What decides of the acts that these entries are of. */
export async function decidingIn(db: Reader, entries: readonly Entry[]): Promise<Deciding> {
  // Of an import each record is taken back by itself, or all of it as that.
  const revisions = [
    ...new Set(entries.filter(({ via }) => via !== 'import').map(({ revision }) => revision)),
  ]
  const found = await db
    .selectFrom('history')
    .selectAll()
    .where('revision', 'in', [0, ...revisions])
    .where((row) => row.or([row('kind', '=', 'series'), row('action', '=', 'deleted')]))
    .orderBy('id')
    .execute()
  const around = Map.groupBy(found, ({ revision }) => revision)
  return { around, gone: await goneOf(db, [...entries, ...found]) }
}

/** Ids are given once only: what was removed for good does not come again. */
async function goneOf(db: Reader, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const ids = [...new Set(entries.map(({ id }) => id))]
  return db
    .selectFrom('history')
    .selectAll()
    .where('id', 'in', [0, ...ids])
    .where('action', '=', 'deleted')
    .execute()
}

/**
 * How what an entry tells of is taken back. What was done to a series and its dates goes back as one, wherever one begins; what removed
 * something for good, as a merge does, never does.
 */
export function wholeOf(entry: Entry, deciding: Deciding): Whole {
  const whole = wholeOfItsAct(entry, deciding)
  if ('never' in whole) return whole
  const { kind, id, revision } = whole.by
  const gone = deciding.gone.find((one) => one.kind === kind && one.id === id && one.revision > revision)
  return gone ? { never: sinceReasonOf(gone) } : whole
}

function wholeOfItsAct(entry: Entry, { around: all }: Deciding): Whole {
  if (entry.action === 'deleted') return { never: reasonOf(entry) }
  if (entry.via === 'import') return { by: entry }
  if (isByDates(entry)) return { never: 'nothing was done to the series itself, but to its dates' }
  const around = all.get(entry.revision) ?? []
  const series = around.filter((one) => one.kind === 'series' && one.action !== 'deleted' && !isByDates(one))
  const gone = around.find(
    ({ kind, action }) => action === 'deleted' && (kind !== 'event' || series.length > 0),
  )
  if (gone) return { never: reasonOf(gone) }
  if (entry.kind !== 'event' && entry.kind !== 'series') return { by: entry }
  const own = series.find(({ id }) => entry.kind === 'series' && id === entry.id)
  const changed = series.find(({ action }) => action !== 'created')
  // What was split off is taken back by what it was split from.
  const by = own && own.action !== 'created' ? own : (changed ?? series[0])
  return { by: by ?? entry }
}

/** Whether an entry only says that a series is public by its dates, or no more. */
export function isByDates({ kind, action }: Pick<Entry, 'kind' | 'action'>): boolean {
  return kind === 'series' && (action === byDates.shown || action === byDates.gone)
}

/** Where the record and the entry are by which an act is taken back; null where it never is. */
export function undoView(whole: Whole): (Subject & { readonly revision: number }) | null {
  if ('never' in whole) return null
  const { kind, id, revision } = whole.by
  return { kind, id, revision }
}

function reasonOf({ kind, id }: Entry): string {
  if (kind === 'series') return 'the series was dissolved with it, and its dates are events of their own'
  return `the ${kind} ${id} was removed for good with it, or became one with another`
}

function sinceReasonOf({ kind, id }: Entry): string {
  if (kind === 'series') return 'the series was dissolved since, and its dates are events of their own'
  return `the ${kind} ${id} was removed for good since, or became one with another`
}
