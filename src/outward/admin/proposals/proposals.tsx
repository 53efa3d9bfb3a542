import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { dayText } from '../dates.ts'
import { faultText } from '../faults.ts'
import { Failed } from '../parts.tsx'
import { proposed } from '../places.ts'
import { go, to } from '../route.ts'
import { settle } from '../settle.ts'
import { useTitle } from '../title.ts'
import { type Queued, QueueList, Walk } from '../waiting/queueParts.tsx'
import { nameOf, readProposals, type Submission, wallOf } from './proposals.ask.ts'
import { type Queue, queues } from '../waiting/queues.ts'
import { taken } from './back.ts'
import { Chips } from './chips.tsx'
import { ProposedItem } from './item.tsx'
import { WaitingTabs } from '../waiting/tabs.tsx'
import { t as tw } from '../waiting/texts.ts'
import { t } from './texts.ts'

/** What the public proposes: the queue, and one of it with what it would change. */
export function Proposals({
  id,
  query,
}: {
  readonly id: number | undefined
  readonly query: URLSearchParams
}) {
  const here = queues.find((one) => one === query.get('queue')) ?? 'new'
  const queue = useSignal<readonly Submission[] | undefined>(undefined)
  const fault = useSignal('')
  const reads = useSignal(0)
  const again = () => void (reads.value += 1)
  useTitle(tw('proposals'))
  useEffect(() => {
    const reading = new AbortController()
    queue.value = undefined
    fault.value = ''
    void settle(
      readProposals(here, reading.signal),
      ({ submissions, total }) => {
        queue.value = submissions
        if (here === 'new') proposed.value = total
      },
      (error: unknown) => {
        if (!reading.signal.aborted) fault.value = faultText(error)
      },
    )
    return () => reading.abort()
  }, [here, reads.value, taken.value])
  if (fault.value !== '') return <Failed fault={fault.value} onAgain={again} />
  if (!queue.value) return <p role="status" />
  return (
    <QueueOf
      here={here}
      id={id}
      items={queue.value}
      reads={reads.value}
      onItems={(items) => {
        queue.value = items
      }}
      onStale={again}
    />
  )
}

function QueueOf(props: {
  readonly here: Queue
  readonly id: number | undefined
  readonly items: readonly Submission[]
  /** How often it was read. */
  readonly reads: number
  readonly onItems: (items: readonly Submission[]) => void
  readonly onStale: () => void
}) {
  const { here, id, items, reads, onItems, onStale } = props
  const at = Math.max(
    0,
    items.findIndex((one) => one.id === id),
  )
  const item = items[at]
  if (!item) return <Nothing here={here} />
  const walk = (step: 1 | -1) => {
    const other = items[at + step]
    if (other) go(address(here, other), true)
  }
  const leave = () => {
    const left = items.filter((one) => one !== item)
    onItems(left)
    if (here === 'new') proposed.value = Math.max(0, (proposed.value ?? items.length) - 1)
    go(address(here, left[Math.min(at, left.length - 1)]), true)
  }
  return (
    <div class="queue">
      <WaitingTabs here={here} />
      <QueueList heading={tw(names[here])} items={items.map((one) => queuedOf(here, one, one === item))} />
      <ProposedItem
        key={`${item.id} ${item.state} ${reads}`}
        item={item}
        walk={<Walk at={at} all={items.length} onWalk={walk} />}
        onWalk={walk}
        onChanged={(changed) => {
          // Who is asked has to answer: until then it is in another queue.
          if (here === 'new' && changed.state === 'asked') leave()
          else onItems(items.map((one) => (one === item ? changed : one)))
        }}
        onStale={onStale}
        onGone={leave}
      />
    </div>
  )
}

function Nothing({ here }: { readonly here: Queue }) {
  return (
    <>
      <WaitingTabs here={here} />
      <div class="hello">
        <h1>{t(nothings[here])}</h1>
        <p>{t('nothingHint')}</p>
      </div>
    </>
  )
}

const names = { new: 'proposals', asked: 'askedQueue', decided: 'decidedQueue' } as const

/** What is said of a queue with nothing in it. */
const nothings = { new: 'nothing', asked: 'nothingAsked', decided: 'nothingDecided' } as const

/** The address of a queue, or of one of its proposals. */
function address(queue: Queue, item?: Submission): string {
  return to(item ? `proposals/${item.id}` : 'proposals', queue === 'new' ? {} : { queue })
}

/** A proposal as the list of its queue shows it. */
function queuedOf(here: Queue, item: Submission, isHere: boolean): Queued {
  const { id, title, decided, created } = item
  return {
    id,
    href: address(here, item),
    title,
    says: `${nameOf(item)} · ${dayText(wallOf(decided ?? created))}`,
    chips: <Chips item={item} />,
    isHere,
  }
}
