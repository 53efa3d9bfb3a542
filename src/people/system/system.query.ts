import type { Reader } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'

/** Work that is done beside the requests, as it stands. */
export interface Queue {
  readonly name: string
  readonly waiting: number
  readonly failed: number
  readonly lastAt: EpochSeconds | null
}

/** Over how long failures are counted, in seconds. */
const counted_s = 30 * 86_400

/** How each kind of work stands, by its name. */
const queues = {
  mail: async (db: Reader, now: EpochSeconds) => {
    const { waiting, failed, last } = await db
      .selectFrom('mail_outbox')
      .select((row) => [
        row.fn.countAll<number>().filterWhere('failed_at', 'is', null).as('waiting'),
        row.fn
          .countAll<number>()
          .filterWhere('failed_at', '>', now - counted_s)
          .as('failed'),
        row.fn.max('failed_at').as('last'),
      ])
      .executeTakeFirstOrThrow()
    return { waiting, failed, lastAt: last }
  },
  imports: async (db: Reader, now: EpochSeconds) => {
    const { waiting, failed, last } = await db
      .selectFrom('imports')
      .select((row) => [
        row.fn.countAll<number>().filterWhere('status', '=', 'running').as('waiting'),
        row.fn
          .countAll<number>()
          .filterWhere((one) =>
            one.and([one('status', '=', 'failed'), one('created_at', '>', now - counted_s)]),
          )
          .as('failed'),
        row.fn.max('updated_at').as('last'),
      ])
      .executeTakeFirstOrThrow()
    return { waiting, failed, lastAt: last }
  },
  webhooks: async (db: Reader, now: EpochSeconds) => {
    const { waiting, failed, last } = await db
      .selectFrom('webhook_deliveries')
      .select((row) => [
        row.fn
          .countAll<number>()
          .filterWhere((one) => one.and([one('failed_at', 'is', null), one('sent_at', 'is', null)]))
          .as('waiting'),
        row.fn
          .countAll<number>()
          .filterWhere('failed_at', '>', now - counted_s)
          .as('failed'),
        row.fn.max('sent_at').as('last'),
      ])
      .executeTakeFirstOrThrow()
    return { waiting, failed, lastAt: last }
  },
} as const satisfies Record<string, (db: Reader, now: EpochSeconds) => Promise<Omit<Queue, 'name'>>>

/** How letters stand: what came too late or was refused counts as given up; undefined where none were ever made. */
async function lettersQueue(db: Reader, now: EpochSeconds): Promise<Queue | undefined> {
  const { last, failed } = await db
    .selectFrom('letter_issues')
    .select((row) => [
      row.fn.max('made_at').as('last'),
      row.fn
        .sum<number | null>(row('late', '+', row.ref('refused')))
        .filterWhere('made_at', '>', now - counted_s)
        .as('failed'),
    ])
    .executeTakeFirstOrThrow()
  if (last === null) return undefined
  const { waiting } = await db
    .selectFrom('letter_sends')
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  return { name: 'letters', waiting, failed: failed ?? 0, lastAt: last }
}

/** How the work beside the requests stands. */
export async function findQueues(db: Reader, now: EpochSeconds): Promise<Queue[]> {
  const letters = await lettersQueue(db, now)
  const always = await Promise.all(
    Object.entries(queues).map(async ([name, find]) => {
      const { waiting, failed, lastAt } = await find(db, now)
      return { name, waiting, failed, lastAt }
    }),
  )
  return [...always, ...(letters ? [letters] : [])]
}

/** Failed attempts at one account from one network. */
export interface FailedSignIn {
  readonly login: string
  readonly network: string
  readonly count: number
  readonly first_at: EpochSeconds
  readonly last_at: EpochSeconds
}

/** How many are told. */
const mostTold = 100

/** The attempts that have failed since a moment, the newest first. */
export async function findFailedSignIns(db: Reader, since: EpochSeconds): Promise<FailedSignIn[]> {
  return db
    .selectFrom('failed_sign_ins')
    .selectAll()
    .where('last_at', '>', since)
    .orderBy('last_at', 'desc')
    .orderBy('network')
    .orderBy('login')
    .limit(mostTold)
    .execute()
}
