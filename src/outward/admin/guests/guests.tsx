import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { Pages } from '../kit/pages.tsx'
import { useRead } from '../kit/read.ts'
import { rowNow, rowStepKeys } from '../kit/rowSteps.ts'
import { Screen } from '../kit/screen.tsx'
import { Table } from '../kit/table.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { rest } from '../place.ts'
import { Copied } from '../parts.tsx'
import type { EventRecord } from '../records.ts'
import { go, to } from '../route.ts'
import { Searching } from '../searchField.tsx'
import { settle } from '../settle.ts'
import { t as frame } from '../texts.ts'
import { titleOf } from '../common/title.ts'
import { say, sayFault } from '../toasts.tsx'
import { useKeys } from '../useKeys.ts'
import { t as common } from '../common/texts.ts'
import {
  type Guest,
  type GuestPage,
  type Question,
  readDoor,
  readEvent,
  readGuest,
  readGuests,
  readTotals,
  type Tab,
  type Totals,
  tabs,
  type Wanted,
} from './asks.ts'
import { columnsOf } from './columns.tsx'
import { Places, WhichEvent } from './head.tsx'
import { deedsOf, type Does } from './menu.ts'
import { type Open, Opened } from './opened.tsx'
import { Sheet } from './sheet.tsx'
import { t, tn } from './texts.ts'
import { useDoes } from './useDoes.ts'

/** Who comes to an event, and what can be done about each. */
export function Guests({ id, query }: { readonly id: number; readonly query: URLSearchParams }) {
  const wanted = wantedBy(query)
  const open = useSignal<Open | undefined>(undefined)
  const event = useRead((signal) => readEvent(id, signal), [id])
  const read = useRead(
    (signal) => readGuests(id, wanted, signal),
    [id, wanted.tab, wanted.search, wanted.page],
  )
  const { value: totals } = useRead(() => readTotals(id), [id, read.reads])
  // What is printed is there before anybody prints.
  const { value: door } = useRead((signal) => readDoor(id, signal), [id, read.reads])
  const does = useDoes(read, (now) => (open.value = now))
  useAgain(read.again)
  useAddressed(id, query.get('guest'), does.edit)
  const { registration } = event.value ?? {}
  const questions = registration?.questions ?? []
  /** Who may not edit the event hears of nobody. */
  const isOpen = registration && read.value ? true : undefined
  // That there is such an event is known: its guests are another’s.
  const isOthers = event.value && read.isRefused
  const failed = event.fault ? event : isOthers ? { ...read, fault: common('onlyEditors') } : read
  const add = () => (open.value = { is: 'add' })
  useListKeys(read.value?.guests ?? [], { add, edit: does.edit })
  const close = () => {
    open.value = undefined
    if (query.has('guest')) go(at(id, wanted), true)
  }
  return (
    <Screen
      title={common('guests')}
      pageTitle={event.value ? `${common('guests')}: ${titleOf(event.value)}` : common('guests')}
      says={event.value && <WhichEvent event={event.value} />}
      acts={isOpen && <Acts id={id} onWrite={() => (open.value = { is: 'write' })} />}
      begin={isOpen && [t('add'), add]}
      tabs={
        <>
          {registration && read.value && (
            <Places capacity={registration.capacity} counts={read.value.counts} />
          )}
          {event.value && read.value && (
            <GuestTabs id={id} here={wanted.tab} totals={totals} mode={registration?.mode} />
          )}
        </>
      }
      read={failed}
      back={event.value && [to(`events/${id}`), titleOf(event.value)]}
    >
      {event.value && !registration && (
        <div class="stack">
          <p class="dim">{t('noRegistration')}</p>
          <p>
            <a class="button plain" href={to(`events/${id}`)}>
              <Icon name="edit" />
              {frame('edit')}
            </a>
          </p>
        </div>
      )}
      {event.value && registration && read.value && (
        <List
          event={event.value}
          questions={questions}
          wanted={wanted}
          page={read.value}
          isNew={totals !== undefined && countOf(totals) === 0}
          does={does}
        />
      )}
      {event.value && door && <Sheet event={event.value} guests={door.guests} />}
      <Opened
        open={open.value}
        event={id}
        questions={questions}
        totals={totals}
        onClose={close}
        onDone={(said) => {
          close()
          if (said !== '') say(said)
          read.again()
        }}
      />
    </Screen>
  )
}

function countOf(totals: Totals): number {
  return Object.values(totals).reduce((sum, count) => sum + count, 0)
}

