import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { useAct } from '../act.ts'
import { Refusal } from '../api.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { onKey } from '../keys.ts'
import { go, to } from '../route.ts'
import { settle } from '../settle.ts'
import { numberText } from '../texts.ts'
import { say, sayFault } from '../toasts.tsx'
import { AskDialog, RejectDialog } from '../waiting/dialogs.tsx'
import { t as tw } from '../waiting/texts.ts'
import { reopen } from './back.ts'
import { Deeds } from './deeds.tsx'
import { DifferenceTable } from './difference.tsx'
import { NewEvent, SentPicture } from './new.tsx'
import {
  accept,
  type Differences,
  markSpam,
  nameOf,
  question,
  readDifferences,
  reject,
  type Submission,
} from './proposals.ask.ts'
import { Sender } from './sender.tsx'
import { SpamDialog } from './spam.tsx'
import { Trust } from './trust.tsx'
import { t } from './texts.ts'

/** One proposal: who sent it, what it would change, and what is decided about it. */
export function ProposedItem(props: {
  readonly item: Submission
  readonly place: string
  readonly onWalk: (step: 1 | -1) => void
  readonly onChanged: (item: Submission) => void
  /** What is shown is not as it is any more. */
  readonly onStale: () => void
  readonly onGone: () => void
}) {
  const { item, place, onWalk, onChanged, onStale, onGone } = props
  const differences = useSignal<Differences>({})
  const taken = useSignal<ReadonlySet<string>>(new Set())
  const asks = useSignal<'question' | 'reject' | 'spam' | undefined>(undefined)
  const trusts = useSignal(item.submitter.trusted)
  const { isBusy, act: once } = useAct()
  useEffect(() => {
    const reading = new AbortController()
    const isWanted = () => !reading.signal.aborted
    if (item.kind === 'change')
      void settle(
        readDifferences(item.id, reading.signal),
        (found) => {
          differences.value = found
          // What was changed here since is not taken unless somebody says so.
          taken.value = new Set(Object.keys(found).filter((field) => found[field]?.conflict !== true))
        },
        (error: unknown) => isWanted() && sayFault(faultText(error)),
      )
    return () => reading.abort()
  }, [])
  /** Where somebody was faster, what is shown is read again. */
  const act = <Value,>(begin: () => Promise<Value>, done: (value: Value) => void) =>
    once(begin, done, (error) => {
      if (error instanceof Refusal && error.status === 409) onStale()
    })
  const isGone = item.kind !== 'new' && item.event_state !== 'here'
  const isOpen = item.state === 'waiting' || item.state === 'asked'
  const isDecidable = isOpen || item.state === 'rejected' || item.state === 'spam'
  /** As it is when a key is pressed, however fast that is. */
  const trust = () => {
    const isOn = trusts.peek()
    return isOn === item.submitter.trusted ? {} : { trust: isOn }
  }
  const take = () => {
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
    const filled = isFilled ? { proposal: item.id } : {}
    if (item.event) return go(to(`events/${item.event.id}`, filled))
    if (item.kind !== 'new' || !isDecidable) return undefined
    // A new one is a draft first, which the editor opens.
    const draft = async () => {
      const { event } = await accept(item, { fields: { status: 'draft' }, ...trust() })
      if (event) go(to(`events/${event.id}`))
    }
    return act(draft, () => {})
  }
  useLayoutEffect(() => {
    const keys = [
      onKey('j', () => onWalk(1)),
      onKey('k', () => onWalk(-1)),
      onKey('a', take),
      onKey('e', edit),
      onKey('q', () => {
        if (isOpen) asks.value = 'question'
      }),
      onKey('r', () => {
        if (isOpen) asks.value = 'reject'
      }),
    ]
    return () => {
      for (const off of keys) off()
    }
  })
  const name = nameOf(item)
  const all = Object.keys(differences.value).length
  const heading = {
    new: t('newEvent'),
    change: t('changeOf', { title: item.title }),
    report: t('reportOf', { title: item.title }),
  }[item.kind]
  const deed = {
    new: (
      <span>
        {tw('approve')}
        <span class="wordy">{tw('andPublish')}</span>
      </span>
    ),
    change: t('takeSome', { count: numberText(taken.value.size), all: numberText(all) }),
    report: t('done'),
  }[item.kind]
  return (
    <div class="item">
      <div class="line">
        <h1 dir="auto">{heading}</h1>
        <nav class="walk push" aria-label={tw('walk')}>
          <button class="quiet square" type="button" aria-label={tw('before')} onClick={() => onWalk(-1)}>
            <Icon name="back" />
          </button>
          <span role="status">{place}</span>
          <button class="quiet square" type="button" aria-label={tw('next')} onClick={() => onWalk(1)}>
            <Icon name="forward" />
          </button>
        </nav>
      </div>
      <Sender item={item} />
      {isGone && (
        <div class="notice bad">
          <Icon name="warning" />
          <p>{t('goneEvent')}</p>
        </div>
      )}
      {item.kind === 'new' && <NewEvent item={item} />}
      {item.kind === 'change' && item.picture && <SentPicture item={item} />}
      {item.kind === 'change' && (
        <DifferenceTable
          differences={differences.value}
          taken={taken.value}
          onTake={(field, isTaken) => {
            const next = new Set(taken.value)
            if (isTaken) next.add(field)
            else next.delete(field)
            taken.value = next
          }}
        />
      )}
      <Trust
        item={item}
        isOn={trusts.value}
        onChange={(isOn) => {
          trusts.value = isOn
          // What is accepted already needs no other press.
          if (item.state === 'accepted')
            act(
              () => accept(item, { trust: isOn }),
              () => say(t('trustChanged')),
            )
        }}
      />
      <Deeds
        item={item}
        deed={deed}
        isBusy={isBusy.value}
        mayTake={isDecidable && !(item.kind === 'change' && (isGone || taken.value.size === 0))}
        onTake={take}
        onEdit={edit}
        onAsk={(what) => {
          asks.value = what
        }}
      />
      {asks.value === 'question' && (
        <AskDialog
          name={name}
          hint={t('askHint', { queue: t('askedQueue') })}
          onClose={() => {
            asks.value = undefined
          }}
          onSend={(message) =>
            act(
              () => question(item, message),
              (changed) => {
                asks.value = undefined
                say(tw('asked', { name }))
                onChanged(changed)
              },
            )
          }
        />
      )}
      {asks.value === 'reject' && (
        <RejectDialog
          title={item.title}
          name={name}
          hint={t('rejectHint', { name })}
          onClose={() => {
            asks.value = undefined
          }}
          onReject={(reason, message) =>
            act(
              () => reject(item, reason, message),
              () => {
                asks.value = undefined
                say(t('refused', { title: item.title }), () => reopen(item, 'reject'))
                onGone()
              },
            )
          }
        />
      )}
      {asks.value === 'spam' && (
        <SpamDialog
          title={item.title}
          email={item.submitter.email}
          onClose={() => {
            asks.value = undefined
          }}
          onSpam={(block) =>
            act(
              () => markSpam(item, block),
              () => {
                asks.value = undefined
                say(t('marked', { title: item.title }), () => reopen(item, 'spam'))
                onGone()
              },
            )
          }
        />
      )}
    </div>
  )
}
