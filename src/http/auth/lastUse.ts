import { hasCome } from '../../pure/calendar/waits.ts'
import type { Database } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import type { CredentialTable } from './credentials.ts'
import type { Holder } from './rights.ts'

/** A credential's time is written at most this often. */
const precision_s = 60

/** Times are gathered this long and then written in one transaction. */
const gather_ms = 200

/** The tables whose rows say when they were last used. */
type UsedTable = CredentialTable | 'sessions'

/** Keeps `last_used_at` and `last_ip` of credentials, and `used_at` of sessions, up to date, without delaying or failing a request. */
export interface LastUsed {
  note(table: UsedTable, holder: Holder, use: { readonly now: EpochSeconds; readonly from: string }): void
  /** Writes the times that still wait. */
  close(): Promise<void>
}

/** `log` gets failures to write; those times are lost, and the next ones are tried after a minute. */
export function createLastUsed(db: Database, log: (message: string, error: unknown) => void): LastUsed {
  let waiting = new Map<string, { table: UsedTable; id: number; at: EpochSeconds; from: string }>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let notBefore: EpochSeconds = -Infinity

  const write = async () => {
    timer = undefined
    const times = [...waiting.values()]
    waiting = new Map()
    if (times.length === 0) return
    try {
      await db.write(async (tx) => {
        for (const { table, id, at, from } of times) {
          await (table === 'sessions'
            ? tx.updateTable(table).set({ used_at: at }).where('id', '=', id).execute()
            : tx.updateTable(table).set({ last_used_at: at, last_ip: from }).where('id', '=', id).execute())
        }
      }, 'aside')
    } catch (error) {
      notBefore = Math.max(...times.map(({ at }) => at)) + precision_s
      log('The times at which credentials were last used could not be written.', error)
    }
  }

  return {
    note: (table, { credential, last_used_at }, { now, from }) => {
      if (!hasCome(notBefore, now, precision_s)) return
      if (last_used_at !== null && !hasCome(last_used_at + precision_s, now, precision_s)) return
      waiting.set(`${table} ${credential}`, { table, id: credential, at: now, from })
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
