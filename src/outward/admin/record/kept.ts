import { me } from '../session.ts'

/** What was typed and has not reached the service, as this browser keeps it: never without what it was typed into. */
export interface Kept<Form> {
  readonly form: Form
  /** What it was typed into. */
  readonly base: Form
  readonly etag: string | undefined
  /** When, as ISO 8601. */
  readonly at: string
}

/** Where one tab keeps what is typed into one record. */
export interface Draft<Form> {
  /** What was typed earlier, and is nobody’s who is at it in another tab. */
  readonly found: Kept<Form> | undefined
  readonly keep: (kept: Kept<Form>) => void
  /** The service has it, or nobody wants it. */
  readonly forget: () => void
  /** Others may take it up. */
  readonly leave: () => void
}

/**
 * Opens the draft of a record, a new one without an id: the newest of one’s own that no other tab is at, else one of its own. So two
 * tabs with a new record have two. Other people who use this browser see nothing of it.
 */
export async function openDraft<Form>(kind: string, id: number | undefined): Promise<Draft<Form>> {
  const prefix = `kalends.${kind}.${me.peek()?.id ?? 0}.${id ?? 'new'}`
  for (const [key, kept] of keptUnder<Form>(prefix)) if (await claim(key)) return draftAt(key, kept)
  const key = `${prefix}.${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
  // Nobody else can be at it: there is nothing to wait for.
  void claim(key)
  return draftAt(key, undefined)
}

function draftAt<Form>(key: string, found: Kept<Form> | undefined): Draft<Form> {
  return {
    found,
    keep: (kept) => {
      try {
        localStorage.setItem(key, JSON.stringify(kept))
      } catch {
        // There is no room, or none is given: what is typed is in this page all the same.
      }
    },
    forget: () => {
      try {
        localStorage.removeItem(key)
      } catch {
        // Nothing is kept where nothing may be.
      }
    },
    leave: () => claims.get(key)?.leave(),
  }
}

/** What is kept under names that begin so, the newest first. */
function keptUnder<Form>(prefix: string): (readonly [string, Kept<Form>])[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key === prefix || key.startsWith(`${prefix}.`))
      .flatMap((key) => {
        const kept = keptAs<Form>(localStorage.getItem(key))
        return kept ? [[key, kept] as const] : []
      })
      .toSorted(([, one], [, other]) => other.at.localeCompare(one.at))
  } catch {
    return []
  }
}

function keptAs<Form>(text: string | null): Kept<Form> | undefined {
  try {
    // This program has written it, perhaps an earlier version of it: what has no base cannot be held against anything.
    const kept = JSON.parse(text ?? 'null') as Partial<Kept<Form>> | null
    return kept?.form && kept.base && kept.at !== undefined ? (kept as Kept<Form>) : undefined
  } catch {
    return undefined
  }
}

/** What this tab is at, and how it leaves that: browsers let go of it as soon as the tab is closed or breaks. */
const claims = new Map<string, { readonly leave: () => void; readonly left: Promise<unknown> }>()

/** Takes up what is kept under the name, for this tab alone; false where another one is at it. */
async function claim(key: string): Promise<boolean> {
  // Only secure pages have locks.
  if (!('locks' in navigator)) return claimByAsking(key)
  await claims.get(key)?.left
  const { promise: until, resolve: leave } = Promise.withResolvers<void>()
  return new Promise((answer) => {
    const left = navigator.locks
      .request(key, { ifAvailable: true }, async (lock) => {
        answer(lock !== null)
        if (lock) await until
        claims.delete(key)
      })
      .catch(() => answer(true))
    claims.set(key, { leave, left })
  })
}

/** How long other tabs have to say that they are at it, in milliseconds. */
const answer_ms = 200

/** The same without locks: whoever is at it says so when it is asked. Two that ask at once both leave it, and lose nothing. */
async function claimByAsking(key: string): Promise<boolean> {
  if (!('BroadcastChannel' in window) || claims.has(key)) return true
  const line = new BroadcastChannel(key)
  const { promise: isTaken, resolve: hear } = Promise.withResolvers<boolean>()
  line.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'who?') line.postMessage('taken')
    if (data === 'taken') hear(true)
  })
  const leave = () => {
    claims.delete(key)
    line.close()
  }
  claims.set(key, { leave, left: Promise.resolve() })
  line.postMessage('who?')
  setTimeout(() => hear(false), answer_ms)
  if (!(await isTaken)) return true
  leave()
  return false
}
