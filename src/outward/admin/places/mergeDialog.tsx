import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import { settle } from '../settle.ts'
import { say, sayFault } from '../toasts.tsx'
import { Compare, type Differing } from './compare.tsx'
import { merge, type Merged, MergeEffect, mergeText } from './mergeEffect.tsx'
import { t } from '../common/texts.ts'

/** Two that become one. */
export interface Merging {
  /** The path of the one that stays, the version of it that is shown, and what it is called. */
  readonly path: string
  readonly etag: string | undefined
  readonly stays: string
  /** The one that goes, and what it is called. */
  readonly from: number
  readonly goes: string
  readonly rows: readonly Differing[]
  /** What is to be changed of the one that stays, where what the other one says is to hold for these fields; and its name then. */
  readonly changesOf: (taken: ReadonlySet<string>) => object
  readonly nameOf: (taken: ReadonlySet<string>) => string
}

/** Makes one of two: what is to hold is chosen field by field, and what will happen is said first. */
export function MergeDialog(props: {
  readonly intro: ComponentChildren
  /** Undefined as long as one of the two is not chosen. */
  readonly merging: Merging | undefined
  readonly taken: ReadonlySet<string>
  readonly onTake: (taken: ReadonlySet<string>) => void
  /** Fields that mean something only with one another. */
  readonly together?: readonly string[]
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { intro, merging, taken, onTake, together = [], onClose, onDone } = props
  const told = useSignal<Merged | undefined>(undefined)
  const carryOut = () => {
    if (!merging) return
    const { path, etag, from, goes, changesOf, nameOf } = merging
    void settle(
      merge(path, { from: [from], changes: changesOf(taken), ifMatch: etag }),
      () => {
        say(t('merged', { from: goes, name: nameOf(taken) }))
        onDone()
      },
      (error) => sayFault(faultText(error)),
    )
  }
  const take = (field: string, isTaken: boolean) => {
    const next = new Set(taken)
    for (const one of together.includes(field) ? together : [field])
      if (isTaken) next.add(one)
      else next.delete(one)
    onTake(next)
  }
  return (
    <Dialog
      title={t('mergeTitle')}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'yes' ? carryOut() : onClose())}
      foot={<MergeAnswers mayMerge={merging !== undefined} told={told.value} />}
    >
      {intro}
      {merging && (
        <>
          <Compare
            rows={merging.rows}
            stays={merging.stays}
            goes={merging.goes}
            taken={taken}
            onTake={take}
          />
          <MergeEffect path={merging.path} from={merging.from} name={merging.nameOf(taken)} told={told} />
        </>
      )}
    </Dialog>
  )
}

function MergeAnswers({ mayMerge, told }: { readonly mayMerge: boolean; readonly told: Merged | undefined }) {
  return (
    <>
      <button class="plain" value="no">
        {t('leaveApart')}
      </button>
      <button value="yes" disabled={!mayMerge}>
        {mergeText(told)}
      </button>
    </>
  )
}
