import type { Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'

/** Attempts from one network at one account, from the first to the last. */
export interface FailedAttempts {
  readonly network: string
  readonly login: string
  readonly first: EpochSeconds
  count: number
  last: EpochSeconds
}

/** Adds attempts to those that are kept already. */
export async function noteFailures(tx: Writer, gathered: readonly Readonly<FailedAttempts>[]): Promise<void> {
  for (const { network, login, count, first, last } of gathered)
    await tx
      .insertInto('failed_sign_ins')
      .values({ network, login, count, first_at: first, last_at: last })
      .onConflict((conflict) =>
        conflict.columns(['network', 'login']).doUpdateSet((row) => ({
          count: row('failed_sign_ins.count', '+', count),
          last_at: last,
        })),
      )
      .execute()
}
