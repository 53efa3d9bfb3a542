import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { Later } from '../lazyScreen.tsx'
import { Failed } from '../parts.tsx'
import { closePop, Pop } from '../pop.tsx'
import type { EventPage, EventRecord } from '../records.ts'
import { waiting } from '../places.ts'
import { needCategories } from '../terms.ts'
import { t, tn } from '../texts.ts'
import { useTitle } from '../title.ts'
import { say, sayFault } from '../toasts.tsx'
import { Bulk, type Sorting, type Wish } from './bulk.tsx'
import { changeAll, type Deed } from './change.ts'
import { Ask, doneText } from './deeds.tsx'
import { Head } from './head.tsx'
import { RowMenu } from './menu.tsx'
import { learnOf } from './rowTags.ts'
import { Nothing, Pages } from './pages.tsx'
import { countTabs, readEvents, shownBy, type Tab } from './query.ts'
import { titleOf } from './title.ts'
import { useRowKeys } from './rowKeys.ts'
import { Table } from './table.tsx'
import { Tabs } from './tabs.tsx'
import { Tools } from './activeFilters.tsx'
import { settle } from '../settle.ts'

/** The list of events. */
export function EventList({ query }: { readonly query: URLSearchParams }) {
  const address = query.toString()
  const shown = useMemo(() => shownBy(new URLSearchParams(address)), [address])
  const page = useSignal<EventPage | undefined>(undefined)
  const fault = useSignal('')
  const counts = useSignal<Readonly<Partial<Record<Tab, number>>>>({})
  const picked = useSignal<ReadonlySet<number>>(new Set())
  const pointed = useSignal<EventRecord | undefined>(undefined)
  const wish = useSignal<Wish | undefined>(undefined)
  const moved = useSignal<EventRecord | undefined>(undefined)
  const sorting = useSignal<Sorting | undefined>(undefined)
  const total = useComputed(() => page.value?.total)
  /** All that match, where these are chosen rather than some that are shown. */
  const matching = useSignal<readonly EventRecord[] | undefined>(undefined)
  const reads = useSignal(0)
  useTitle(shown.tab === 'waiting' ? t('waiting') : t('events'))

  useEffect(() => {
    const reading = new AbortController()
    void settle(
      readEvents(shown, reading.signal),

      (found) => {
        page.value = found
        learnOf(found.events)
        fault.value = ''
        picked.value = new Set(
          [...picked.value].filter((id) => found.events.some((event) => event.id === id)),
        )
      },
      (error: unknown) => {
        if (!reading.signal.aborted) fault.value = faultText(error)
      },
    )
    return () => reading.abort()
  }, [shown, reads.value])
  const pick = (ids: ReadonlySet<number>) => {
    picked.value = ids
    matching.value = undefined
  }
  useEffect(() => pick(new Set()), [shown])
  useEffect(() => {
    void settle(
      countTabs(),

      (found) => {
        counts.value = found
        waiting.value = found.waiting
      },
      // The list says what is wrong.
      () => {},
    )
    needCategories().catch((error: unknown) => sayFault(faultText(error)))
  }, [reads.value])

  const events = page.value?.events ?? []
  const chosen = matching.value ?? events.filter(({ id }) => picked.value.has(id))
  const again = () => {
    reads.value += 1
  }
  const carryOut = async (of: readonly EventRecord[], deed: Deed) => {
    wish.value = undefined
    try {
      const back = await changeAll(of, deed)
      pick(new Set())
      say(
        doneText(deed, of),
        back && (() => void settle(back(), again, (error: unknown) => tellFault(of, error))),
      )
    } catch (error) {
      // All of them stayed as they were, and stay chosen.
      tellFault(of, error)
    }
    again()
  }
  const wanted = (of: readonly EventRecord[], does: Wish['does']) => {
    if (of.length === 0) return
    // What leads back easily is done to one at once. All else is asked first: what it does to how many, and of a series which dates.
    const isOne = of.length === 1 && !of[0]?.series
    if (isOne && (does === 'publish' || does === 'trash')) void carryOut(of, { does })
    else if (isOne && (does === 'restore' || does === 'untrash')) void carryOut(of, { does })
    else wish.value = { does, events: of }
  }

  const sort = (does: Sorting['does'], of: readonly EventRecord[]) => {
    sorting.value = { does, events: of }
  }
  useRowKeys(events, {
    onMove: (event) => {
      moved.value = event
    },
  })

  const isMoreToChoose =
    matching.value === undefined && chosen.length === events.length && (page.value?.total_pages ?? 1) > 1
  const answers = {
    onClose: () => {
      wish.value = undefined
    },
    onDeed: (deed: Deed) => void carryOut(wish.value?.events ?? [], deed),
  }

  return (
    <>
      <Head shown={shown} />
      <Tabs shown={shown} counts={counts.value} />
      <Tools shown={shown} total={total} series={events[0]} />
      {fault.value !== '' && <Failed fault={fault.value} onAgain={again} />}
      {page.value && events.length === 0 && <Nothing shown={shown} />}
      {events.length > 0 && (
        <Table
          shown={shown}
          events={events}
          picked={picked.value}
          onPick={pick}
          onMenu={(event) => {
            pointed.value = event
          }}
          onPlace={(event) => sort('place', [event])}
        />
      )}
      {chosen.length > 0 && (
        <Bulk
          tab={shown.tab}
          events={chosen}
          onWish={(does) => wanted(chosen, does)}
          onSort={(does) => sort(does, chosen)}
          onClear={() => pick(new Set())}
          more={
            isMoreToChoose && (
              <Later
                load={loadAllMatching}
                with={{
                  shown,
                  total: page.value?.total ?? 0,
                  onFound: (found: readonly EventRecord[]) => {
                    matching.value = found
                  },
                }}
              />
            )
          }
        />
      )}
      {page.value && events.length > 0 && <Pages shown={shown} page={page.value} />}
      <RowMenu
        event={pointed.value}
        onWish={(event, does) => wanted([event], does)}
        onMove={(event) => {
          moved.value = event
        }}
        onSort={(event, does, by) => {
          sort(does, [event])
          document
            .querySelector<HTMLElement>('#sorting')
            ?.showPopover(by instanceof HTMLElement ? { source: by } : {})
        }}
      />
      <Pop id="sorting" class="menu form sorting" label={t('withSelection')}>
        {() => {
          if (!sorting.value) return null
          const load = sorting.value.does === 'place' ? loadSortPlaces : loadSortCategories
          const { events: of } = sorting.value
          return (
            <Later
              load={load}
              with={{
                events: of,
                onClose: closeSorting,
                onDeed: (deed: Deed) => {
                  closeSorting()
                  void carryOut(of, deed)
                },
              }}
            />
          )
        }}
      </Pop>
      {moved.value && (
        <Later
          load={loadMove}
          with={{
            event: moved.value,
            onMoved: again,
            onClose: () => {
              moved.value = undefined
            },
          }}
        />
      )}
      {wish.value &&
        (wish.value.events.length > 1 || wish.value.events.some(({ series }) => series) ? (
          <Later load={loadAskMore} with={{ wish: wish.value, ...answers }} />
        ) : (
          <Ask wish={wish.value} {...answers} />
        ))}
    </>
  )
}

// What asks for more than an answer is loaded when it is first asked.
const loadAskMore = () => import('./scopeQuestion.tsx').then(({ AskMore }) => AskMore)
const loadAllMatching = () => import('./wholeSelection.tsx').then(({ AllMatching }) => AllMatching)

const loadMove = () => import('./moveDialog.tsx').then(({ MoveDialog }) => MoveDialog)
const loadSortCategories = () => import('./sorting.tsx').then(({ SortCategories }) => SortCategories)
const loadSortPlaces = () => import('./sorting.tsx').then(({ SortPlaces }) => SortPlaces)
const closeSorting = () => closePop('sorting')

function tellFault(events: readonly EventRecord[], fault: unknown): void {
  const [first] = events
  if (!first) return
  const words = { title: titleOf(first), why: faultText(fault) }
  sayFault(events.length === 1 ? t('notDone', words) : tn('notDoneMany', events.length, words))
}
