import { me } from '../session.ts'
import type { Form } from './form.ts'

/** What was typed and has not reached the service, as this browser keeps it. */
export interface Kept {
  readonly form: Form
  /** What it was typed into. */
  readonly base: Form
  readonly etag: string | undefined
  /** When, as ISO 8601. */
  readonly at: string
}

/** One person’s work on one event; other people who use this browser see nothing of it. */
function nameOf(id: number | undefined): string {
  return `kalends.event.${me.peek()?.id ?? 0}.${id ?? 'new'}`
}

/** Keeps what was typed in this browser, also when its page is closed. */
export function keep(id: number | undefined, kept: Kept): void {
  try {
    localStorage.setItem(nameOf(id), JSON.stringify(kept))
  } catch {
    // There is no room, or none is given: what is typed is in this page all the same.
  }
}

/** What was typed earlier. */
export function keptOf(id: number | undefined): Kept | undefined {
  try {
    const text = localStorage.getItem(nameOf(id))
    // The same program has written it.
    return text === null ? undefined : (JSON.parse(text) as Kept)
  } catch {
    return undefined
  }
}

/** Forgets what was typed: the service has it, or nobody wants it. */
export function forget(id: number | undefined): void {
  localStorage.removeItem(nameOf(id))
}
