import { useRead } from '../kit/read.ts'
import { ask } from '../api.ts'
import { wallNow } from '../dates.ts'
import { untrashed } from '../common/statuses.ts'
import { type Act, readRecord } from '../history/asks.ts'
import type { Loaded } from './form.ts'
import { type Coming, type Kind, kinds } from './kinds.ts'

/** How many of the next events, and of the last acts, are told beside. */
const [told, acts] = [6, 3]

/** What is told around a place or an organizer; each is missing until it is known. */
export interface Around {
  readonly coming: Coming | undefined
  /** How many events are over. */
  readonly before: number | undefined
  readonly past: readonly Act[] | undefined
}

/** What comes up there, how much was before, and what was done to the record; asked anew with each version of it. */
export function useAround(kind: Kind, loaded: Loaded | undefined): Around {
  const { name } = kinds[kind]
  const by = [kind, loaded]
  const id = loaded?.record.id
  const events = { [name]: id, status: untrashed, strict_dates: true }
  // The form says what is wrong.
  const coming = useRead(async () => {
    const query = { ...events, ends_after: wallNow(), per_page: told }
    return id === undefined ? undefined : (await ask<Coming>('events', { query })).body
  }, by)
  const before = useRead(async () => {
    const query = { ...events, ends_before: wallNow(), per_page: 1, _fields: 'total' }
    return id === undefined ? undefined : (await ask<{ total: number }>('events', { query })).body.total
  }, by)
  const past = useRead(async () => {
    // Who may change it may read its history.
    if (id === undefined || !loaded?.allow.includes('POST')) return undefined
    return (await readRecord({ kind: name, id, title: '' }, 1, acts)).acts
  }, by)
  return { coming: coming.value, before: before.value, past: past.value }
}
