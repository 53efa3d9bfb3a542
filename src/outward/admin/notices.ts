import { signal } from '@preact/signals'

/** What is said at the foot. */
export interface Toast {
  readonly text: string
  readonly isFault: boolean
  /** What leads back, if something does. */
  readonly undo?: (() => void) | undefined
  /** What that is called, where it is not to undo. */
  readonly undoes?: string | undefined
}

/** How long it is said what has been done, and where a way back stands beside it, in milliseconds: History has the way, too. */
const said_ms = 10_000
const undoable_ms = 30_000

/** What is said now. */
export const toast = signal<Toast | undefined>(undefined)

let leaving: ReturnType<typeof setTimeout> | undefined

/** Says at the foot what has been done, with a way back if there is one, and what that is called; after a while it is taken away. */
export function say(text: string, undo?: () => void, undoes?: string): void {
  tell({ text, isFault: false, undo, undoes })
}

/** Says at the foot what did not work, and why, until it is closed. */
export function sayFault(text: string): void {
  tell({ text, isFault: true })
}

function tell(told: Toast): void {
  toast.value = told
  letGo()
}

/** Takes away what was said. */
export function hush(): void {
  hold()
  toast.value = undefined
}

/** Keeps what is said while somebody points at it, or is in it. */
export function hold(): void {
  clearTimeout(leaving)
}

/** Begins anew to count the time of what is said. */
export function letGo(): void {
  hold()
  const told = toast.value
  if (told && !told.isFault) leaving = setTimeout(hush, told.undo ? undoable_ms : said_ms)
}