/** What is asked for, as the address says. */
function wantedBy(query: URLSearchParams): Wanted {
  // An object has no other keys than those that are written in it.
  const tab = (Object.keys(tabs) as Tab[]).find((one) => one === query.get('tab')) ?? 'coming'
  const page = Math.max(1, Math.trunc(Number(query.get('page') ?? 1)) || 1)
  return { tab, search: query.get('search') ?? '', page }
}

/** The address of a list. */
function at(id: number, { tab, search, page }: Partial<Wanted>): string {
  return to(`events/${id}/guests`, {
    tab: tab === 'coming' ? undefined : tab,
    search,
    page: page === 1 ? undefined : page,
  })
}

function Acts({ id, onWrite }: { readonly id: number; readonly onWrite: () => void }) {
  const all = Object.values(tabs).flat().join(',')
  return (
    <>
      <a class="button plain" href={`${rest}/events/${id}/guests.csv?state=${all}`} download="">
        <Icon name="download" />
        {t('export')}
      </a>
      <button class="plain" type="button" onClick={() => window.print()}>
        {t('printList')}
      </button>
      <button class="plain" type="button" onClick={onWrite}>
        {t('writeToAll')}
      </button>
      <a class="button plain" href={to(`events/${id}/door`)}>
        {common('door')}
      </a>
    </>
  )
}

function GuestTabs(props: {
  readonly id: number
  readonly here: Tab
  readonly totals: Totals | undefined
  readonly mode: string | undefined
}) {
  const { id, here, totals, mode } = props
  // Where nobody registers there are parts only as long as somebody did.
  if (mode === undefined && (!totals || countOf(totals) === 0)) return null
  const says = {
    coming: t('coming'),
    waiting: frame('waiting'),
    requested: t('toApprove'),
    gone: t('gone'),
  }
  const isThere = (tab: Tab) =>
    tab !== 'requested' || mode === 'approval' || tab === here || (totals?.requested ?? 0) > 0
  const all = (Object.keys(says) as Tab[]).filter(isThere).map((tab) => ({
    href: at(id, { tab }),
    says: says[tab],
    count: totals?.[tab],
    isHere: tab === here,
  }))
  return <Tabs label={t('whichOnes')} tabs={all} />
}

function List(props: {
  readonly event: EventRecord
  readonly questions: readonly Question[]
  readonly wanted: Wanted
  readonly page: GuestPage
  /** Nobody has registered until now. */
  readonly isNew: boolean
  readonly does: Does
}) {
  const { event, questions, wanted, page, isNew, does } = props
  const { id, url } = event
  const { guests, total, total_pages } = page
  return (
    <>
      <Searching
        key={wanted.tab}
        label={t('search')}
        search={wanted.search}
        onSearch={(search) => go(at(id, { ...wanted, search, page: 1 }), true)}
      />
      {guests.length === 0 && wanted.search !== '' && <p class="dim">{frame('nothingFound')}</p>}
      {guests.length === 0 && wanted.search === '' && !isNew && <p class="dim">{t('nobodyHere')}</p>}
      {guests.length === 0 && wanted.search === '' && isNew && (
        <div class="stack nobody-yet">
          <p>{t('nobodyYet')}</p>
          <Copied label={t('page')} value={url} />
        </div>
      )}
      {guests.length > 0 && (
        <>
          <Table
            class="list cards no-pick guests"
            rows={guests}
            name={({ name }) => name}
            columns={columnsOf(id, questions, { guests, does })}
            deeds={(guest) => deedsOf(guest, does)}
          />
          <Pages
            says={tn('entries_', total)}
            page={wanted.page}
            pages={total_pages}
            at={(other) => at(id, { ...wanted, page: other })}
          />
        </>
      )}
    </>
  )
}

/** Reads the list again when somebody comes back to it: guests come while nobody looks. */
function useAgain(again: () => void): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') again()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}

/** Opens the guest whom the address names. */
function useAddressed(event: number, named: string | null, edit: Does['edit']): void {
  useEffect(() => {
    if (named === null) return
    void settle(
      readGuest(Number(named)),
      ({ body }) => {
        if (body.event_id === event) edit(body)
      },
      (error) => sayFault(faultText(error)),
    )
  }, [event, named])
}

/** J and K lead along the list, E edits the guest that has the focus or the mouse, A adds one, and the stroke searches. */
function useListKeys(
  guests: readonly Guest[],
  does: { readonly add: () => void; readonly edit: (guest: Guest) => void },
): void {
  useKeys({
    ...rowStepKeys,
    a: does.add,
    e: () => {
      const guest = guests.find(({ id }) => id === Number(rowNow()?.dataset['id']))
      if (guest) does.edit(guest)
    },
    '/': () => document.querySelector<HTMLElement>('main input[type=search]')?.focus(),
  })
}
