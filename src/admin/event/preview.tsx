import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask, Refusal } from '../api.ts'
import {
  addDays,
  dayAndMonth,
  dayNumber,
  longDay,
  monthAfter,
  monthText,
  timeText,
  weekDays,
  weekdayNarrow,
  weekdayOf,
  weekdayText,
} from '../dates.ts'
import { faultText } from '../faults.ts'
import { firstDay } from '../place.ts'
import { Icon } from '../icons.tsx'
import { to } from '../route.ts'
import { plain, t, tn } from '../texts.ts'
import { datesOf, isWhole } from './form.ts'
import { linesOf } from './repeat.ts'
import type { Store } from './store.ts'
import { settle } from '../settle.ts'

interface Previewed {
  readonly dates: readonly { readonly start_date: string; readonly end_date: string }[]
  readonly total: number | null
  readonly text: string
  readonly skipped: readonly string[]
  readonly clashes: readonly { readonly start_date: string; readonly id: number; readonly title: string }[]
}

/** How long typing rests before the dates are asked for, in milliseconds. */
const rest_ms = 250

/** How many months are shown beside each other. */
const months = 3

/** The dates that a repetition makes: those that are pressed are left out. */
export function Preview({ store }: { readonly store: Store }) {
  const { form } = store
  const { repeat, venues } = form.value
  const shown = useSignal<Previewed | undefined>(undefined)
  const fault = useSignal('')
  const offset = useSignal(0)
  const venue = venues.find(({ id }) => id > 0)?.id
  const asks = JSON.stringify({ ...datesOf(form.value), recurrence: linesOf(repeat), venue })
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
        },
        (error: unknown) => {
          if (asking.signal.aborted) return
          fault.value =
            error instanceof Refusal
              ? Object.values(error.fields).join(' ') || error.message
              : faultText(error)
        },
      )
    }, rest_ms)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [asks])
  const now = shown.value
  const leaveOut = (day: string) =>
    store.set({
      repeat: { ...repeat, out: [...repeat.out.filter((other) => other !== day), day].toSorted() },
    })
  const putBack = (day: string) =>
    store.set({ repeat: { ...repeat, out: repeat.out.filter((other) => other !== day) } })
  if (fault.value !== '')
    return (
      <p class="fault" role="alert" dir="auto">
        <Icon name="warning" />
        <span>{fault.value}</span>
      </p>
    )
  if (!now) return <p class="dim">{t('loading')}</p>
  const first = monthAfter(now.dates[0]?.start_date ?? form.value.when.startDay, offset.value)
  const last = now.dates.at(-1)?.start_date
  return (
    <div class="preview" role="region" aria-label={t('datesMade')}>
      <div class="line">
        <p class="big-n" role="status">
          {now.total === null ? t('datesWithoutEnd') : tn('dates', now.total)}
        </p>
        <p class="dim">{now.total !== null && last ? t('lastOn', { date: longDay(last) }) : ''}</p>
        <span class="push acts">
          <button
            class="quiet square"
            type="button"
            aria-label={t('earlierMonths')}
            disabled={offset.value === 0}
            onClick={() => {
              offset.value -= 1
            }}
          >
            <Icon name="back" />
          </button>
          <button
            class="quiet square"
            type="button"
            aria-label={t('laterMonths')}
            onClick={() => {
              offset.value += 1
            }}
          >
            <Icon name="forward" />
          </button>
        </span>
      </div>
      <div class="minis">
        {Array.from({ length: months }, (_, at) => (
          <Month key={at} first={monthAfter(first, at)} shown={now} onOut={leaveOut} onBack={putBack} />
        ))}
      </div>
      {(now.clashes.length > 0 || repeat.out.length > 0) && (
        <ul class="stack tight">
          {now.clashes.slice(0, mostClashes).map((clash) => (
            <li class="because" key={`${clash.id} ${clash.start_date}`}>
              <span class="lamp warn" />
              <p>
                <b>
                  {dayAndMonth(clash.start_date)}, {timeText(clash.start_date)}
                </b>
                :{' '}
                <a href={to(`events/${clash.id}`)} target="_blank" rel="noopener" dir="auto">
                  {plain(clash.title)}
                </a>{' '}
                <button class="text" type="button" onClick={() => leaveOut(clash.start_date.slice(0, 10))}>
                  {t('leaveOut')}
                </button>
              </p>
            </li>
          ))}
          {repeat.out.map((day) => (
            <li class="because" key={day}>
              <span class="lamp off" />
              <p>
                {t('isOut', { date: longDay(day) })}{' '}
                <button class="text" type="button" onClick={() => putBack(day)}>
                  {t('putBack')}
                </button>
              </p>
            </li>
          ))}
        </ul>
      )}
      <p class="hint">{t('pressToLeaveOut')}</p>
    </div>
  )
}

/** So many clashes are listed: the first ones are enough to see what is wrong. */
const mostClashes = 5

function Month(props: {
  readonly first: string
  readonly shown: Previewed
  readonly onOut: (day: string) => void
  readonly onBack: (day: string) => void
}) {
  const { first, shown, onOut, onBack } = props
  const next = monthAfter(first, 1)
  const blank = (weekdayOf(first) - firstDay + 7) % 7
  const days: (string | undefined)[] = Array.from({ length: blank })
  for (let day = first; day < next; day = addDays(day, 1)) days.push(day)
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, at) => days.slice(at * 7, at * 7 + 7))
  const starts = shown.dates.map(({ start_date }) => start_date)
  const clashing = shown.clashes.map(({ start_date }) => start_date)
  const cell = (day: string | undefined) => {
    if (day === undefined) return null
    const words = { date: longDay(day) }
    if (has(shown.skipped, day))
      return (
        <button type="button" class="gone" aria-label={t('dayOut', words)} onClick={() => onBack(day)}>
          {dayNumber(day)}
        </button>
      )
    if (!has(starts, day)) return dayNumber(day)
    const isClash = has(clashing, day)
    return (
      <button
        type="button"
        class={isClash ? 'clash' : undefined}
        aria-label={isClash ? t('dayClashes', words) : t('dayIn', words)}
        onClick={() => onOut(day)}
      >
        {dayNumber(day)}
      </button>
    )
  }
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
              <td key={at}>{cell(week[at])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function has(walls: readonly string[], day: string): boolean {
  return walls.some((wall) => wall.startsWith(day))
}
