import { useEffect } from 'preact/hooks'
import { titleOf } from '../common/title.ts'
import { useRead } from '../kit/read.ts'
import { Failed } from '../parts.tsx'
import { waiting } from '../places.ts'
import { WaitingTabs } from './tabs.tsx'
import { go, to } from '../route.ts'
import { needCategories } from '../terms.ts'
import { line } from '../texts.ts'
import { useTitle } from '../title.ts'
import { sayFault } from '../toasts.tsx'
import { nearDay } from './checks.tsx'
import { WaitingItem } from './item.tsx'
import { datesOf, idOf, newOnes, type QueueItem, readQueue, sentText } from './queue.ts'
import { QueueList, Walk } from './queueParts.tsx'
import { t, tn } from './texts.ts'

/** What waits for approval: the queue, and one of it as visitors will see it. */
export function Waiting({ id }: { readonly id: number | undefined }) {
  const read = useRead(async (signal) => {
    const found = await readQueue(signal)
    waiting.value = found.length
    return found
  })
  useRead(needCategories, [read.reads], sayFault)
  useTitle(t('waiting'))
  const { value: items = [], fault, isRefused } = read
  const at = Math.max(
    0,
    items.findIndex((item) => idOf(item) === id),
  )
  const item = items[at]
  useEffect(() => {
    window.scrollTo(0, 0)
    document.querySelector('.queue-list [aria-current="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [item && idOf(item)])
  if (fault !== '') return <Failed fault={fault} isRefused={isRefused} onAgain={read.again} />
  if (!read.value) return <p role="status" />
  if (!item) return <Nothing />
  const walk = (step: 1 | -1) => {
    const other = items[at + step]
    if (other) go(addressOf(other), true)
  }
  const leave = (gone: QueueItem) =>
    read.change((now) => {
      const left = now.filter((other) => other !== gone)
      waiting.value = left.length
      go(addressOf(left[Math.min(at, left.length - 1)]), true)
      return left
    })
  return (
    <div class="queue">
      <WaitingTabs here="events" />
      <List items={items} item={item} />
      <WaitingItem
        item={item}
        walk={<Walk at={at} all={items.length} onWalk={walk} hasEnds />}
        onWalk={walk}
        onGone={leave}
        onBack={read.again}
      />
    </div>
  )
}

/** The address of one that waits, or of the queue. */
function addressOf(item: QueueItem | undefined): string {
  return to(item ? `waiting/${idOf(item)}` : 'waiting')
}

function Nothing() {
  return (
    <div class="hello">
      <WaitingTabs here="events" />
      <h1>{t('nothing')}</h1>
      <p>{t('nothingHint')}</p>
    </div>
  )
}

/** What the keys do, in their order. */
const keys = [
  ['A', 'approve'],
  ['E', 'editFirst'],
  ['Q', 'ask'],
  ['R', 'reject'],
] as const

function List({ items, item }: { readonly items: readonly QueueItem[]; readonly item: QueueItem }) {
  const queued = items.map((one) => ({
    id: idOf(one),
    href: addressOf(one),
    title: titleOf(one.event),
    says: line(one.who, sentText(one)),
    chips: <Chips item={one} />,
    isHere: one === item,
  }))
  return (
    <QueueList heading={t('waiting')} items={queued}>
      <p class="keys">
        <span>
          <kbd>J</kbd> <kbd>K</kbd> {t('keys')}
        </span>
        {keys.map(([key, says]) => (
          <span key={key}>
            <kbd>{key}</kbd> {t(says)}
          </span>
        ))}
      </p>
    </QueueList>
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
