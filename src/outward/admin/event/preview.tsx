import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask, Refusal } from '../api.ts'
import {
  addDays,
  dayAndMonth,
  dayNumber,
  longDay,
  monthAfter,
  monthName,
  monthText,
  timeText,
  weekDays,
  weekdayNarrow,
  weekdayOf,
  weekdayText,
} from '../dates.ts'
import { faultText } from '../faults.ts'
import { firstDay, locale } from '../place.ts'
import { useOneStop } from '../arrows.ts'
import { Icon } from '../icons.tsx'
import { to } from '../route.ts'
import { plain, t, tn } from '../texts.ts'
import { datesOf, isWhole } from './form.ts'
import { linesOf, monthsOut } from './repeat.ts'
import type { Store } from './store.ts'
import { settle } from '../settle.ts'
import { AddDate } from './addDate.tsx'
import { t as te } from './texts.ts'

interface Previewed {
  readonly dates: readonly { readonly start_date: string; readonly end_date: string }[]
  readonly total: number | null
  readonly text: string
  readonly skipped: readonly string[]
  readonly clashes: readonly Clash[]
}

/** An event that is there while a date is. */
interface Clash {
  readonly start_date: string
  readonly id: number
  readonly title: string
  readonly from: string
  readonly until: string
}

/** How long typing rests before the dates are asked for, in milliseconds. */
const rest_ms = 250

/** How many months are shown beside each other. */
const months = 3

const [language] = locale.split('-')

