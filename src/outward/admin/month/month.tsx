import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { addDays, dayAndMonth, dayText, wallNow, weekDays, weekdayShort, weekStart } from '../dates.ts'
import { type Narrowed, narrowedIn } from '../events/filterValues.ts'
import { titleOf } from '../events/title.ts'
import { typedMonth } from '../events/typedMonth.ts'
import { SearchTools } from '../events/tools.tsx'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import type { EventRecord } from '../records.ts'
import { go, to } from '../route.ts'
import { mayEdit } from '../session.ts'
import { settle } from '../settle.ts'
import { needCategories } from '../terms.ts'
import { useTitle } from '../title.ts'
import { sayFault } from '../toasts.tsx'
import { moveAndSay } from './actions.ts'
import { chosenFrom, days, type Move, readWeeks } from './read.ts'
import { ScopeDialog } from './scope.tsx'
import { t } from './texts.ts'
import { followTouch } from './touch.ts'
import { PhoneDay, Week } from './week.tsx'

/** What is being moved, and to which day. */
export interface Moving {
  readonly event: EventRecord
  readonly to: string
  /** What chooses the day: the mouse or a finger that has it, keys, or a tap on the day. */
  readonly by: 'hand' | 'keys' | 'tap'
}

/** Four weeks of events, which can be moved to other days. */
export function Month({ query }: { readonly query: URLSearchParams }) {
  const today = wallNow().slice(0, 10)
  const day = dayIn(query, 'day')
  const from = weekStart(dayIn(query, 'start') ?? day ?? today)
  const last = addDays(from, days - 1)
  const events = useSignal<readonly EventRecord[]>([])
  const moving = useSignal<Moving | undefined>(undefined)
  const asks = useSignal<Moving | undefined>(undefined)
  const reads = useSignal(0)
  const isRead = useSignal(false)
  const month = useRef<HTMLDivElement>(null)
  const filter = narrowedIn(query)
  const narrowed = JSON.stringify(filter)
  const total = isRead.value ? events.value.length : undefined
  const heading = `${dayAndMonth(from)} – ${dayAndMonth(last)}`
  useTitle(heading)
  useEffect(() => {
    const reading = new AbortController()
    void settle(
      readWeeks(from, filter, reading.signal),
      (found) => {
        events.value = found
        isRead.value = true
      },
      (error: unknown) => {
        if (reading.signal.aborted) return
        sayFault(faultText(error))
        isRead.value = true
      },
    )
    needCategories().catch((error: unknown) => sayFault(faultText(error)))
    return () => reading.abort()
  }, [from, narrowed, reads.value])

  const doMove = (wanted: Move) =>
    moveAndSay(wanted, () => {
      reads.value += 1
    })
  const drop = () => {
    const now = moving.value
    moving.value = undefined
    if (!now || byOf(now) === 0) return
    if (now.event.series) asks.value = now
    else doMove({ event: now.event, by: byOf(now), scope: undefined })
  }
  const onKey = (event: KeyboardEvent) => {
    const now = moving.value
    if (now?.by !== 'keys') {
      begin(event)
      return
    }
    const isRtl = document.dir === 'rtl'
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: isRtl ? 1 : -1,
      ArrowRight: isRtl ? -1 : 1,
      ArrowUp: -7,
      ArrowDown: 7,
    }
    const step = steps[event.key]
    if (step !== undefined) moving.value = { ...now, to: addDays(now.to, step) }
    else if (event.key === 'Enter') drop()
    else if (event.key === 'Escape') moving.value = undefined
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const begin = (event: KeyboardEvent) => {
    const { target } = event
    if (event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey || event.altKey) return
    const id = target instanceof HTMLElement ? Number(target.dataset['id']) : Number.NaN
    const found = events.value.find((one) => one.id === id)
    if (!found || !mayEdit(found)) return
    event.preventDefault()
    lift(found, 'keys')
  }

  const lift = (event: EventRecord, by: Moving['by']) => {
    moving.value = { event, to: event.start_date.slice(0, 10), by }
  }
  const over = (to: string) => {
    const { value: current } = moving
    if (current && current.to !== to) moving.value = { ...current, to }
  }
  const putBack = () => {
    moving.value = undefined
  }
  useEffect(() => {
    if (!month.current) return () => {}
    return followTouch(month.current, {
      onLift: (id) => {
        const found = events.value.find((one) => one.id === id)
        if (!found || !mayEdit(found)) return false
        lift(found, 'hand')
        return true
      },
      onOver: over,
      onDrop: drop,
      onEnd: putBack,
    })
  }, [])

  const now = moving.value
  return (
    <>
      <div class="head">
        <h1>{heading}</h1>
        <div class="acts">
          <a
            class="button plain square"
            href={weeksFrom(addDays(from, -days), filter)}
            aria-label={t('earlier')}
          >
            <Icon name="back" />
          </a>
          <a class="button plain" href={to('events', { view: 'month', ...filter })}>
            {t('today')}
          </a>
          <a
            class="button plain square"
            href={weeksFrom(addDays(from, days), filter)}
            aria-label={t('later')}
          >
            <Icon name="forward" />
          </a>
          <nav class="seg" aria-label={t('view')}>
            <a href={to('events', { ...filter, ...listedDays(query, last) })}>{t('list')}</a>
            <a href={to('events', { view: 'month', ...filter })} aria-current="page">
              {t('month')}
            </a>
          </nav>
        </div>
      </div>
      <SearchTools
        narrowed={filter}
        within={chosenFrom(from, filter)}
        total={total}
        onChange={(change) => go(weeksWith(from, { ...filter, ...change }, change.search), true)}
      />
      <p class="dim roomy-only">{t('hint')}</p>
      <div class="month" ref={month} onKeyDown={onKey}>
        <ol class="weekdays" aria-hidden="true">
          {weekDays.map((weekday) => (
            <li key={weekday}>{weekdayShort(addDays('2024-01-01', weekday - 1))}</li>
          ))}
        </ol>
        {/* Days grow with what is in them: they are drawn once that is known, so that nothing moves. */}
        {(isRead.value ? [0, 7, 14, 21] : []).map((offset) => (
          <Week
            key={addDays(from, offset)}
            monday={addDays(from, offset)}
            events={events.value}
            chosen={day}
            start={from}
            moving={now}
            onLift={(event) => lift(event, 'hand')}
            onOver={over}
            onDrop={drop}
            onEnd={putBack}
          />
        ))}
      </div>
      <div class="legend" hidden={!isRead.value}>
        <span>
          <span class="sample" />
          {t('draft')}
        </span>
        <span>
          <span class="sample waits" />
          {t('waits')}
        </span>
        <span>
          <s>{t('cancelled')}</s>
        </span>
      </div>
      <PhoneDay
        day={day ?? (today >= from && today <= last ? today : from)}
        events={events.value}
        onMove={(event) => lift(event, 'tap')}
      />
      <div class={now && now.by !== 'hand' ? 'toasts moving' : ''} role="status">
        {now && (
          <div class="toast">
            <span dir="auto">
              {t('moving', {
                title: titleOf(now.event),
                from: dayText(now.event.start_date),
                to: dayText(now.to),
              })}{' '}
              {now.by === 'keys' && <span class="dim">{t('movingKeys')}</span>}
              {now.by === 'tap' && <span class="dim">{t('movingTap')}</span>}
            </span>
            <span class="acts">
              <button class="plain" type="button" onClick={putBack}>
                {t('putBack')}
              </button>
              <button type="button" onClick={drop}>
                {t('drop')}
              </button>
            </span>
          </div>
        )}
      </div>
      {asks.value && (
        <ScopeDialog
          event={asks.value.event}
          by={byOf(asks.value)}
          onClose={() => {
            asks.value = undefined
          }}
          onMove={(scope) => {
            const wanted = asks.value
            asks.value = undefined
            if (wanted) doMove({ event: wanted.event, by: byOf(wanted), scope })
          }}
        />
      )}
    </>
  )
}

