import { signal } from '@preact/signals'
import { askWp, whenConfirmationNeeded, whenSignedOut } from './api.ts'
import { home, meAtFirst } from './place.ts'
import type { EventRecord, Me } from './records.ts'

/** Who is signed in; the page comes with it, so that its frame is drawn at once. */
export const me = signal<Me | undefined>((JSON.parse(meAtFirst) as Me | null) ?? undefined)

/** Whether the session has ended while this page was open. */
export const isSignedOut = signal(false)

/** Called with whether the reader has proven again who they are; undefined while they are not asked. */
export const confirming = signal<((isDone: boolean) => void) | undefined>(undefined)

/** Asks who is signed in now. Throws what {@link askWp} throws. */
export async function readMe(): Promise<void> {
  me.value = (await askWp<Me>('users/me', { query: { context: 'edit' } })).body
  isSignedOut.value = false
}

/** Where one signs in again and comes back to this page. */
export function signInUrl(): string {
  const { pathname, search } = window.location
  return `${home}/signin?next=${encodeURIComponent(pathname.slice(home.length) + search)}`
}

/**
 * Signs in again whose session has ended, on the page where everybody does. Answers what was wrong: the password, or that there were
 * too many tries; undefined where nothing was.
 */
export async function signInAgain(login: string, password: string): Promise<'password' | 'wait' | undefined> {
  const { status, type } = await fetch(`${home}/signin`, {
    method: 'POST',
    body: new URLSearchParams({ login, password }),
    // Where it leads on to is not read: this page stays.
    redirect: 'manual',
  })
  if (type === 'opaqueredirect') return undefined
  return status === 429 ? 'wait' : 'password'
}

let asked: Promise<boolean> | undefined

// What is refused at the same time is asked for once.
whenConfirmationNeeded(() => {
  asked ??= new Promise((resolve) => {
    confirming.value = (isDone) => {
      asked = undefined
      confirming.value = undefined
      resolve(isDone)
    }
  })
  return asked
})

whenSignedOut(() => {
  isSignedOut.value = true
})

function has(capability: string): boolean {
  return me.value?.capabilities[capability] === true
}

/** Whether the reader may write events: who may not can propose them, and see to their account. */
export const mayWrite = () => has('edit_tribe_events')
/** Whether the reader may publish; who may not sends for approval. */
export const mayPublish = () => has('publish_tribe_events')
/** Whether the reader sees and changes what others wrote. */
export const mayEditOthers = () => has('edit_others_tribe_events')
/** Whether the reader decides what becomes of that which waits. */
export const mayApprove = () => mayPublish() && mayEditOthers()
/** Whether the reader may read what was done in the whole calendar. */
export const mayReadHistory = () => mayEditOthers()
/** Whether the reader is told how many came to events of others. */
export const mayReadReport = () => mayEditOthers()
/** Whether the reader may write letters to those who subscribed to them. */
export const mayWriteLetters = () => mayEditOthers()
/** Whether the reader may import calendars: editors may, who change what others wrote. */
export const mayImport = () => mayEditOthers()
/** Whether the reader may manage who signs in. */
export const mayManageUsers = () => has('list_users')
/** Whether the reader may change the settings, and look after the service. */
export const mayManageSettings = () => has('manage_options')
/** Whether the reader may upload pictures. */
export const mayUpload = () => has('upload_files')

/** Whether the reader may change the event: the service decides, this is what is offered. */
export function mayEdit(event: Pick<EventRecord, 'author' | 'status'>): boolean {
  if (Number(event.author) !== me.value?.id) return mayEditOthers()
  return isPublic(event) ? has('edit_published_tribe_events') : has('edit_tribe_events')
}

/** Whether the reader may move the event to the trash, or remove it. */
export function mayDelete(event: Pick<EventRecord, 'author' | 'status'>): boolean {
  if (Number(event.author) !== me.value?.id) return has('delete_others_tribe_events')
  return isPublic(event) ? has('delete_published_tribe_events') : has('delete_tribe_events')
}

function isPublic({ status }: Pick<EventRecord, 'status'>): boolean {
  return status === 'publish' || status === 'future'
}
