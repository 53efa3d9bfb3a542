import { type Caller, can } from '../../http/auth/rights.ts'
import type { Reader, Writer } from '../../storage/db/dialect.ts'
import type { Status } from '../../pure/params/words.ts'
import { categoryKind, tagKind } from '../terms/terms.kind.ts'
import type { TermRow } from '../terms/terms.row.ts'
import { adjustTermCounts, resolveOrCreateTerms } from '../terms/terms.write.ts'
import type { UpdateEvent } from './events.params.ts'

/** A category or tag that an event has. */
export type OwnTerm = Pick<TermRow, 'id' | 'taxonomy'>

/** What decides whether terms count an event. */
interface Countable {
  readonly status: Status
  readonly password_digest?: string | null
}

/** An event that its terms may count. */
export interface Counted extends Countable {
  readonly terms: readonly OwnTerm[]
}

/** The terms by event, without events that have none. */
export async function termsOf(
  db: Reader,
  eventIds: readonly number[],
): Promise<Map<number, readonly OwnTerm[]>> {
  if (eventIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('event_terms')
    .innerJoin('terms', 'terms.id', 'event_terms.term_id')
    .select(['event_id', 'terms.id', 'terms.taxonomy'])
    .where('event_id', 'in', [...eventIds])
    .execute()
  return Map.groupBy(rows, ({ event_id }) => event_id)
}

/** The terms of one event. */
export async function ownTerms(db: Reader, id: number): Promise<readonly OwnTerm[]> {
  return (await termsOf(db, [id])).get(id) ?? []
}

/**
 * The terms of an event after a write: the categories and tags that were sent, of which new ones are made if the caller may.
 * Terms of a kind that was not sent stay.
 */
export async function chooseTerms(
  tx: Writer,
  had: readonly OwnTerm[],
  sent: Pick<UpdateEvent, 'categories' | 'tags'>,
  caller: Caller,
): Promise<readonly OwnTerm[]> {
  const wanted = termKinds.flatMap((kind) => {
    const named = sent[kind.key]
    return named === undefined ? [] : [{ kind, named }]
  })
  const found = await resolveOrCreateTerms(tx, wanted, can(caller, 'publish'))
  const isSent = (taxonomy: OwnTerm['taxonomy']) => found.some(({ kind }) => kind.taxonomy === taxonomy)
  return [
    ...had.filter(({ taxonomy }) => !isSent(taxonomy)),
    ...found.flatMap(({ kind: { taxonomy }, ids }) => ids.map((id) => ({ id, taxonomy }))),
  ]
}

/** Replaces the terms of the event. Those that stay are not written again. */
export async function exchangeTerms(
  tx: Writer,
  event_id: number,
  had: readonly OwnTerm[],
  terms: readonly OwnTerm[],
): Promise<void> {
  const { added, removed } = differences(had, terms)
  if (removed.length > 0)
    await tx
      .deleteFrom('event_terms')
      .where('event_id', '=', event_id)
      .where('term_id', 'in', removed)
      .execute()
  if (added.length > 0)
    await tx
      .insertInto('event_terms')
      .values(added.map((term_id) => ({ event_id, term_id })))
      .execute()
}

/** Updates the counts of terms after an event is made, changed or removed. */
export async function countTerms(
  tx: Writer,
  before: Counted | undefined,
  after: Counted | undefined,
): Promise<void> {
  const { added, removed } = differences(countedIn(before), countedIn(after))
  if (added.length > 0 || removed.length > 0) await adjustTermCounts(tx, { added, removed })
}

/** Whether its terms count the event: everybody is told these counts, and of a protected event nobody which terms it has (D62). */
export function isCounted({ status, password_digest }: Countable): boolean {
  return status === 'publish' && !password_digest
}

function countedIn(event: Counted | undefined): readonly OwnTerm[] {
  return event !== undefined && isCounted(event) ? event.terms : []
}

const termKinds = [categoryKind, tagKind]

/** Ids of the terms that an event gains and loses. */
interface Differences {
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

function differences(before: readonly OwnTerm[], after: readonly OwnTerm[]): Differences {
  const had = new Set(before.map(({ id }) => id))
  const has = new Set(after.map(({ id }) => id))
  return { added: [...has.difference(had)], removed: [...had.difference(has)] }
}