/** The address of the four weeks from a day on. */
function weeksFrom(start: string, filter: Narrowed): string {
  return to('events', { view: 'month', start, ...filter })
}

/** The same; where what is looked for names a month, from that on. */
function weeksWith(start: string, filter: Narrowed, search = ''): string {
  const month = typedMonth({ search, tab: 'upcoming', isWords: false })
  return month
    ? weeksFrom(weekStart(month.first), { ...filter, search: month.rest })
    : weeksFrom(start, filter)
}

/** The days that the list has which leads here, or those to which one has gone here; none where one has gone nowhere. */
function listedDays(query: URLSearchParams, end: string): Readonly<Record<string, string | undefined>> {
  const [day, start] = [dayIn(query, 'day'), dayIn(query, 'start')]
  const listed = { first: dayIn(query, 'first'), last: dayIn(query, 'last') }
  const isListed = listed.first !== undefined || listed.last !== undefined
  const { first, last } = isListed ? listed : { first: day ?? start, last: day ?? (start && end) }
  return { first, last, tab: last !== undefined && last < wallNow().slice(0, 10) ? 'past' : undefined }
}

/** By how many days it is moved. */
function byOf({ event, to: day }: Moving): number {
  return Math.round((Date.parse(day) - Date.parse(event.start_date.slice(0, 10))) / 86_400_000)
}

/** A day that the address names; undefined for none, or what is no day. */
function dayIn(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name) ?? ''
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}
