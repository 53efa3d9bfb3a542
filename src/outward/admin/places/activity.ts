import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask } from '../api.ts'
import { wallNow } from '../dates.ts'
import { untrashed } from '../events/query.ts'
import { type Act, readRecord } from '../history/asks.ts'
import { settle } from '../settle.ts'
import type { Loaded } from './form.ts'
import { type Coming, type Kind, kinds } from './kinds.ts'

/** How many of the next events, and of the last acts, are told beside. */
const [told, acts] = [6, 3]

/** What is told around a place or an organizer; each is missing until it is known. */
export interface Around {
  readonly coming?: Coming
  /** How many events are over. */
  readonly before?: number
  readonly past?: readonly Act[]
}

/** What comes up there, how much was before, and what was done to the record; asked anew with each version of it. */
export function useAround(kind: Kind, loaded: Loaded | undefined): Around {
  const around = useSignal<Around>({})
  const { name } = kinds[kind]
  useEffect(() => {
    if (!loaded) return
    const { id } = loaded.record
    const events = { [name]: id, status: untrashed, strict_dates: true }
    const note = <Found>(asked: Promise<Found>, found: (value: Found) => Around) =>
      void settle(
        asked,
        (value) => {
          around.value = { ...around.value, ...found(value) }
        },
        // The form says what is wrong.
        () => {},
      )
    note(
      ask<Coming>('events', { query: { ...events, ends_after: wallNow(), per_page: told } }),
      ({ body: coming }) => ({ coming }),
    )
    note(
      ask<{ total: number }>('events', {
        query: { ...events, ends_before: wallNow(), per_page: 1, _fields: 'total' },
      }),
      ({ body: { total: before } }) => ({ before }),
    )
    // Who may change it may read its history.
    if (loaded.allow.includes('POST'))
      note(readRecord({ kind: kinds[kind].name, id, title: '' }, 1, acts), ({ acts: past }) => ({ past }))
  }, [kind, loaded])
  return around.value
}
