import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { dayText, timeText } from '../dates.ts'
import { Icon } from '../icons.tsx'
import { Failed } from '../parts.tsx'
import { to } from '../route.ts'
import { numberText } from '../texts.ts'
import { useTitle } from '../title.ts'
import type { AtDoor } from '../guests/asks.ts'
import { t as common } from '../common/texts.ts'
import { DoorStore } from './door.store.ts'
import { found, scanned } from './finding.ts'
import { HowMany } from './howMany.tsx'
import { keepPage } from './page.ts'
import { Row } from './row.tsx'
import { canScan, Scanner } from './scan.tsx'
import { t, tn } from './texts.ts'

/** How often what was not sent is tried again, in milliseconds; what other phones saw is read as often. */
const syncEvery_ms = 5_000

/** The door of an event on a phone: who is there, and how many. */
export function Door({ id }: { readonly id: number }) {
  const store = useMemo(() => new DoorStore(id), [id])
  const typed = useSignal('')
  const asked = useSignal<AtDoor | undefined>(undefined)
  const isScanning = useSignal(false)
  useSync(store)
  const list = store.list.value
  useTitle(list ? `${common('door')}: ${list.title}` : common('door'))
  const tap = (guest: AtDoor) => {
    if (store.arrived(guest) === 0) store.see(guest, guest.party)
    else asked.value = guest
  }
  const shown = list ? found(list.guests, typed.value) : []
  const enter = () => {
    const [only, other] = shown
    if (!only || other) return
    tap(only)
    typed.value = ''
  }
  return (
    <div class="door-screen">
      <Head id={id} store={store} />
      <Banner store={store} />
      {store.fault.value !== '' && (
        <Failed
          fault={store.fault.value}
          isRefused={store.isRefused.value}
          onAgain={() => void store.sync()}
        />
      )}
      {list && (
        <>
          <Numbers store={store} />
          <Find
            typed={typed.value}
            onType={(text) => (typed.value = text)}
            onEnter={enter}
            onScan={() => (isScanning.value = true)}
          />
          <p role="status" class={shown.length === 0 ? 'dim' : 'hidden'}>
            {shown.length === 0 && t(list.guests.length === 0 ? 'nobodyYet' : 'nobodyFound')}
          </p>
          <ul class="door-list">
            {shown.map((guest) => (
              <Row key={guest.id} guest={guest} arrived={store.arrived(guest)} onTap={tap} />
            ))}
          </ul>
        </>
      )}
      {!list && store.isOffline.value && <p>{t('noList')}</p>}
      {isScanning.value && list && (
        <Scanning store={store} guests={list.guests} onClose={() => (isScanning.value = false)} />
      )}
      {asked.value && (
        <HowMany
          guest={asked.value}
          arrived={store.arrived(asked.value)}
          onClose={() => (asked.value = undefined)}
          onDone={(guest, arrived) => {
            asked.value = undefined
            store.see(guest, arrived)
          }}
        />
      )}
    </div>
  )
}

/** Keeps this browser and the service at the same, as long as the door is open. */
function useSync(store: DoorStore): void {
  useEffect(() => {
    const sync = () => void store.sync()
    void store.start().then(keepPage)
    const timer = setInterval(sync, syncEvery_ms)
    window.addEventListener('online', sync)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', sync)
    }
  }, [store])
}

function Head({ id, store }: { readonly id: number; readonly store: DoorStore }) {
  const list = store.list.value
  return (
    <header class="door-head">
      {!store.isRefused.value && (
        <a class="button quiet square" href={to(`events/${id}/guests`)} aria-label={common('guests')}>
          <Icon name="back" />
        </a>
      )}
      <div>
        <h1 dir="auto">{list?.title ?? common('door')}</h1>
        {list && (
          <p class="dim">
            {list.isAllDay ? dayText(list.starts) : `${dayText(list.starts)}, ${timeText(list.starts)}`}
          </p>
        )}
      </div>
    </header>
  )
}

/** Whether there is a connection, and what was not sent. */
function Banner({ store }: { readonly store: DoorStore }) {
  const left = store.notSent.value
  const isOffline = store.isOffline.value
  return (
    <div role="status">
      {isOffline && (
        <p class="notice warn door-banner">
          <Icon name="warning" />
          <span>
            {t('offline')} {left > 0 && tn('notSent_', left)}
          </span>
        </p>
      )}
    </div>
  )
}

/** How many are here, with a name and without. */
function Numbers({ store }: { readonly store: DoorStore }) {
  const { here, all } = store.count.value
  const nameless = store.nameless.value
  return (
    <div class="door-numbers">
      <p role="status">
        <strong>{t('hereOf', { here: numberText(here), all: numberText(all) })}</strong>
        {nameless > 0 && <span class="dim"> {t('inAll', { count: numberText(here + nameless) })}</span>}
      </p>
      <div class="door-nameless" role="group" aria-label={t('withoutName')}>
        <span>{t('withoutName')}</span>
        <button
          class="plain"
          type="button"
          aria-label={t('oneLess')}
          disabled={nameless === 0}
          onClick={() => store.countMore(-1)}
        >
          −
        </button>
        <output>{numberText(nameless)}</output>
        <button class="plain" type="button" aria-label={t('oneMore')} onClick={() => store.countMore(1)}>
          +
        </button>
      </div>
    </div>
  )
}

/** One field for codes and names, and the camera where it reads codes. */
function Find(props: {
  readonly typed: string
  readonly onType: (text: string) => void
  readonly onEnter: () => void
  readonly onScan: () => void
}) {
  const { typed, onType, onEnter, onScan } = props
  const mayScan = useSignal(false)
  useEffect(() => {
    void canScan().then(
      (can) => (mayScan.value = can),
      () => {},
    )
  }, [])
  return (
    <form
      class="tools door-find"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onEnter()
      }}
    >
      <div class="search">
        <Icon name="search" />
        <input
          type="search"
          dir="auto"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterKeyHint="done"
          aria-label={t('find')}
          placeholder={t('find')}
          value={typed}
          onInput={({ currentTarget }) => onType(currentTarget.value)}
        />
      </div>
      {mayScan.value && (
        <button type="button" onClick={onScan}>
          {t('scan')}
        </button>
      )}
    </form>
  )
}

/** The camera: whoever is scanned is here. */
function Scanning(props: {
  readonly store: DoorStore
  readonly guests: readonly AtDoor[]
  readonly onClose: () => void
}) {
  const { store, guests, onClose } = props
  const said = useSignal('')
  const take = async (text: string) => {
    const guest = await scanned(guests, text)
    navigator.vibrate?.(guest ? 60 : [60, 60, 60])
    if (!guest) said.value = t('unknownCode')
    else if (store.arrived(guest) > 0) said.value = t('isHereAlready', { name: guest.name })
    else {
      store.see(guest, guest.party)
      said.value = `${t('hasArrived', { name: guest.name })} ${tn('people_', guest.party)}`
    }
  }
  return <Scanner said={said.value} onCode={(code) => void take(code)} onClose={onClose} />
}
