import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { MergeRecord } from '../../../records/posts/posts.merge.record.ts'
import { ask } from '../api.ts'
import { faultText } from '../faults.ts'
import { settle } from '../settle.ts'
import { numberText } from '../texts.ts'
import { t, tn } from '../common/texts.ts'

/** What merging does, or would do. */
export type Merged = Omit<MergeRecord, 'into'>

/** What is merged into a record, and what changes of it with that. */
interface Merging {
  readonly from: readonly number[]
  readonly changes?: object
  /** The version of the record that stays: another one is not changed. */
  readonly ifMatch?: string | undefined
  readonly isDry?: boolean
}

/** Merges others into the record at the path, and changes it with that. Throws what {@link ask} throws. */
export async function merge(path: string, merging: Merging): Promise<Merged> {
  const { from, changes = {}, ifMatch, isDry = false } = merging
  const { body } = await ask<Merged>(`${path}/merge`, {
    method: 'POST',
    json: { ...changes, from, ...(isDry ? { dry_run: true } : {}) },
    ifMatch,
  })
  return body
}

/** What will happen, with numbers, before it does. */
export function Effect({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="effect" role="status">
      <h3>{t('whatHappens')}</h3>
      <ul class="stack tight">{children}</ul>
    </div>
  )
}

/** One line of an effect. */
export function Happens({ count, says }: { readonly count: number; readonly says: string }) {
  return (
    <li>
      <b>{numberText(count)}</b>
      <span dir="auto">{says}</span>
    </li>
  )
}

/** What is done by merging, as far as that is known. */
export function mergeText(merged: Merged | undefined): string {
  return merged && merged.events > 0 ? tn('mergeEvents', merged.events) : t('mergeNow')
}

/** What merging would do, as the service tells; `told` has it as well. */
export function MergeEffect({
  path,
  from,
  name,
  told,
}: {
  readonly path: string
  readonly from: number
  readonly name: string
  readonly told: Signal<Merged | undefined>
}) {
  const fault = useSignal('')
  useEffect(() => {
    told.value = undefined
    void settle(
      merge(path, { from: [from], isDry: true }),

      (found) => {
        told.value = found
        fault.value = ''
      },
      (error: unknown) => {
        fault.value = faultText(error)
      },
    )
    return () => {
      told.value = undefined
    }
  }, [path, from])
  if (fault.value !== '')
    return (
      <p class="fault" role="alert" dir="auto">
        {fault.value}
      </p>
    )
  const { value: merged } = told
  if (!merged) return null
  return (
    <Effect>
      <Happens count={merged.events} says={tn('eventsMove', merged.events, { name })} />
      {merged.both > 0 && <Happens count={merged.both} says={tn('bothHad', merged.both)} />}
      {merged.series > 0 && <Happens count={merged.series} says={tn('seriesMove', merged.series)} />}
      {merged.children > 0 && <Happens count={merged.children} says={tn('belowMove', merged.children)} />}
      <Happens count={1} says={tn('addressLeads', 1)} />
    </Effect>
  )
}
