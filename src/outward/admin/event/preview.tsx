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

/** The dates that a repetition makes: those that are pressed are left out. */
export function Preview({ store }: { readonly store: Store }) {
  const { form } = store
  const { repeat, venues } = form.value
  const shown = useSignal<Previewed | undefined>(undefined)
  const fault = useSignal('')
  const offset = useSignal(0)
  const venue = venues.find(({ id }) => id > 0)?.id
  const exclude = store.record.value?.id
  const asks = JSON.stringify({
    ...datesOf(form.value),
    recurrence: linesOf(repeat),
    venue,
    exclude,
    language,
  })
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
          store.schedule.value = body
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
  // Without a repetition there is nothing that it gives.
  useEffect(
    () => () => {
      store.schedule.value = undefined
    },
    [],
  )
  const stop = useOneStop<HTMLDivElement>(7)
  const now = shown.value
  const leaveOut = (day: string) =>
    store.set({
      repeat: { ...repeat, out: [...repeat.out.filter((other) => other !== day), day].toSorted() },
    })
  const putBack = (...days: readonly string[]) =>
    store.set({ repeat: { ...repeat, out: repeat.out.filter((day) => !days.includes(day)) } })
  const { rule } = repeat
  const outOfYear = rule ? monthsOut(rule) : []
  const putMonthsBack = () => rule && store.set({ repeat: { ...repeat, rule: { ...rule, months: [] } } })
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
      <div class="minis" {...stop}>
        {Array.from({ length: months }, (_, at) => (
          <Month key={at} first={monthAfter(first, at)} shown={now} onOut={leaveOut} onBack={putBack} />
        ))}
      </div>
      {(now.clashes.length > 0 || repeat.out.length > 0 || outOfYear.length > 0) && (
        <ul class="stack tight">
          {now.clashes.slice(0, mostClashes).map((clash) => (
            <li class="because" key={`${clash.id} ${clash.start_date}`}>
              <span class="lamp warn" />
              <p>
                <b>{dayAndMonth(clash.start_date)}</b>:{' '}
                <a href={to(`events/${clash.id}`)} target="_blank" rel="noopener" dir="auto">
                  {plain(clash.title)}
                </a>{' '}
                {te('isThere', edgesOf(clash))}{' '}
                <button class="text" type="button" onClick={() => leaveOut(clash.start_date.slice(0, 10))}>
                  {t('leaveOut')}
                </button>
              </p>
            </li>
          ))}
          {outOfYear.length > 0 && (
            <li class="because">
              <span class="lamp off" />
              <p>
                {te('monthsOut', {
                  months: listText(
                    outOfYear.map((month) => monthName(`2024-${String(month).padStart(2, '0')}-01`)),
                  ),
                })}{' '}
                <button class="text" type="button" onClick={putMonthsBack}>
                  {outOfYear.length === 1 ? t('putBack') : te('putThemBack')}
                </button>
              </p>
            </li>
          )}
          {repeat.out.length > 0 && (
            <li class="because">
              <span class="lamp off" />
              <p>
                {repeat.out.length === 1
                  ? t('isOut', { date: longDay(repeat.out[0] ?? '') })
                  : te('areOut', { days: listText(repeat.out.slice(0, mostOut).map(dayAndMonth)) })}{' '}
                <button class="text" type="button" onClick={() => putBack(...repeat.out)}>
                  {repeat.out.length === 1 ? t('putBack') : te('putThemBack')}
                </button>
              </p>
            </li>
          )}
        </ul>
      )}
      <AddDate store={store} />
      <p class="hint">{t('pressToLeaveOut')}</p>
    </div>
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
        <button
          type="button"
          class="gone"
          data-day={day}
          aria-label={t('dayOut', words)}
          onClick={() => onBack(day)}
        >
          {dayNumber(day)}
        </button>
      )
    if (!has(starts, day)) return dayNumber(day)
    const isClash = has(clashing, day)
    return (
      <button
        type="button"
        data-day={day}
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
