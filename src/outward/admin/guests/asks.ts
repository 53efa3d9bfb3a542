import type { GuestList, GuestRecord } from '../../../records/registration/guests.view.ts'
import type { RegistrationRecord } from '../../../records/registration/registration.record.ts'
import { ask, type Answer } from '../api.ts'
import type { EventRecord } from '../records.ts'

/** Who comes, or wanted to. */
export type Guest = GuestRecord

/** A guest without what is nobody’s business at the door. */
export type AtDoor = Pick<Guest, 'id' | 'name' | 'party' | 'code' | 'arrived' | 'state' | 'number'> & {
  readonly token_sha256: string
}

/** The answers of a guest, by the key of the question. */
export type Answers = Readonly<Record<string, string | boolean | readonly string[]>>

/** What is asked of who registers. */
export type Question = NonNullable<RegistrationRecord['questions']>[number]

/** How many there are, whatever is asked for. */
export type Counts = GuestList['counts']

/** The parts of the list, and the states in each. */
export const tabs = {
  coming: ['registered', 'offered'],
  waiting: ['waiting'],
  requested: ['requested'],
  gone: ['canceled', 'refused', 'expired'],
} as const satisfies Readonly<Record<string, readonly Guest['state'][]>>
export type Tab = keyof typeof tabs

/** Those who have a place, or may get one. */
export const live: readonly Guest['state'][] = [...tabs.coming, ...tabs.waiting, ...tabs.requested]

/** A page of the list. */
export interface GuestPage {
  readonly guests: readonly Guest[]
  readonly total: number
  readonly total_pages: number
  readonly counts: Counts
}

/** The event, with all that is said of who may come. */
export async function readEvent(id: number, signal?: AbortSignal): Promise<EventRecord> {
  return (await ask<EventRecord>(`events/${id}`, { query: { context: 'edit' }, signal })).body
}

/** What is asked for of the list. */
export interface Wanted {
  readonly tab: Tab
  readonly search: string
  readonly page: number
}

/** How many rows a page has. */
const perPage = 50

/** A page of the list of guests. */
export async function readGuests(
  event: number,
  { tab, search, page }: Wanted,
  signal?: AbortSignal,
): Promise<GuestPage> {
  const query = { state: tabs[tab], search, page, per_page: perPage }
  return (await ask<GuestPage>(`events/${event}/guests`, { query, signal })).body
}

/** How many entries each part of the list has. */
export type Totals = Readonly<Record<Tab, number>>

/** Counts the entries of all parts of the list. */
export async function readTotals(event: number): Promise<Totals> {
  const totalOf = async (tab: Tab) => {
    const query = { state: tabs[tab], per_page: 1, _fields: 'total' }
    return (await ask<{ readonly total: number }>(`events/${event}/guests`, { query })).body.total
  }
  const [coming, waiting, requested, gone] = await Promise.all([
    totalOf('coming'),
    totalOf('waiting'),
    totalOf('requested'),
    totalOf('gone'),
  ])
  return { coming, waiting, requested, gone }
}

/** All who may come to the door, in the order in which they registered, and how many there are. */
export async function readDoor(
  event: number,
  signal?: AbortSignal,
): Promise<{ readonly guests: readonly AtDoor[]; readonly counts: Counts; readonly now_utc: string }> {
  const guests: AtDoor[] = []
  for (let page = 1; ; page += 1) {
    const { body } = await ask<{ guests: AtDoor[]; counts: Counts; now_utc: string; total_pages: number }>(
      `events/${event}/guests`,
      { query: { fields: 'door', page }, signal },
    )
    guests.push(...body.guests)
    if (page >= body.total_pages) return { guests, counts: body.counts, now_utc: body.now_utc }
  }
}

/** A guest and their version. */
export function readGuest(id: number): Promise<Answer<Guest>> {
  return ask<Guest>(`guests/${id}`)
}

/** What is said of a guest; `force`: beyond the places, too. */
export interface Said {
  readonly name?: string
  readonly email?: string
  readonly party?: number
  readonly answers?: Answers
  readonly note?: string
  readonly force?: boolean
  /** Whether a new one gets a mail about it. */
  readonly mail?: boolean
}

/** Puts somebody down. */
export async function addGuest(event: number, json: Said): Promise<Guest> {
  return (await ask<Guest>(`events/${event}/guests`, { method: 'POST', json })).body
}

/** Changes what is known of a guest, over this version alone. */
export async function changeGuest(id: number, json: Said, ifMatch: string | undefined): Promise<Guest> {
  return (await ask<Guest>(`guests/${id}`, { method: 'PATCH', json, ifMatch })).body
}

/** What is decided of a guest. */
export type Decision = 'approve' | 'refuse' | 'place' | 'cancel'

/** Decides about a guest, with a word to them. */
export async function decide(
  id: number,
  deed: Decision,
  json: { readonly message?: string; readonly force?: boolean } = {},
): Promise<Guest> {
  return (await ask<Guest>(`guests/${id}/${deed}`, { method: 'POST', json })).body
}

/** Erases a guest. */
export async function eraseGuest(id: number): Promise<void> {
  await ask(`guests/${id}`, { method: 'DELETE' })
}

/** Writes to guests, each by a mail of their own; answers how many. */
export async function writeToGuests(
  event: number,
  json: { readonly subject: string; readonly text: string; readonly states: readonly Guest['state'][] },
): Promise<number> {
  const { body } = await ask<{ readonly mails: number }>(`events/${event}/guests/message`, {
    method: 'POST',
    json,
  })
  return body.mails
}
