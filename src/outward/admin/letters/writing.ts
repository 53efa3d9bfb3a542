import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask } from '../api.ts'
import { faultText } from '../faults.ts'
import { takeTyped } from '../record/typed.ts'
import { useRecord } from '../record/useRecord.ts'
import { settle } from '../settle.ts'
import { sayFault } from '../toasts.tsx'
import { type Letter, type Mail, previewLetter } from './asks.ts'
import { t } from './texts.ts'

/** What is entered of a letter. */
export interface Form {
  readonly list: number
  readonly subject: string
  readonly intro: string
  readonly events: readonly number[]
  readonly expires_hours: number
}

const blank: Form = { list: 0, subject: '', intro: '', events: [], expires_hours: 24 }

/** How long typing rests before the mail is shown anew, in milliseconds. */
const rest_ms = 500

/** The editing of a letter. */
export type Store = ReturnType<typeof useLetter>

async function load(id: number) {
  const { body: record, etag, allow } = await ask<Letter>(`letters/${id}`)
  const { list, subject, intro, events, expires_hours } = record
  return { record, form: { list, subject, intro, events, expires_hours }, etag, allow }
}

/** Reads anew what has become of it; what is typed stays. */
export async function look(id: number, store: Store): Promise<void> {
  try {
    store.took(await load(id))
  } catch (error) {
    sayFault(faultText(error))
  }
}

/** Edits a letter as long as its screen is shown. */
export function useLetter(id: number, element: { readonly current: HTMLFormElement | null }) {
  return useRecord<Letter, Form>(
    {
      kind: 'letters',
      id,
      blank,
      load: () => load(id),
      send: async ({ form, changed, ifMatch }) => {
        const json = Object.fromEntries(changed.map((name) => [name, form[name]]))
        return (await ask<Letter>(`letters/${id}`, { method: 'PATCH', json, ifMatch })).body
      },
      says: () => t('saved'),
      check: async () => (element.current ? takeTyped(element.current, (at) => at.replace(/^l-/, '')) : {}),
    },
    () => element.current?.requestSubmit(),
  )
}

/** The mail of what is typed, once that rests. */
export function useMail(id: number, { subject, intro, events }: Form, isRead: boolean) {
  const mail = useSignal<Mail | undefined>(undefined)
  const leftOut = useSignal<readonly number[]>([])
  useEffect(() => {
    if (!isRead) return undefined
    const asking = new AbortController()
    const timer = setTimeout(
      () =>
        void settle(
          previewLetter(id, { subject, intro, events }, asking.signal),
          ({ left_out, ...made }) => {
            mail.value = made
            leftOut.value = left_out
          },
          (error: unknown) => {
            if (!asking.signal.aborted) sayFault(faultText(error))
          },
        ),
      mail.peek() === undefined ? 0 : rest_ms,
    )
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [subject, intro, events.join(), isRead])
  return { mail: mail.value, leftOut: leftOut.value }
}
