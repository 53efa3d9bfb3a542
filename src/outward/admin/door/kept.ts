import { base } from '../place.ts'
import type { AtDoor, Counts } from '../guests/asks.ts'

/** The list of an event as this browser keeps it: names, parties and codes, and nothing else of anybody. */
export interface List {
  readonly event: number
  readonly title: string
  /** When it begins, on the clock of the event. */
  readonly starts: string
  readonly isAllDay: boolean
  /** When it is to be forgotten, in milliseconds since 1970. */
  readonly until: number
  readonly guests: readonly AtDoor[]
  readonly counts: Counts
}

/** Somebody was seen, and the service has not heard of it. */
export interface Unsent {
  readonly event: number
  readonly guest: number
  readonly arrived: number
  /** When, on the clock of this browser, as ISO 8601. */
  readonly at: string
}

/** People without a name of whom the service has not heard. Once it is sent it stays as it is: by its key it counts once. */
export interface Heads {
  readonly key: string
  readonly event: number
  readonly more: number
  readonly isSent: boolean
}

/** Where the service worker and other pages know it from, too (`web/assets/door.worker.js`, `web/assets/page.js`). */
const name = 'kalends-door'

type Store = 'lists' | 'arrivals' | 'heads'

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('lists', { keyPath: 'event' })
      request.result.createObjectStore('arrivals', { keyPath: ['event', 'guest'] })
      request.result.createObjectStore('heads', { keyPath: 'key' })
    })
    request.addEventListener('success', () => {
      // Who signs out in another tab takes it away.
      request.result.addEventListener('versionchange', () => {
        request.result.close()
        opened = undefined
      })
      resolve(request.result)
    })
    request.addEventListener('error', () => reject(new Error('There is no room.')))
  })
  return opened
}

async function within<Value>(
  store: Store,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const db = await open()
  return new Promise((resolve, reject) => {
    const request = work(db.transaction(store, mode).objectStore(store))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(new Error('There is no room.')))
  })
}

/** What is kept in a store, all of it. */
export async function all<Value>(store: Store): Promise<readonly Value[]> {
  // This program has written it.
  return within(store, 'readonly', (one) => one.getAll() as IDBRequest<Value[]>)
}

/** Keeps something, in the place of what has the same key. */
export async function keep(store: 'lists', value: List): Promise<void>
export async function keep(store: 'arrivals', value: Unsent): Promise<void>
export async function keep(store: 'heads', value: Heads): Promise<void>
export async function keep(store: Store, value: object): Promise<void> {
  await within(store, 'readwrite', (one) => one.put(value))
}

/** Drops what has the key. */
export async function drop(store: Store, key: IDBValidKey): Promise<void> {
  await within(store, 'readwrite', (one) => one.delete(key))
}

/** Drops the lists that are to be forgotten by now, and what was not sent of them; all else where none is left. */
export async function forgetOld(now: number): Promise<void> {
  const lists = await all<List>('lists')
  const old = new Set(lists.filter(({ until }) => until <= now).map(({ event }) => event))
  for (const event of old) await forget(event)
  if (old.size > 0 && old.size === lists.length) await forgetPage()
}

/** Drops the list of an event, and what was not sent of it. */
export async function forget(event: number): Promise<void> {
  await drop('lists', event)
  for (const one of await all<Unsent>('arrivals'))
    if (one.event === event) await drop('arrivals', [event, one.guest])
  for (const one of await all<Heads>('heads')) if (one.event === event) await drop('heads', one.key)
}

/** Nothing is kept any more. */
export async function forgetAll(): Promise<void> {
  const db = await opened?.catch(() => undefined)
  db?.close()
  opened = undefined
  localStorage.removeItem('kalends.device')
  await forgetPage()
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, () => resolve())
  })
}

/** The page for the door, and its files, are not kept any more. */
async function forgetPage(): Promise<void> {
  if ('caches' in window) await caches.delete(name)
  const found = await navigator.serviceWorker?.getRegistration(`${base}/events/`)
  await found?.unregister()
}
