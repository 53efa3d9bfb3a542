import type { Database } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { type FailedAttempts, noteFailures } from './failedAttempts.ts'
import { networkOf } from './failures.ts'

/** Attempts are gathered this long and then written in one transaction, in milliseconds. */
const gather_ms = 5_000

/** How many pairs of network and account are written at a time: beyond that an attack writes no more than this. */
const mostAtOnce = 100

/** How long they are kept, in seconds. */
const kept_s = 7 * 86_400

/** An attempt that failed: from where, and whose account was aimed at, where there is one. */
export interface FailedAttempt {
  readonly from: string
  readonly user: { readonly login: string } | undefined
  readonly now: EpochSeconds
}

/** Keeps a list of attempts to sign in that failed, for administrators, without delaying or failing a request. */
export interface FailedSignIns {
  note(attempt: FailedAttempt): void
  /** Writes what still waits. */
  close(): Promise<void>
}

/** `log` gets failures to write; what was gathered is lost then. */
export function createFailedSignIns(
  db: Database,
  log: (message: string, error: unknown) => void,
): FailedSignIns {
  let waiting = new Map<string, FailedAttempts>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async () => {
    timer = undefined
    const gathered = [...waiting.values()]
    waiting = new Map()
    if (gathered.length === 0) return
    try {
      await db.write(async (tx) => {
        await noteFailures(tx, gathered)
        const until = Math.max(...gathered.map(({ last }) => last)) - kept_s
        await tx.deleteFrom('failed_sign_ins').where('last_at', '<=', until).execute()
      }, 'aside')
    } catch (error) {
      log('Attempts to sign in that failed could not be written.', error)
    }
  }

  return {
    note: ({ from, user, now }) => {
      const network = networkOf(from)
      // What was given as a name may be a password: only names that there are, are kept.
      const login = user?.login ?? ''
      const key = `${network} ${login}`
      const known = waiting.get(key)
      if (known) {
        known.count += 1
        known.last = now
      } else if (waiting.size < mostAtOnce)
        waiting.set(key, { network, login, count: 1, first: now, last: now })
      timer ??= setTimeout(() => {
        writing = write()
      }, gather_ms).unref()
    },
    close: async () => {
      clearTimeout(timer)
      await writing
      await write()
    },
  }
}
