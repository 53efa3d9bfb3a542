import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { dayText } from '../dates.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { proposed } from '../places.ts'
import { go, to } from '../route.ts'
import { settle } from '../settle.ts'
import { numberText } from '../texts.ts'
import { useTitle } from '../title.ts'
import { t as tw } from '../waiting/texts.ts'
import { nameOf, type Queue, queues, readProposals, type Submission, wallOf } from './proposals.ask.ts'
import { taken } from './back.ts'
import { Chips } from './chips.tsx'
import { ProposedItem } from './item.tsx'
import { WaitingTabs } from './tabs.tsx'
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
  useTitle(t('proposals'))
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
  if (fault.value !== '')
    return (
      <div class="notice bad" role="alert">
        <Icon name="warning" />
        <p dir="auto">{fault.value}</p>
      </div>
    )
  if (!queue.value) return <p role="status" />
  const items = queue.value
  const at = Math.max(
    0,
    items.findIndex((one) => one.id === id),
  )
  const item = items[at]
  if (!item)
    return (
      <>
        <WaitingTabs here={here} />
        <div class="hello">
          <h1>{t(nothings[here])}</h1>
          <p>{t('nothingHint')}</p>
        </div>
      </>
    )
  const open = (place: number) => {
    const other = items[place]
    if (other) go(address(here, other), true)
  }
  const leave = () => {
    const left = items.filter((one) => one !== item)
    queue.value = left
    if (here === 'new') proposed.value = Math.max(0, (proposed.value ?? items.length) - 1)
    go(address(here, left[Math.min(at, left.length - 1)]), true)
  }
  return (
    <div class="queue">
      <WaitingTabs here={here} />
      <List here={here} items={items} item={item} />
      <ProposedItem
        key={`${item.id} ${item.state} ${reads.value}`}
        item={item}
        place={tw('place', { at: numberText(at + 1), all: numberText(items.length) })}
        onWalk={(step) => open(at + step)}
        onChanged={(changed) => {
          // Who is asked has to answer: until then it is in another queue.
          if (here === 'new' && changed.state === 'asked') leave()
          else queue.value = items.map((one) => (one === item ? changed : one))
        }}
        onStale={() => {
          reads.value += 1
        }}
        onGone={leave}
      />
    </div>
  )
}

const names = { new: 'proposals', asked: 'askedQueue', decided: 'decidedQueue' } as const

/** What is said of a queue with nothing in it. */
const nothings = { new: 'nothing', asked: 'nothingAsked', decided: 'nothingDecided' } as const

/** The address of a queue, or of one of its proposals. */
function address(queue: Queue, item?: Submission): string {
  return to(item ? `proposals/${item.id}` : 'proposals', queue === 'new' ? {} : { queue })
}

const isWide = window.matchMedia('(min-width: 60rem)').matches

function List(props: {
  readonly here: Queue
  readonly items: readonly Submission[]
  readonly item: Submission
}) {
  const { here, items, item } = props
  return (
    <aside class="queue-list" aria-labelledby="q-head">
      <details class="queue-fold" open={isWide}>
        <summary>
          <h2 id="q-head">
            {t(names[here])} <span class="count">{numberText(items.length)}</span>
          </h2>
        </summary>
        <ol>
          {items.map((one) => (
            <li key={one.id}>
              <a href={address(here, one)} aria-current={one === item ? 'true' : undefined}>
                <b dir="auto">{one.title}</b>
                <span dir="auto">{`${nameOf(one)} · ${dayText(wallOf(one.decided ?? one.created))}`}</span>
                <Chips item={one} />
              </a>
            </li>
          ))}
        </ol>
      </details>
    </aside>
  )
}
