import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { Later } from '../later.tsx'
import { Icon } from '../icons.tsx'
import type { EventPage, EventRecord } from '../records.ts'
import { waiting } from '../places.ts'
import { go, to } from '../route.ts'
import { needCategories } from '../terms.ts'
import { numberText, t, tn } from '../texts.ts'
import { useTitle } from '../title.ts'
import { say, sayFault } from '../toasts.tsx'
import { Bulk, type Wish } from './bulk.tsx'
import { bringBack, changeAll, type Deed } from './change.ts'
import { Ask, doneText } from './deeds.tsx'
import { groupsOf } from './groups.ts'
import { RowMenu } from './menu.tsx'
import { addressOf, countTabs, perPage, readEvents, type Shown, shownBy, type Tab } from './query.ts'
import { Row, titleOf } from './row.tsx'
import { Tabs } from './tabs.tsx'
import { Tools } from './tools.tsx'
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
  const undo = (done: readonly EventRecord[], deed: Deed) => {
    void settle(bringBack(done, deed), again, (error: unknown) => tellFault(done, error))
  }
  const carryOut = async (of: readonly EventRecord[], deed: Deed) => {
    wish.value = undefined
    try {
      await changeAll(of, deed)
      pick(new Set())
      say(doneText(deed, of), deed.does === 'trash' ? () => undo(of, deed) : undefined)
    } catch (error) {
      // All of them stayed as they were, and stay chosen.
      tellFault(of, error)
    }
    again()
  }
  const wanted = (of: readonly EventRecord[], does: Wish['does']) => {
    if (of.length === 0) return
    // What leads back easily is done at once; what does not is asked first, and of a series which dates are meant.
    if (of.some(({ series }) => series)) wish.value = { does, events: of }
    else if (does === 'publish' || does === 'trash') void carryOut(of, { does })
    else if (does === 'restore' || does === 'untrash') void carryOut(of, { does })
    else wish.value = { does, events: of }
  }

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
      <div class="head">
        <div>
          <h1>{t('events')}</h1>
        </div>
        <nav class="seg" aria-label={t('viewOf')}>
          <a href={to('events')} aria-current="page">
            {t('listView')}
          </a>
          <a href={to('events', { view: 'month' })}>{t('monthView')}</a>
        </nav>
      </div>
      <Tabs shown={shown} counts={counts.value} />
      <Tools shown={shown} />
      {fault.value !== '' && (
        <div class="notice bad" role="alert">
          <Icon name="warning" />
          <div>
            <p dir="auto">{fault.value}</p>
            <p class="acts">
              <button class="plain" type="button" onClick={again}>
                {t('tryAgain')}
              </button>
            </p>
          </div>
        </div>
      )}
      {page.value && events.length === 0 && <Nothing shown={shown} />}
      {events.length > 0 && (
        <Table
          tab={shown.tab}
          events={events}
          picked={picked.value}
          onPick={pick}
          onMenu={(event) => {
            pointed.value = event
          }}
        />
      )}
      {chosen.length > 0 && (
        <Bulk
          tab={shown.tab}
          events={chosen}
          onWish={(does) => wanted(chosen, does)}
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
      <RowMenu event={pointed.value} onWish={(event, does) => wanted([event], does)} />
      {wish.value &&
        (isAskedMore(wish.value) ? (
          <Later load={loadAskMore} with={{ wish: wish.value, ...answers }} />
        ) : (
          <Ask wish={wish.value} {...answers} />
        ))}
    </>
  )
}

// What asks for more than an answer is loaded when it is first asked.
const loadAskMore = () => import('./asking.tsx').then(({ AskMore }) => AskMore)
const loadAllMatching = () => import('./matching.tsx').then(({ AllMatching }) => AllMatching)

/** Whether dates or categories have to be chosen. */
function isAskedMore({ does, events }: Wish): boolean {
  return does === 'categorize' || events.some(({ series }) => series)
}

function tellFault(events: readonly EventRecord[], fault: unknown): void {
  const [first] = events
  if (!first) return
  const words = { title: titleOf(first), why: faultText(fault) }
  sayFault(events.length === 1 ? t('notDone', words) : tn('notDoneMany', events.length, words))
}

