import type { LetterListView, LetterView } from '../../../records/letters/letters.record.ts'
import { ask } from '../api.ts'

/** A list that people subscribe to. */
export type LetterList = LetterListView
/** A letter to the subscribers of a list. */
export type Letter = LetterView

/** A mail as it would be. */
export interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly bytes: number
}

/** All lists, by name. */
export async function readLists(): Promise<readonly LetterList[]> {
  return (await ask<{ readonly lists: readonly LetterList[] }>('letter-lists')).body.lists
}

/** What is said of a list. */
export interface ListFields {
  readonly name: string
  readonly description: string
  readonly public: boolean
}

/** Makes a list, or changes of a known one what differs from it: what a colleague has changed meanwhile beside that stays. */
export async function saveList(known: LetterList | undefined, fields: ListFields): Promise<LetterList> {
  const path = known === undefined ? 'letter-lists' : `letter-lists/${known.id}`
  const json = Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => known?.[name as keyof ListFields] !== value),
  )
  return (await ask<LetterList>(path, { method: 'POST', json })).body
}

/** Removes a list, and ends its subscriptions. */
export async function removeList(id: number): Promise<void> {
  await ask(`letter-lists/${id}`, { method: 'DELETE', query: { force: true } })
}

/** A page of the letters, the newest first. */
export async function readLetters(page: number) {
  const { body } = await ask<{
    readonly letters: readonly Letter[]
    readonly total: number
    readonly total_pages: number
  }>('letters', { query: { page, per_page: 50 } })
  return body
}

/** Begins a letter to the subscribers of a list. */
export async function beginLetter(list: number): Promise<Letter> {
  return (await ask<Letter>('letters', { method: 'POST', json: { list } })).body
}

/** Removes a letter. */
export async function removeLetter(id: number): Promise<void> {
  await ask(`letters/${id}`, { method: 'DELETE' })
}

/** What is typed of a letter, as its mail would be. */
export async function previewLetter(
  id: number,
  json: { readonly subject: string; readonly intro: string; readonly events: readonly number[] },
  signal: AbortSignal,
): Promise<Mail & { readonly left_out: readonly number[] }> {
  return (
    await ask<Mail & { readonly left_out: readonly number[] }>(`letters/${id}/preview`, {
      method: 'POST',
      json,
      signal,
    })
  ).body
}

/** Sends a letter to one’s own address; answers that. */
export async function testLetter(id: number): Promise<string> {
  return (await ask<{ readonly to: string }>(`letters/${id}/test`, { method: 'POST', json: {} })).body.to
}

/** Has a letter go out at a moment. */
export async function sendLetter(id: number, at: string): Promise<Letter> {
  return (await ask<Letter>(`letters/${id}/send`, { method: 'POST', json: { at } })).body
}

/** Takes a letter back, or stops it. */
export async function stopLetter(id: number): Promise<Letter> {
  return (await ask<Letter>(`letters/${id}/stop`, { method: 'POST', json: {} })).body
}

/** An event that a letter names. */
export interface Picked {
  readonly id: number
  readonly title: string
  readonly start_date: string
}

const fields = 'id,title,start_date'

/** The public events with these IDs, by these. */
export async function readPicked(ids: readonly number[]): Promise<ReadonlyMap<number, Picked>> {
  if (ids.length === 0) return new Map()
  const { body } = await ask<{ readonly events: readonly Picked[] }>('events', {
    query: { include: ids, per_page: ids.length, _fields: `events,${fields}` },
  })
  return new Map(body.events.map((event) => [event.id, event]))
}

/** Public events to come that are found by words. */
export async function findPicked(words: string): Promise<readonly Picked[]> {
  const { body } = await ask<{ readonly events: readonly Picked[] }>('events', {
    query: { q: words, per_page: 8 },
  })
  return body.events
}

/** The public events of the coming weekend. */
export async function weekendPicked(days: readonly [string, string]): Promise<readonly Picked[]> {
  const { body } = await ask<{ readonly events: readonly Picked[] }>('events', {
    query: { start_date: days[0], starts_before: days[1], collapse: 'series', per_page: 50 },
  })
  return body.events
}

/** A list of events that people get again and again. */
export interface Digest {
  readonly id: number
  readonly filter: string
  /** The filter in words. */
  readonly text: string
  readonly frequency: 'daily' | 'weekly' | 'monthly'
  readonly weekday: number | null
  readonly day: number | null
  readonly at: string
  readonly covers: 'period' | 'weekend'
  readonly subscribers: number
  readonly next: string | null
  readonly last: {
    readonly at: string
    readonly sent: number
    readonly refused: number
    readonly late: number
  } | null
  /** Why it rests. */
  readonly fault: string | null
}

/** How many get what. */
export interface Counts {
  readonly subscribers: number
  readonly paused: number
  readonly digests: readonly Digest[]
  readonly events: readonly { readonly subscribers: number }[]
  readonly series: readonly { readonly subscribers: number }[]
}

/** How many get what; what has broken comes first. */
export async function readCounts(): Promise<Counts> {
  const { body } = await ask<Counts>('subscriptions')
  const digests = body.digests.toSorted(
    (one, other) => Number(other.fault !== null) - Number(one.fault !== null),
  )
  return { ...body, digests }
}

/** The mail that a digest would make now. */
export async function previewDigest({
  filter,
  frequency,
  weekday,
  day,
  at,
  covers,
}: Digest): Promise<Mail & { readonly events: number }> {
  const json = {
    filter,
    frequency,
    at,
    covers,
    ...(weekday === null ? {} : { weekday }),
    ...(day === null ? {} : { day }),
  }
  return (await ask<Mail & { readonly events: number }>('subscriptions/preview', { method: 'POST', json }))
    .body
}

/** What is known of an address. */
export interface Subscriber {
  readonly email: string
  readonly confirmed: string
  readonly subscriptions: readonly { readonly id: number; readonly text: string }[]
}

/** All that is known of one address. Throws where nothing is. */
export async function readSubscriber(email: string): Promise<Subscriber> {
  return (await ask<Subscriber>('subscribers', { query: { email } })).body
}

/** Erases all that is known of one address. */
export async function eraseSubscriber(email: string): Promise<void> {
  await ask('subscribers', { method: 'DELETE', query: { email } })
}

/** Has letters go out from the address at which the calendar is now. */
export async function sendFromHere(): Promise<void> {
  await ask('subscriptions/here', { method: 'POST', json: {} })
}
