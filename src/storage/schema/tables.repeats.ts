import type { EpochSeconds } from './tables.ts'

/** A request that was sent with a key, and what it was answered: the same once more is answered the same. */
export interface RepeatsTable {
  /** SHA-256 of who sent it and the key, as hexadecimal: the key itself is not kept. */
  digest: string
  /** Null where nobody had signed in. */
  user_id: number | null
  /** What was asked, as hexadecimal: a digest that takes the key to be made. */
  fingerprint: string
  /** Drawn by who carries it out: another one may not, until the lease is over. */
  claim: string
  leased_until: EpochSeconds
  created_at: EpochSeconds
  /** The first transaction in which it changed something; 0 where that was none of the log, null where it has changed nothing yet. */
  revision: number | null
  /** How it was answered; null while it runs, or where its process was killed. */
  status: number | null
  /** The answer as JSON; null where it is not kept. */
  answer: string | null
  /** The length of that. */
  size: number
}
