import { useSignal } from '@preact/signals'
import { useAct } from '../act.ts'
import { Refusal } from '../api.ts'
import { useRead } from '../kit/read.ts'
import { go, to } from '../route.ts'
import { say, sayFault } from '../toasts.tsx'
import { useKeys } from '../useKeys.ts'
import { reopen } from './back.ts'
import { accept, readDifferences, type Submission } from './proposals.ask.ts'
import { t } from './texts.ts'

/** One proposal, and what is to follow from what is done with it. */
export interface Deciding {
  readonly item: Submission
  readonly onWalk: (step: 1 | -1) => void
  readonly onChanged: (item: Submission) => void
  /** What is shown is not as it is any more. */
  readonly onStale: () => void
  readonly onGone: () => void
}

/** What can be done with a proposal, as it stands. */
function standingOf({ kind, state, event_state }: Submission) {
  const isGone = kind !== 'new' && event_state !== 'here'
  const isOpen = state === 'waiting' || state === 'asked'
  return { isGone, isOpen, isDecidable: isOpen || state === 'rejected' || state === 'spam' }
}

/** What a change would change, and what of it is to be taken: nothing, unless somebody says so, that was changed here since. */
function useDifferences({ id, kind }: Submission) {
  const taken = useSignal<ReadonlySet<string>>(new Set())
  const read = useRead(
    async (signal) => {
      const found = kind === 'change' ? await readDifferences(id, signal) : {}
      taken.value = new Set(Object.keys(found).filter((field) => found[field]?.conflict !== true))
      return found
    },
    [],
    sayFault,
  )
  const take = (field: string, isTaken: boolean) => {
    const next = new Set(taken.value)
    if (isTaken) next.add(field)
    else next.delete(field)
    taken.value = next
  }
  return { differences: read.value ?? {}, taken, take }
}

/** How a proposal is decided on, by buttons and by keys. */
export function useDeciding({ item, onWalk, onStale, onGone }: Deciding) {
  const { differences, taken, take } = useDifferences(item)
  const asks = useSignal<'question' | 'reject' | 'spam' | undefined>(undefined)
  const trusts = useSignal(item.submitter.trusted)
  const { isBusy, act: once } = useAct()
  const standing = standingOf(item)
  const { isGone, isOpen, isDecidable } = standing
  /** Where somebody was faster, what is shown is read again. */
  const act = <Value>(begin: () => Promise<Value>, done: (value: Value) => void) =>
    once(begin, done, (error) => {
      if (error instanceof Refusal && error.status === 409) onStale()
    })
  /** As it is when a key is pressed, however fast that is. */
  const trust = () => {
    const isOn = trusts.peek()
    return isOn === item.submitter.trusted ? {} : { trust: isOn }
  }
  const accepted = () => {
    if (isBusy.value || !isDecidable) return
    const fields = item.kind === 'change' ? { fields: [...taken.peek()] } : {}
    act(
      () => accept(item, { ...fields, ...trust() }),
      () => {
        say(t('taken', { title: item.title }), () => reopen(item, 'accept'))
        onGone()
      },
    )
  }
  const edit = () => {
    // A change is filled into the editor of its event, and accepted as it is saved there.
    const isFilled = item.kind === 'change' && isDecidable && !isGone
    if (item.event) return go(to(`events/${item.event.id}`, isFilled ? { proposal: item.id } : {}))
    if (item.kind !== 'new' || !isDecidable) return undefined
    // A new one is a draft first, which the editor opens.
    const draft = async () => {
      const { event } = await accept(item, { fields: { status: 'draft' }, ...trust() })
      if (event) go(to(`events/${event.id}`))
    }
    return act(draft, () => {})
  }
  /** What is accepted already needs no other press. */
  const changeTrust = (isOn: boolean) => {
    trusts.value = isOn
    if (item.state !== 'accepted') return
    act(
      () => accept(item, { trust: isOn }),
      () => say(t('trustChanged')),
    )
  }
  const ask = (what: 'question' | 'reject' | 'spam') => {
    asks.value = what
  }
  const askOpen = (what: 'question' | 'reject') => isOpen && ask(what)
  useKeys({
    j: () => onWalk(1),
    k: () => onWalk(-1),
    a: accepted,
    e: edit,
    q: () => askOpen('question'),
    r: () => askOpen('reject'),
  })
  return {
    ...standing,
    differences,
    taken: taken.value,
    take,
    asks,
    ask,
    isBusy: isBusy.value,
    isTrusted: trusts.value,
    act,
    accepted,
    edit,
    changeTrust,
  }
}
