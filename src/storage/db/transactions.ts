import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Database, Scope, Writer } from './dialect.ts'
import type { Via } from '../schema/tables.history.ts'
import type { EpochSeconds } from '../schema/tables.ts'

/** Who writes, which the history tells (`history.ts`). */
export interface Actor {
  /** 0: nobody, but the service itself. */
  readonly userId: number
  readonly via: Via
  /** The import or the credential. */
  readonly viaId?: number | null | undefined
  readonly at: EpochSeconds
}

/** What is done at the end of a transaction, within it. */
type Along = (tx: Writer, scope: Scope | undefined) => Promise<void>

const attempts = new AsyncLocalStorage<{
  hasWritten: boolean
  actor?: Actor | undefined
  along?: Along | undefined
}>()

/** Runs the work, and keeps track of whether it has written anything: see {@link hasWritten}. */
export async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  return attempts.run({ hasWritten: false }, work)
}

/** Says who writes from now on within the current {@link attempt}. */
export function actAs(actor: Actor): void {
  const current = attempts.getStore()
  if (current) current.actor = actor
}

/** Does this at the end of each transaction of the current {@link attempt}, as a part of it, until what it answers is called. */
export function alongWrites(along: Along): () => void {
  const current = attempts.getStore()
  if (!current) return () => {}
  current.along = along
  return () => {
    current.along = undefined
  }
}

/** Runs work that is this one’s, whoever has asked for it. */
export async function acting<Result>(actor: Actor, work: () => Promise<Result>): Promise<Result> {
  return attempts.run({ hasWritten: false, actor }, work)
}

/** Who writes now: the service itself, by the clock of the process, unless somebody is known. */
export function currentActor(): Actor {
  const known = attempts.getStore()?.actor
  if (known) return known
  const at = Math.floor((performance.timeOrigin + performance.now()) / 1000)
  return { userId: 0, via: '', at }
}

/** Whether the current {@link attempt} has changed anything already, so that no answer may say otherwise. */
export function hasWritten(): boolean {
  return attempts.getStore()?.hasWritten ?? false
}

/** The same database, with writes that {@link hasWritten} knows of. */
export function remembering(db: Database): Database {
  return {
    ...db,
    write: async (work, scope) => {
      const attempt = attempts.getStore()
      const along = attempt?.along
      const whole = async (tx: Writer) => {
        const result = await work(tx)
        await along?.(tx, scope)
        return result
      }
      const result = await db.write(along ? whole : work, scope)
      if (attempt && scope !== 'aside') attempt.hasWritten = true
      return result
    },
  }
}

/** The database as an open transaction sees it: whatever is written is part of that, and there with all of it or not at all. */
export function within(tx: Writer, db: Database): Database {
  return { ...db, read: tx, write: (work) => work(tx) }
}

/**
 * Makes the transaction, once it is committed, a new revision, made by this one: everything that is shown may have changed, or what is
 * shown of events alone.
 */
export async function raiseRevision(
  tx: Writer,
  { userId, via, viaId, at }: Actor,
  scope: Exclude<Scope, 'aside'> | undefined,
): Promise<void> {
  const narrow = scope === 'events' ? 1 : 0
  // A text of our own, as it is said in each transaction: to make it takes longer than to run it.
  await sql`update revision set number = number + 1, narrow = narrow + ${narrow}, user_id = ${userId}, via = ${via}, via_id = ${viaId ?? null}, at = ${at}`.execute(
    tx,
  )
}
