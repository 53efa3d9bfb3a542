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
import { readProposals, type Submission } from './proposals.ask.ts'
import { nameOf, ProposedItem, wallOf } from './item.tsx'
import { WaitingTabs } from './tabs.tsx'
import { t } from './texts.ts'

/** What the public proposes: the queue, and one of it with what it would change. */
export function Proposals({ id }: { readonly id: number | undefined }) {
  const queue = useSignal<readonly Submission[] | undefined>(undefined)
  const fault = useSignal('')
  useTitle(t('proposals'))
  useEffect(() => {
    const reading = new AbortController()
    void settle(
      readProposals(reading.signal),
      (found) => {
        queue.value = found
        proposed.value = found.length
      },
      (error: unknown) => {
        if (!reading.signal.aborted) fault.value = faultText(error)
      },
    )
    return () => reading.abort()
  }, [])
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
        <WaitingTabs here="proposals" />
        <div class="hello">
          <h1>{t('nothing')}</h1>
          <p>{t('nothingHint')}</p>
        </div>
      </>
    )
  const open = (place: number) => {
    const other = items[place]
    if (other) go(to(`proposals/${other.id}`), true)
  }
  return (
    <div class="queue">
      <List items={items} item={item} />
      <ProposedItem
        key={item.id}
        item={item}
        place={tw('place', { at: numberText(at + 1), all: numberText(items.length) })}
        onWalk={(step) => open(at + step)}
        onChanged={(changed) => {
          queue.value = items.map((one) => (one === item ? changed : one))
        }}
        onGone={() => {
          const left = items.filter((one) => one !== item)
          queue.value = left
          proposed.value = left.length
          const next = left[Math.min(at, left.length - 1)]
          go(to(next ? `proposals/${next.id}` : 'proposals'), true)
        }}
      />
    </div>
  )
}

const isWide = window.matchMedia('(min-width: 60rem)').matches

function List({ items, item }: { readonly items: readonly Submission[]; readonly item: Submission }) {
  return (
    <aside class="queue-list" aria-labelledby="q-head">
      <WaitingTabs here="proposals" />
      <details class="queue-fold" open={isWide}>
        <summary>
          <h2 id="q-head">
            {t('proposals')} <span class="count">{numberText(items.length)}</span>
          </h2>
        </summary>
        <ol>
          {items.map((one) => (
            <li key={one.id}>
              <a href={to(`proposals/${one.id}`)} aria-current={one === item ? 'true' : undefined}>
                <b dir="auto">{one.title}</b>
                <span dir="auto">{`${nameOf(one)} · ${dayText(wallOf(one.created))}`}</span>
                {one.conflicts.length > 0 && <span class="tag warn">{t('changedSince')}</span>}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </aside>
  )
}