function Table(props: {
  readonly tab: Tab
  readonly events: readonly EventRecord[]
  readonly picked: ReadonlySet<number>
  readonly onPick: (ids: ReadonlySet<number>) => void
  readonly onMenu: (event: EventRecord) => void
}) {
  const { tab, events, picked, onPick, onMenu } = props
  const isAll = events.every(({ id }) => picked.has(id))
  const pick = (id: number, isPicked: boolean) =>
    onPick(new Set(isPicked ? [...picked, id] : [...picked].filter((other) => other !== id)))
  return (
    <table class="list cards" role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" class="pick-cell" role="columnheader">
            <label class="pick">
              <input
                type="checkbox"
                checked={isAll}
                indeterminate={!isAll && picked.size > 0}
                aria-label={t('selectAll')}
                onChange={({ currentTarget }) =>
                  onPick(new Set(currentTarget.checked ? events.map(({ id }) => id) : []))
                }
              />
            </label>
          </th>
          <th scope="col" class="c-time" role="columnheader">
            {t('when')}
          </th>
          <th scope="col" role="columnheader">
            {t('event')}
          </th>
          <th scope="col" class="c-place" role="columnheader">
            {t('place')}
          </th>
          <th scope="col" class="c-cat" role="columnheader">
            {t('category')}
          </th>
          <th scope="col" class="c-state" role="columnheader">
            {t('state')}
          </th>
          <th scope="col" role="columnheader">
            <span class="hidden">{t('more')}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {groupsOf(tab, events).map(({ heading, isToday, events: of }) => (
          <Fragment key={`${heading} ${of[0]?.id}`}>
            {heading !== '' && (
              <tr class="group" role="row">
                <th scope="rowgroup" colSpan={7} role="rowheader">
                  {heading}
                </th>
              </tr>
            )}
            {of.map((event) => (
              <Row
                key={event.id}
                event={event}
                isToday={isToday}
                isPicked={picked.has(event.id)}
                onPick={(isPicked) => pick(event.id, isPicked)}
                onMenu={() => onMenu(event)}
              />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function Pages({ shown, page }: { readonly shown: Shown; readonly page: EventPage }) {
  const at = (number: number) => to('events', addressOf({ ...shown, page: number }))
  const first = (shown.page - 1) * perPage + 1
  const from = numberText(first)
  const until = numberText(first + page.events.length - 1)
  return (
    <nav class="pages" aria-label={t('pages')}>
      <span class="dim" role="status">
        {t('shownOf', { from, until, total: numberText(page.total) })}
      </span>
      <span class="acts">
        {shown.page > 1 && (
          <a class="button plain" href={at(shown.page - 1)} rel="prev">
            <Icon name="back" />
            {t('previousPage')}
          </a>
        )}
        {shown.page < page.total_pages && (
          <a class="button plain" href={at(shown.page + 1)} rel="next">
            {t('nextPage')}
            <Icon name="forward" />
          </a>
        )}
      </span>
    </nav>
  )
}

function Nothing({ shown }: { readonly shown: Shown }) {
  const isNarrowed = shown.search !== '' || shown.category !== '' || shown.venue !== ''
  const says = {
    upcoming: t('nothingUpcoming'),
    waiting: t('nothingWaiting'),
    drafts: t('nothingDrafts'),
    past: t('nothingPast'),
    trash: t('nothingTrash'),
  }
  return (
    <div class="notice" role="status">
      <Icon name="calendar" />
      <div>
        <p>{isNarrowed ? t('nothingFound') : says[shown.tab]}</p>
        <p class="acts">
          {isNarrowed ? (
            <button
              class="plain"
              type="button"
              onClick={() => go(to('events', { tab: shown.tab === 'upcoming' ? undefined : shown.tab }))}
            >
              {t('showAll')}
            </button>
          ) : (
            <a class="button" href={to('events/new')}>
              {t('newEvent')}
            </a>
          )}
        </p>
      </div>
    </div>
  )
}
