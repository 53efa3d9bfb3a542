import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { hasCome } from '../../pure/calendar/waits.ts'
import type { Database, Reader, Scope, Writer } from '../../storage/db/dialect.ts'
import { alongWrites } from '../../storage/db/transactions.ts'
import type { RepeatsTable } from '../../storage/schema/tables.repeats.ts'
import { ApiError, type RefusalCode, type RefusalExtras, refusals } from '../../pure/errors/errors.ts'
import { type Repeatable, type Repeats, replayed, type Work } from '../../http/repeats.ts'
import type { Answer } from '../../http/resource.ts'

/** How long an answer is kept, in seconds. */
const kept_s = 86_400

/** How long who carries a request out keeps others from it, in seconds, and how often that is renewed, in milliseconds. */
const lease_s = 15
const renewEvery_ms = 5_000

/** When to ask again while the first is running, in seconds. */
const retry_s = 2

/** The most that is kept. */
interface Limits {
  /** The longest answer, in characters. */
  readonly longest: number
  /** For a user, or for all who have not signed in: how many answers, and their characters. The oldest go first. */
  readonly answers: number
  readonly characters: number
  /** After how many answers it is looked whether there are too many. */
  readonly lookEvery: number
}

const usualLimits: Limits = {
  longest: 512 * 1024,
  answers: 10_000,
  characters: 64 * 1024 ** 2,
  lookEvery: 50,
}

/** How many are removed in one statement. */
const atOnce = 500

interface Parts {
  readonly db: Database
  readonly now: () => Temporal.Instant
  readonly log: (message: string, error: unknown) => void
}

/**
 * Keeps what requests with a key were answered. That a request has changed something is written with its first change, in the same
 * transaction, and only by who still has the lease: so it is carried out once, whenever a process is killed or held up.
 */
export class KeptRepeats implements Repeats {
  readonly #parts: Parts
  readonly #limits: Limits
  #answers = 0

  constructor(parts: Parts, limits = usualLimits) {
    this.#parts = parts
    this.#limits = limits
  }

