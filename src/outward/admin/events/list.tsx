import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { Picking } from '../kit/picking.tsx'
import { useRead } from '../kit/read.ts'
import { Screen } from '../kit/screen.tsx'
import { Table } from '../kit/table.tsx'
import { Later } from '../lazyScreen.tsx'
import { useOwnColumns } from '../own/columns.tsx'
import { waiting } from '../places.ts'
import type { EventRecord } from '../records.ts'
import { needCategories } from '../terms.ts'
import { t } from '../texts.ts'
import { sayFault } from '../toasts.tsx'
import { Tools } from './activeFilters.tsx'
import { Asked, openSorting } from './asked.tsx'
import { Bulk, type Sorting, type Wish } from './bulk.tsx'
import { columnsOf } from './columns.tsx'
import { isCompact } from './compact.ts'
import { type Doing, useDoing } from './doing.ts'
import { groupsOf } from './groups.ts'
import { ListActs } from './listActs.tsx'
import { deedsOf } from './menu.tsx'
import { EventPages, Nothing } from './pages.tsx'
import { countTabs, readEvents, shownBy } from './query.ts'
import type { Shown } from './shown.ts'
import { useRowKeys } from './rowKeys.ts'
import { learnOf } from '../common/rowTags.ts'
import { EventTabs } from './tabs.tsx'
import { titleOf } from '../common/title.ts'

const loadAllMatching = () => import('./wholeSelection.tsx').then(({ AllMatching }) => AllMatching)

/** The list of events. */
export function EventList({ query }: { readonly query: URLSearchParams }) {
  const address = query.toString()
  const shown = useMemo(() => shownBy(new URLSearchParams(address)), [address])
  const { read, counts } = useEvents(shown)
  const page = read.value
  const events = page?.events ?? []
  const { chosen, matching, picked, pick } = usePicked(shown, events)
  const doing = useDoing(() => pick(new Set()), read.again)
  const { wanted, sort, move } = doing
  useRowKeys(events, { onMove: move })
  const isMore = !matching.value && chosen.length === events.length && (page?.total_pages ?? 1) > 1
  return (
    <Screen
      title={t('events')}
      pageTitle={shown.tab === 'waiting' ? t('waiting') : t('events')}
      acts={<ListActs shown={shown} />}
      tabs={
        <>
          <EventTabs shown={shown} counts={counts} />
          <Tools shown={shown} total={page?.total} series={events[0]} />
        </>
      }
      read={read}
    >
      {page && events.length === 0 && <Nothing shown={shown} />}
      {events.length > 0 && (
        <Rows shown={shown} events={events} doing={doing} picking={{ picked, onPick: pick }} />
      )}
      {chosen.length > 0 && (
        <Bulk
          tab={shown.tab}
          events={chosen}
          onWish={(does) => wanted(chosen, does)}
          onSort={(does) => sort(does, chosen)}
          onClear={() => pick(new Set())}
          more={
            isMore && (
              <Later
                load={loadAllMatching}
                with={{ shown, total: page?.total ?? 0, onFound: (found) => (matching.value = found) }}
              />
            )
          }
        />
      )}
      {page && events.length > 0 && <EventPages shown={shown} page={page} />}
      <Asked doing={doing} />
    </Screen>
  )
}

function Rows(props: {
  readonly shown: Shown
  readonly events: readonly EventRecord[]
  readonly doing: Doing
  readonly picking: Picking
}) {
  const { shown, events, picking } = props
  const { wanted, sort, move } = props.doing
  const leads = {
    onWish: (event: EventRecord, does: Wish['does']) => wanted([event], does),
    onMove: move,
    onSort: (event: EventRecord, does: Sorting['does']) => {
      sort(does, [event])
      openSorting()
    },
  }
  return (
    <Table
      class={isCompact.value ? 'list cards compact' : 'list cards'}
      rows={events}
      groups={groupsOf(shown, events)}
      name={titleOf}
      columns={columnsOf(shown, (event) => sort('place', [event]))}
      rowClass={({ event_status: is }) => (is === 'canceled' || is === 'postponed' ? 'is-off' : undefined)}
      picking={picking}
      deeds={(event) => deedsOf(event, leads)}
    />
  )
}

/** Reads a page of the list, and how many each tab has. */
function useEvents(shown: Shown) {
  const read = useRead(
    async (signal) => {
      const found = await readEvents(shown, signal)
      learnOf(found.events)
      return found
    },
    [shown],
  )
  // The list says what is wrong.
  const { value: counts = {} } = useRead(async () => {
    const found = await countTabs()
    waiting.value = found.waiting
    return found
  }, [read.reads])
  useRead(needCategories, [read.reads], sayFault)
  useOwnColumns()
  return { read, counts }
}

/** Which events are chosen: some that are shown, or all that match. */
function usePicked(shown: Shown, events: readonly EventRecord[]) {
  const picked = useSignal<ReadonlySet<number>>(new Set())
  const matching = useSignal<readonly EventRecord[] | undefined>(undefined)
  const pick = (ids: ReadonlySet<number>) => {
    picked.value = ids
    matching.value = undefined
  }
  useEffect(() => pick(new Set()), [shown])
  const here = events.filter(({ id }) => picked.value.has(id))
  return { chosen: matching.value ?? here, matching, picked: new Set(here.map(({ id }) => id)), pick }
}
