import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { useAct } from '../act.ts'
import { dayText, timeText, wallNow } from '../dates.ts'
import { titleOf } from '../events/title.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { Face } from '../parts.tsx'
import { onKey } from '../keys.ts'
import { waiting } from '../places.ts'
import { go, to } from '../route.ts'
import { settle } from '../settle.ts'
import { needCategories } from '../terms.ts'
import { line, numberText } from '../texts.ts'
import { useTitle } from '../title.ts'
import { say, sayFault } from '../toasts.tsx'
import { Checks, nearDay } from './checks.tsx'
import { DecisionNote } from './decision.tsx'
import { WaitingTabs } from '../proposals/tabs.tsx'
import { AskDialog, RejectDialog } from './dialogs.tsx'
import { AsPublic } from './public.tsx'
import {
  approve,
  datesOf,
  idOf,
  newOnes,
  question,
  type QueueItem,
  readQueue,
  reject,
  takeBack,
} from './queue.ts'
import { t, tn } from './texts.ts'

/** What waits for approval: the queue, and one of it as visitors will see it. */
export function Waiting({ id }: { readonly id: number | undefined }) {
  const queue = useSignal<readonly QueueItem[] | undefined>(undefined)
  const fault = useSignal('')
  const asks = useSignal<'question' | 'reject' | undefined>(undefined)
  const { isBusy, act } = useAct()
  const reads = useSignal(0)
  useTitle(t('waiting'))
  useEffect(() => {
    const reading = new AbortController()
    void settle(
      readQueue(reading.signal),
      (found) => {
        queue.value = found
        waiting.value = found.length
        fault.value = ''
      },
      (error: unknown) => {
        if (!reading.signal.aborted) fault.value = faultText(error)
      },
    )
    needCategories().catch((error: unknown) => sayFault(faultText(error)))
    return () => reading.abort()
  }, [reads.value])

  const items = queue.value ?? []
  const at = Math.max(
    0,
    items.findIndex((item) => idOf(item) === id),
  )
  const item = items[at]
  const open = (place: number) => {
    const other = items[place]
    if (other) go(to(`waiting/${idOf(other)}`), true)
  }
  const leave = (gone: QueueItem) => {
    const left = (queue.peek() ?? []).filter((other) => other !== gone)
    queue.value = left
    waiting.value = left.length
    const next = left[Math.min(at, left.length - 1)]
    go(to(next ? `waiting/${idOf(next)}` : 'waiting'), true)
  }
  const publish = () => {
    if (!item) return
    act(
      () => approve(item),
      () => {
        leave(item)
        say(t('approved', { title: titleOf(item.event) }), () =>
          act(
            () => takeBack(item),
            () => {
              reads.value += 1
            },
          ),
        )
      },
    )
  }
  const name = item ? item.who || t('somebody') : ''

  // At once with what is shown: whoever presses a key means that.
  useLayoutEffect(() => {
    const keys = [
      onKey('j', () => open(at + 1)),
      onKey('k', () => open(at - 1)),
      onKey('a', publish),
      onKey('e', () => item && go(to(`events/${item.event.id}`))),
      onKey('q', () => {
        if (item) asks.value = 'question'
      }),
      onKey('r', () => {
        if (item) asks.value = 'reject'
      }),
    ]
    return () => {
      for (const off of keys) off()
    }
  })
  useEffect(() => {
    window.scrollTo(0, 0)
    document.querySelector('.queue-list [aria-current="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [item && idOf(item)])

  if (fault.value !== '')
    return (
      <div class="notice bad" role="alert">
        <Icon name="warning" />
        <p dir="auto">{fault.value}</p>
      </div>
    )
  if (!queue.value) return <p role="status" />
  if (!item)
    return (
      <div class="hello">
        <WaitingTabs here="events" />
        <h1>{t('nothing')}</h1>
        <p>{t('nothingHint')}</p>
      </div>
    )
  const dates = datesOf(item)
  return (
    <div class="queue">
      <WaitingTabs here="events" />
      <List items={items} item={item} />
      <div class="item">
        <div class="line">
          <h1>{dates > 1 ? t('newSeries') : t('newEvent')}</h1>
          <nav class="walk push" aria-label={t('walk')}>
            <button
              class="quiet square"
              type="button"
              aria-label={t('before')}
              aria-keyshortcuts="k"
              disabled={at === 0}
              onClick={() => open(at - 1)}
            >
              <Icon name="back" />
            </button>
            <span role="status">{t('place', { at: numberText(at + 1), all: numberText(items.length) })}</span>
            <button
              class="quiet square"
              type="button"
              aria-label={t('next')}
              aria-keyshortcuts="j"
              disabled={at === items.length - 1}
              onClick={() => open(at + 1)}
            >
              <Icon name="forward" />
            </button>
          </nav>
        </div>
        <div class="sender">
          <Face of={name} />
          <p>
            <b dir="auto">{name}</b>
            <br />
            <span class="dim">{t('sentOn', { when: sentText(item) })}</span>
          </p>
        </div>
        {item.event.decision && <DecisionNote decision={item.event.decision} />}
        {item.event.review_note !== undefined && (
          <blockquote class="note" dir="auto">
            {item.event.review_note}
          </blockquote>
        )}
        <Checks item={item} key={idOf(item)} />
        <AsPublic item={item} />
        <div class="decide" role="region" aria-label={t('decide')}>
          <button class="big" type="button" aria-keyshortcuts="a" disabled={isBusy.value} onClick={publish}>
            {dates > 1 ? (
              <span>{t('approveDates', { count: numberText(dates) })}</span>
            ) : (
              <span>
                {t('approve')}
                <span class="wordy">{t('andPublish')}</span>
              </span>
            )}{' '}
            <Key name="A" isOn />
          </button>
          <a class="button plain big" href={to(`events/${item.event.id}`)} aria-keyshortcuts="e">
            {t('editFirst')} <Key name="E" />
          </a>
          <button
            class="plain big"
            type="button"
            aria-keyshortcuts="q"
            onClick={() => {
              asks.value = 'question'
            }}
          >
            {t('ask')} <Key name="Q" />
          </button>
          <button
            class="danger plain big"
            type="button"
            aria-keyshortcuts="r"
            onClick={() => {
              asks.value = 'reject'
            }}
          >
            {t('reject')} <Key name="R" />
          </button>
        </div>
      </div>
      {asks.value === 'question' && (
        <AskDialog
          name={name}
          onClose={() => {
            asks.value = undefined
          }}
          onSend={(message) => {
            const send = async () => told(t('asked', { name }), name, await question(item, message))
            act(send, () => {
              asks.value = undefined
            })
          }}
        />
      )}
      {asks.value === 'reject' && (
        <RejectDialog
          title={titleOf(item.event)}
          name={name}
          onClose={() => {
            asks.value = undefined
          }}
          onReject={(reason, message) => {
            const title = titleOf(item.event)
            const send = async () => told(t('rejected', { title }), name, await reject(item, reason, message))
            act(send, () => {
              asks.value = undefined
              leave(item)
            })
          }}
        />
      )}
    </div>
  )
}

/** Says what was done, and whether a mail tells of it. */
function told(sentence: string, name: string, isMailed: boolean): void {
  say(`${sentence}. ${isMailed ? t('mailed', { name }) : t('notMailed')}`)
}

/** On phones the list is folded: what is to be decided comes first. */
const isWide = window.matchMedia('(min-width: 60rem)').matches

function List({ items, item }: { readonly items: readonly QueueItem[]; readonly item: QueueItem }) {
  return (
    <aside class="queue-list" aria-labelledby="q-head">
      <details class="queue-fold" open={isWide}>
        <summary>
          <h2 id="q-head">
            {t('waiting')} <span class="count">{numberText(items.length)}</span>
          </h2>
        </summary>
        <ol>
          {items.map((one) => (
            <li key={idOf(one)}>
              <a href={to(`waiting/${idOf(one)}`)} aria-current={one === item ? 'true' : undefined}>
                <b dir="auto">{titleOf(one.event)}</b>
                <span dir="auto">{line(one.who, sentText(one))}</span>
                <Chips item={one} />
              </a>
            </li>
          ))}
        </ol>
        <p class="keys">
          <span>
            <kbd>J</kbd> <kbd>K</kbd> {t('keys')}
          </span>
          <span>
            <kbd>A</kbd> {t('approve')}
          </span>
          <span>
            <kbd>E</kbd> {t('editFirst')}
          </span>
          <span>
            <kbd>Q</kbd> {t('ask')}
          </span>
          <span>
            <kbd>R</kbd> {t('reject')}
          </span>
        </p>
      </details>
    </aside>
  )
}

function Chips({ item }: { readonly item: QueueItem }) {
  const soon = nearDay(item)
  const dates = datesOf(item)
  const { venues } = newOnes(item)
  if (soon === undefined && dates === 1 && venues.length === 0) return null
  return (
    <span class="tags">
      {soon !== undefined && <span class="tag warn">{soon}</span>}
      {venues.slice(0, 1).map((name) => (
        <span class="tag info" key={name} dir="auto">
          {t('newVenue', { name })}
        </span>
      ))}
      {dates > 1 && <span class="tag">{tn('dates', dates)}</span>}
    </span>
  )
}

function Key({ name, isOn = false }: { readonly name: string; readonly isOn?: boolean }) {
  return (
    <kbd class={isOn ? 'on' : undefined} aria-hidden="true">
      {name}
    </kbd>
  )
}

/** When it was sent: the time today, else the day. */
function sentText({ event: { modified } }: QueueItem): string {
  return modified.slice(0, 10) === wallNow().slice(0, 10) ? timeText(modified) : dayText(modified)
}
