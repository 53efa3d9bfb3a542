import type { Asking } from './lists.ts'

/** The kinds of records that the feed tells of. */
export type ChangedKind = 'event' | 'venue' | 'organizer' | 'category' | 'tag' | 'series'

/** One change. */
export interface Change {
  readonly kind: ChangedKind
  readonly id: number
  /** What everybody sees of it: `created` when it becomes public, `deleted` when it is so no more. */
  readonly action: 'created' | 'updated' | 'deleted'
  /** When it was done, in UTC. */
  readonly at: string
  /** With `include: ['records']`: the record as it is now. */
  readonly record?: Readonly<Record<string, unknown>>
  /** Where to go on after it: who begins again with it misses nothing, and may be told some changes twice. */
  readonly token: string
}

/** What is followed. */
export interface Following {
  /** The token to go on from; without one: from now on. */
  readonly since?: string | undefined
  readonly kinds?: readonly ChangedKind[] | undefined
  readonly include?: readonly 'records'[] | undefined
  readonly signal?: AbortSignal | undefined
}

/** How long the calendar waits for a change before it answers that there is none, in seconds: the longest that it offers. */
const longestWait_s = 25

/** A try has to last longer than the wait. */
const margin_s = 5

/** The changes from a token on, for as long as somebody reads. Throws `SyncExpired` where the log does not go back to it. */
export async function* followChanges(
  ask: Asking,
  { since, kinds = [], include = [], signal }: Following,
  timeout_ms: number,
): AsyncGenerator<Change, void, undefined> {
  const wait_s = Math.max(0, Math.min(longestWait_s, Math.floor(timeout_ms / 1000) - margin_s))
  const asked = {
    ...(kinds.length > 0 ? { kinds: kinds.join(',') } : {}),
    ...(include.length > 0 ? { include: include.join(',') } : {}),
  }
  const page = async (more: Record<string, string>) =>
    // The interface tells it so (`Changes` of `/openapi.json`).
    (await ask('/changes', new URLSearchParams({ ...asked, ...more }), signal)) as {
      readonly changes: readonly Omit<Change, 'token'>[]
      readonly next: string
    }
  let token = since ?? (await page({})).next
  for (;;) {
    const { changes, next } = await page({ since: token, wait: String(wait_s) })
    for (const [at, change] of changes.entries())
      yield { ...change, token: at === changes.length - 1 ? next : token }
    token = next
  }
}