  async find(asked: Repeatable): Promise<Answer | undefined> {
    const { read } = this.#parts.db
    const row = await rowOf(read, asked, this.#since())
    return row && answerOf(read, row, { asked, now: this.#seconds() })
  }

  async once(asked: Repeatable, { handle, isKept }: Work): Promise<Answer> {
    const { db, log } = this.#parts
    const claim = randomUUID()
    const taken = await this.#claim(asked, claim)
    if (taken) return taken
    const own = { digest: asked.digest, claim }
    const renewing = setInterval(() => {
      db.write((tx) => renew(tx, own, this.#seconds() + lease_s), 'aside').catch((error: unknown) =>
        log('a request that may be sent again could not be held', error),
      )
    }, renewEvery_ms)
    const leave = alongWrites((tx, scope) => mark(tx, own, scope))
    const finish = async (outcome: Outcome) => {
      leave()
      clearInterval(renewing)
      try {
        await db.write((tx) => keep(tx, own, bounded(outcome, this.#limits.longest)), 'aside')
        this.#answers += 1
        if (this.#answers % this.#limits.lookEvery === 0) await this.#makeRoom(asked)
      } catch (error) {
        // What was done is answered all the same; the same request once more is told that it was done.
        log('what a request was answered could not be kept', error)
      }
    }
    try {
      const answer = await handle()
      await finish(outcomeOf(answer, isKept(answer)))
      return answer
    } catch (error) {
      await finish(isLasting(error) ? refusalOutcome(error) : undone)
      throw error
    }
  }

  /** Forgets what was kept for long enough; answers how much. */
  async forget(): Promise<number> {
    for (let removed = 0; ;) {
      const some = await this.#parts.db.write((tx) => forgetSome(tx, this.#since()), 'aside')
      removed += some
      if (some < atOnce) return removed
    }
  }

  /** Takes the request, if it is still to be carried out; answers what was answered meanwhile. */
  async #claim(asked: Repeatable, claim: string): Promise<Answer | undefined> {
    const { digest, fingerprint, userId } = asked
    const now = this.#seconds()
    return this.#parts.db.write(async (tx) => {
      const row = await rowOf(tx, asked, this.#since())
      const known = row && (await answerOf(tx, row, { asked, now }))
      if (known) return known
      await tx.deleteFrom('repeats').where('digest', '=', digest).execute()
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('repeats')
        .values({
          digest,
          user_id: userId === 0 ? null : userId,
          fingerprint,
          claim,
          leased_until: now + lease_s,
          created_at: now,
          revision: null,
          status: null,
          answer: null,
          size: 0,
        })
        .onConflict((conflict) => conflict.column('digest').doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows === 0n) throw running()
      return undefined
    }, 'aside')
  }

  async #makeRoom({ userId }: Repeatable): Promise<void> {
    await this.#parts.db.write((tx) => forgetSome(tx, this.#since()), 'aside')
    await this.#parts.db.write((tx) => makeRoomFor(tx, userId === 0 ? null : userId, this.#limits), 'aside')
  }

  #seconds(): number {
    return epochSeconds(this.#parts.now())
  }

  /** What was begun before is forgotten. */
  #since(): number {
    return this.#seconds() - kept_s
  }
}

type Row = Pick<RepeatsTable, 'fingerprint' | 'leased_until' | 'revision' | 'status' | 'answer'>

async function rowOf(db: Reader, { digest }: Repeatable, since: number): Promise<Row | undefined> {
  return db
    .selectFrom('repeats')
    .select(['fingerprint', 'leased_until', 'revision', 'status', 'answer'])
    .where('digest', '=', digest)
    .where('created_at', '>', since)
    .executeTakeFirst()
}

/** What was answered; undefined where the request is to be carried out, as who had begun with it has changed nothing and is gone. */
async function answerOf(
  db: Reader,
  row: Row,
  { asked, now }: { readonly asked: Repeatable; readonly now: number },
): Promise<Answer | undefined> {
  if (row.fingerprint !== asked.fingerprint) throw new ApiError('rest_idempotency_mismatch')
  if (row.answer !== null) return readAnswer(row.answer)
  const isOver = row.status !== null || hasCome(row.leased_until, now, lease_s)
  if (!isOver) throw running()
  if (row.status === null && row.revision === null) return undefined
  const reason =
    row.status === null
      ? 'the process was stopped before it could be told'
      : 'it was too long, or shows a secret that is shown once'
  const records = await touchedIn(db, row.revision)
  throw new ApiError('rest_idempotency_answer_gone', { reason }, { data: { records } })
}

function running(): ApiError {
  const seconds = String(retry_s)
  return new ApiError('rest_idempotency_running', { seconds }, { headers: { 'Retry-After': seconds } })
}

/** How many records are named of what was done. */
const named = 20

async function touchedIn(db: Reader, revision: number | null): Promise<object[]> {
  if (revision === null || revision === 0) return []
  return db
    .selectFrom('history')
    .select(['kind', 'id', 'action'])
    .where('revision', '=', revision)
    .orderBy('kind')
    .orderBy('id')
    .limit(named)
    .execute()
}

interface Own {
  readonly digest: string
  readonly claim: string
}

/** Notes within a transaction that the request has changed something. Throws where another process carries it out by now. */
async function mark(tx: Writer, { digest, claim }: Own, scope: Scope | undefined): Promise<void> {
  const revision = scope === 'aside' ? sql<number>`0` : sql<number>`(select number from revision)`
  const { numUpdatedRows } = await tx
    .updateTable('repeats')
    .set({ revision: sql<number>`coalesce(revision, ${revision})` })
    .where('digest', '=', digest)
    .where('claim', '=', claim)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw running()
}

async function renew(tx: Writer, { digest, claim }: Own, leased_until: number): Promise<void> {
  await tx
    .updateTable('repeats')
    .set({ leased_until })
    .where('digest', '=', digest)
    .where('claim', '=', claim)
    .execute()
}

/** How a request ended: with an answer, with one that is not kept, or without having done anything. */
interface Outcome {
  readonly status: number | null
  readonly answer: string | null
}

/** It may be sent again as if it had never been sent, unless it has changed something before it failed. */
const undone: Outcome = { status: null, answer: null }

async function keep(tx: Writer, { digest, claim }: Own, { status, answer }: Outcome): Promise<void> {
  const own = tx.updateTable('repeats').where('digest', '=', digest).where('claim', '=', claim)
  if (status !== null) {
    await own.set({ status, answer, size: answer?.length ?? 0 }).execute()
    return
  }
  await tx
    .deleteFrom('repeats')
    .where('digest', '=', digest)
    .where('claim', '=', claim)
    .where('revision', 'is', null)
    .execute()
  await own.set({ leased_until: 0 }).execute()
}

/** An answer as it is kept: before `_fields` and the like, which are the same when it is sent again. */
interface Kept extends Pick<Answer, 'body' | 'headers' | 'modifiedAt'> {
  readonly status: number
  readonly refusal?: Refused
}

interface Refused {
  readonly code: string
  readonly message: string
  readonly extras: RefusalExtras
}

function outcomeOf(
  { status = 200, body, headers, modifiedAt, stream, live }: Answer,
  isKept: boolean,
): Outcome {
  const isSecret = !isKept || Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'set-cookie')
  if (isSecret || stream || live) return { status, answer: null }
  const kept: Kept = { status, body, ...(headers ? { headers } : {}), ...(modifiedAt ? { modifiedAt } : {}) }
  return { status, answer: textOf(kept) }
}

function textOf(kept: Kept): string {
  return JSON.stringify(kept)
}

function bounded({ status, answer }: Outcome, longest: number): Outcome {
  return { status, answer: answer !== null && answer.length > longest ? null : answer }
}

/** Refusals for which it was tried too soon, too often or too slowly: the next try may end otherwise. */
const passingStatuses: ReadonlySet<number> = new Set([401, 408, 429])

function isLasting(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && !passingStatuses.has(error.status)
}

function refusalOutcome({ code, message, status, extras }: ApiError): Outcome {
  const refusal = { code, message, extras: { ...extras, status } }
  return { status, answer: textOf({ status, body: null, refusal }) }
}

/** Answers, or throws, what was kept. */
function readAnswer(text: string): Answer {
  // It was written by `textOf`.
  const { refusal, headers, ...answer } = JSON.parse(text) as Kept
  if (refusal && isCode(refusal.code)) {
    const { hint: _hint, headers: told, ...extras } = refusal.extras
    const error = new ApiError(refusal.code, {}, { ...extras, headers: { ...told, ...replayed } })
    error.message = refusal.message
    throw error
  }
  return { ...answer, headers: { ...headers, ...replayed } }
}

function isCode(code: string): code is RefusalCode {
  return code in refusals
}

async function forgetSome(tx: Writer, since: number): Promise<number> {
  const old = tx
    .selectFrom('repeats')
    .select('digest')
    .where('created_at', '<=', since)
    .orderBy('created_at')
    .limit(atOnce)
  const { numDeletedRows } = await tx.deleteFrom('repeats').where('digest', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Removes the oldest answers of a user, if there are too many of them, or if they are too long together. */
async function makeRoomFor(tx: Writer, userId: number | null, limits: Limits): Promise<void> {
  const own = tx.selectFrom('repeats').where('user_id', userId === null ? 'is' : '=', userId)
  const { answers, characters } = await own
    .select((row) => [
      row.fn.countAll<number>().as('answers'),
      row.fn.coalesce(row.fn.sum<number>('size'), sql<number>`0`).as('characters'),
    ])
    .executeTakeFirstOrThrow()
  let [tooMany, tooLong] = [answers - limits.answers, characters - limits.characters]
  if (tooMany <= 0 && tooLong <= 0) return
  const oldest = await own.select(['digest', 'size']).orderBy('created_at').limit(atOnce).execute()
  const removed: string[] = []
  for (const { digest, size } of oldest) {
    if (tooMany <= 0 && tooLong <= 0) break
    tooMany -= 1
    tooLong -= size
    removed.push(digest)
  }
  await tx.deleteFrom('repeats').where('digest', 'in', removed).execute()
}
