import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useAct } from '../act.ts'
import { titleOf } from '../common/title.ts'
import { Face } from '../parts.tsx'
import { go, to } from '../route.ts'
import { numberText } from '../texts.ts'
import { say } from '../toasts.tsx'
import { useKeys } from '../useKeys.ts'
import { Checks } from './checks.tsx'
import { DecisionNote } from './decision.tsx'
import { AskDialog, RejectDialog } from './dialogs.tsx'
import { AsPublic } from './public.tsx'
import { approve, datesOf, idOf, question, type QueueItem, reject, sentText, takeBack } from './queue.ts'
import { Approve, Decide } from './queueParts.tsx'
import { t } from './texts.ts'

interface Deciding {
  readonly item: QueueItem
  readonly onWalk: (step: 1 | -1) => void
  /** It waits no more. */
  readonly onGone: (item: QueueItem) => void
  /** It waits again. */
  readonly onBack: () => void
}

/** What can be decided about what waits, by buttons and by keys. */
function useDeciding({ item, onWalk, onGone, onBack }: Deciding) {
  const asks = useSignal<'question' | 'reject' | undefined>(undefined)
  const { isBusy, act } = useAct()
  const publish = () =>
    act(
      () => approve(item),
      () => {
        onGone(item)
        say(t('approved', { title: titleOf(item.event) }), () => act(() => takeBack(item), onBack))
      },
    )
  const edit = to(`events/${item.event.id}`)
  const ask = () => {
    asks.value = 'question'
  }
  const refuse = () => {
    asks.value = 'reject'
  }
  useKeys({
    j: () => onWalk(1),
    k: () => onWalk(-1),
    a: publish,
    e: () => go(edit),
    q: ask,
    r: refuse,
  })
  return { asks, isBusy: isBusy.value, act, publish, edit, ask, refuse }
}

/** One that waits, as visitors will see it, with what is to be looked at and what can be decided. */
export function WaitingItem(props: Deciding & { readonly walk: ComponentChildren }) {
  const { item, walk, onGone } = props
  const { asks, isBusy, act, publish, edit, ask, refuse } = useDeciding(props)
  const dates = datesOf(item)
  const name = item.who || t('somebody')
  return (
    <>
      <div class="item">
        <div class="line">
          <h1>{dates > 1 ? t('newSeries') : t('newEvent')}</h1>
          {walk}
        </div>
        <Sent item={item} name={name} />
        <Checks item={item} key={idOf(item)} />
        <AsPublic item={item} />
        <Decide
          choices={[
            {
              says: dates > 1 ? <span>{t('approveDates', { count: numberText(dates) })}</span> : <Approve />,
              looks: 'big',
              hotkey: 'a',
              isOff: isBusy,
              does: publish,
            },
            { says: t('editFirst'), looks: 'plain big', hotkey: 'e', does: edit },
            { says: t('ask'), looks: 'plain big', hotkey: 'q', does: ask },
            { says: t('reject'), looks: 'danger plain big', hotkey: 'r', does: refuse },
          ]}
        />
      </div>
      <Asked asks={asks} item={item} name={name} act={act} onGone={onGone} />
    </>
  )
}

/** Who has sent it and when, what was said of it before, and what they wrote with it. */
function Sent({ item, name }: { readonly item: QueueItem; readonly name: string }) {
  const { decision, review_note } = item.event
  return (
    <>
      <div class="sender">
        <Face of={name} />
        <p>
          <b dir="auto">{name}</b>
          <br />
          <span class="dim">{t('sentOn', { when: sentText(item) })}</span>
        </p>
      </div>
      {decision && <DecisionNote decision={decision} />}
      {review_note !== undefined && (
        <blockquote class="note" dir="auto">
          {review_note}
        </blockquote>
      )}
    </>
  )
}

function Asked(
  props: Pick<ReturnType<typeof useDeciding>, 'asks' | 'act'> &
    Pick<Deciding, 'item' | 'onGone'> & { readonly name: string },
) {
  const { asks, item, name, act, onGone } = props
  const title = titleOf(item.event)
  const onClose = () => {
    asks.value = undefined
  }
  if (asks.value === 'question') {
    const send = async (message: string) => told(t('asked', { name }), name, await question(item, message))
    return <AskDialog name={name} onClose={onClose} onSend={(message) => act(() => send(message), onClose)} />
  }
  if (asks.value !== 'reject') return null
  return (
    <RejectDialog
      title={title}
      name={name}
      onClose={onClose}
      onReject={(reason, message) => {
        const send = async () => told(t('rejected', { title }), name, await reject(item, reason, message))
        act(send, () => {
          onClose()
          onGone(item)
        })
      }}
    />
  )
}

/** Says what was done, and whether a mail tells of it. */
function told(sentence: string, name: string, isMailed: boolean): void {
  say(`${sentence}. ${isMailed ? t('mailed', { name }) : t('notMailed')}`)
}