/** Asks which dates the repetition makes, once typing rests; undefined until that is known. */
function usePreview(store: Store) {
  const { form, schedule } = store
  const shown = useSignal<Previewed | undefined>(undefined)
  const fault = useSignal('')
  const asks = JSON.stringify(asksOf(store))
  useEffect(() => {
    if (!isWhole({ ...form.peek(), title: 'any' })) return () => {}
    const asking = new AbortController()
    const timer = setTimeout(() => {
      // It was made of an object above.
      const json = JSON.parse(asks) as object
      void settle(
        ask<Previewed>('series/preview', { method: 'POST', json, signal: asking.signal }),
        ({ body }) => {
          shown.value = body
          fault.value = ''
          schedule.value = body
        },
        (error: unknown) => {
          if (!asking.signal.aborted) fault.value = refusedText(error)
        },
      )
    }, rest_ms)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [asks])
  // Without a repetition there is nothing that it gives.
  useEffect(() => () => void (schedule.value = undefined), [])
  return { now: shown.value, fault: fault.value }
}

/** What the dates depend on. */
function asksOf({ form, record }: Store): object {
  const { repeat, venues } = form.value
  const venue = venues.find(({ id }) => id > 0)?.id
  return { ...datesOf(form.value), recurrence: linesOf(repeat), venue, exclude: record.value?.id, language }
}

function refusedText(error: unknown): string {
  return error instanceof Refusal ? Object.values(error.fields).join(' ') || error.message : faultText(error)
}

/** What leaves dates out of the repetition, and puts them back. */
function changesOf(store: Store) {
  const { repeat } = store.form.value
  const set = (change: Partial<typeof repeat>) => store.set({ repeat: { ...repeat, ...change } })
  return {
    leaveOut: (day: string) => set({ out: [...repeat.out.filter((other) => other !== day), day].toSorted() }),
    putBack: (...days: readonly string[]) => set({ out: repeat.out.filter((day) => !days.includes(day)) }),
    putMonthsBack: () => repeat.rule && set({ rule: { ...repeat.rule, months: [] } }),
  }
}

/** The dates that a repetition makes: those that are pressed are left out. */
export function Preview({ store }: { readonly store: Store }) {
  const { now, fault } = usePreview(store)
  const offset = useSignal(0)
  const stop = useOneStop<HTMLDivElement>(7)
  const { leaveOut, putBack } = changesOf(store)
  if (fault !== '')
    return (
      <p class="fault" role="alert" dir="auto">
        <Icon name="warning" />
        <span>{fault}</span>
      </p>
    )
  if (!now) return <p class="dim">{t('loading')}</p>
  const first = monthAfter(now.dates[0]?.start_date ?? store.form.value.when.startDay, offset.value)
  return (
    <div class="preview" role="region" aria-label={t('datesMade')}>
      <PreviewHead shown={now} isFirst={offset.value === 0} onTurn={(by) => (offset.value += by)} />
      <div class="minis" {...stop}>
        {Array.from({ length: months }, (_, at) => (
          <Month key={at} first={monthAfter(first, at)} shown={now} onOut={leaveOut} onBack={putBack} />
        ))}
      </div>
      <Notes store={store} clashes={now.clashes} />
      <AddDate store={store} />
      <p class="hint">{t('pressToLeaveOut')}</p>
    </div>
  )
}

/** How many dates there are, and the way to other months. */
function PreviewHead(props: {
  readonly shown: Previewed
  readonly isFirst: boolean
  readonly onTurn: (by: 1 | -1) => void
}) {
  const { shown, isFirst, onTurn } = props
  const { total } = shown
  const last = shown.dates.at(-1)?.start_date
  return (
    <div class="line">
      <p class="big-n" role="status">
        {total === null ? t('datesWithoutEnd') : tn('dates', total)}
      </p>
      <p class="dim">{total !== null && last ? t('lastOn', { date: longDay(last) }) : ''}</p>
      <span class="push acts">
        <button
          class="quiet square"
          type="button"
          aria-label={t('earlierMonths')}
          disabled={isFirst}
          onClick={() => onTurn(-1)}
        >
          <Icon name="back" />
        </button>
        <button class="quiet square" type="button" aria-label={t('laterMonths')} onClick={() => onTurn(1)}>
          <Icon name="forward" />
        </button>
      </span>
    </div>
  )
}

/** What is to be looked at: events that are there already, and months and days that are left out. */
function Notes({ store, clashes }: { readonly store: Store; readonly clashes: readonly Clash[] }) {
  const { rule, out } = store.form.value.repeat
  const { leaveOut, putBack, putMonthsBack } = changesOf(store)
  const outOfYear = rule ? monthsOut(rule) : []
  if (clashes.length + out.length + outOfYear.length === 0) return null
  const named = outOfYear.map((month) => monthName(`2024-${String(month).padStart(2, '0')}-01`))
  return (
    <ul class="stack tight">
      {clashes.slice(0, mostClashes).map((clash) => (
        <ClashNote
          key={`${clash.id} ${clash.start_date}`}
          clash={clash}
          onLeaveOut={() => leaveOut(clash.start_date.slice(0, 10))}
        />
      ))}
      {outOfYear.length > 0 && (
        <OutNote
          says={te('monthsOut', { months: listText(named) })}
          count={outOfYear.length}
          onBack={putMonthsBack}
        />
      )}
      {out.length > 0 && (
        <OutNote
          says={
            out.length === 1
              ? t('isOut', { date: longDay(out[0] ?? '') })
              : te('areOut', { days: listText(out.slice(0, mostOut).map(dayAndMonth)) })
          }
          count={out.length}
          onBack={() => putBack(...out)}
        />
      )}
    </ul>
  )
}

function ClashNote({ clash, onLeaveOut }: { readonly clash: Clash; readonly onLeaveOut: () => void }) {
  return (
    <li class="because">
      <span class="lamp warn" />
      <p>
        <b>{dayAndMonth(clash.start_date)}</b>:{' '}
        <a href={to(`events/${clash.id}`)} target="_blank" rel="noopener" dir="auto">
          {plain(clash.title)}
        </a>{' '}
        {te('isThere', edgesOf(clash))}{' '}
        <button class="text" type="button" onClick={onLeaveOut}>
          {t('leaveOut')}
        </button>
      </p>
    </li>
  )
}

/** What is left out, with the way back. */
function OutNote(props: { readonly says: string; readonly count: number; readonly onBack: () => void }) {
  const { says, count, onBack } = props
  return (
    <li class="because">
      <span class="lamp off" />
      <p>
        {says}{' '}
        <button class="text" type="button" onClick={onBack}>
          {count === 1 ? t('putBack') : te('putThemBack')}
        </button>
      </p>
    </li>
  )
}

/** So many clashes are listed: the first ones are enough to see what is wrong; and so many days that are left out. */
const [mostClashes, mostOut] = [5, 12]

const days = new Intl.ListFormat(locale, { type: 'conjunction' })

function listText(texts: readonly string[]): string {
  return days.format(texts)
}

/** From when until when it is there: by the clock, or by days where it is not over on that day. */
function edgesOf({ start_date, from, until }: Clash): { from: string; until: string } {
  const day = start_date.slice(0, 10)
  const isOfDay = from.startsWith(day) && until.startsWith(day)
  const text = isOfDay ? timeText : dayAndMonth
  return { from: text(from), until: text(until) }
}

interface Pressing {
  readonly shown: Previewed
  readonly onOut: (day: string) => void
  readonly onBack: (day: string) => void
}

function Month({ first, ...pressing }: Pressing & { readonly first: string }) {
  const next = monthAfter(first, 1)
  const blank = (weekdayOf(first) - firstDay + 7) % 7
  const days: (string | undefined)[] = Array.from({ length: blank })
  for (let day = first; day < next; day = addDays(day, 1)) days.push(day)
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, at) => days.slice(at * 7, at * 7 + 7))
  return (
    <table class="mini">
      <caption>{monthText(first)}</caption>
      <thead>
        <tr>
          {weekDays.map((day) => (
            <th scope="col" key={day} abbr={weekdayText(addDays('2024-01-01', day - 1))}>
              {weekdayNarrow(addDays('2024-01-01', day - 1))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find(Boolean)}>
            {Array.from({ length: 7 }, (_, at) => (
              <td key={at}>{week[at] !== undefined && <MonthDay day={week[at]} {...pressing} />}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A day of a month: a date of the repetition, one that is left out of it, or neither. */
function MonthDay({ day, shown, onOut, onBack }: Pressing & { readonly day: string }) {
  const words = { date: longDay(day) }
  const isOut = shown.skipped.some((wall) => wall.startsWith(day))
  if (!isOut && !shown.dates.some(({ start_date }) => start_date.startsWith(day)))
    return <>{dayNumber(day)}</>
  const isClash = !isOut && shown.clashes.some(({ start_date }) => start_date.startsWith(day))
  return (
    <button
      type="button"
      class={isOut ? 'gone' : isClash ? 'clash' : undefined}
      data-day={day}
      aria-label={t(isOut ? 'dayOut' : isClash ? 'dayClashes' : 'dayIn', words)}
      onClick={() => (isOut ? onBack(day) : onOut(day))}
    >
      {dayNumber(day)}
    </button>
  )
}
