import { weekDays, weekdayOf, weekdayShort, weekdayText, addDays } from '../dates.ts'
import { t } from '../texts.ts'
import type { Form } from './form.ts'
import { Fault, faultOf, faulty, Part } from './parts.tsx'
import { Preview } from './preview.tsx'
import { frequencies, newRule, nthOf, once, type Rule, repeats } from './repeat.ts'
import { Sentence } from './sentence.tsx'
import type { Store } from './store.ts'

/** When the event is, and how it repeats. */
export function When({ store }: { readonly store: Store }) {
  const { when, repeat } = store.form.value
  const [start, end, zone] = [
    faultOf(store, 'start_date'),
    faultOf(store, 'end_date'),
    faultOf(store, 'timezone'),
  ]
  const set = (change: Partial<Form['when']>) => store.set({ when: { ...when, ...change } })
  return (
    <Part id="p-when" title={t('when')}>
      <Sentence store={store} />
      <div class="dates">
        <div class="field">
          <label for="e-start">{t('starts')}</label>
          <input
            id="e-start"
            type="date"
            required
            value={when.startDay}
            {...faulty('e-start', start)}
            onInput={({ currentTarget: { value } }) => set(moved(when, value))}
          />
        </div>
        <div class="field">
          <label for="e-start-time" class={when.isAllDay ? 'hidden' : undefined}>
            {t('startsAt')}
          </label>
          {!when.isAllDay && (
            <input
              id="e-start-time"
              type="time"
              required
              value={when.startTime}
              onInput={({ currentTarget: { value } }) => set(shifted(when, value))}
            />
          )}
        </div>
        <div class="field">
          <label for="e-end">{t('ends')}</label>
          <input
            id="e-end"
            type="date"
            required
            min={when.startDay}
            value={when.endDay}
            {...faulty('e-end', end)}
            onInput={({ currentTarget: { value } }) => set({ endDay: value })}
          />
        </div>
        <div class="field">
          <label for="e-end-time" class={when.isAllDay ? 'hidden' : undefined}>
            {t('endsAt')}
          </label>
          {!when.isAllDay && (
            <input
              id="e-end-time"
              type="time"
              required
              value={when.endTime}
              onInput={({ currentTarget: { value } }) => set({ endTime: value })}
            />
          )}
        </div>
      </div>
      <Fault id="e-start" says={start} />
      <Fault id="e-end" says={end} />
      <div class="line">
        <label class="check">
          <input
            type="checkbox"
            checked={when.isAllDay}
            onChange={({ currentTarget: { checked } }) => set({ isAllDay: checked })}
          />
          <span>{t('allDayLong')}</span>
        </label>
        <details class="more push">
          <summary>{t('timeOf', { zone: zoneText(when.zone) })}</summary>
          <div class="field">
            <label for="e-zone">{t('zone')}</label>
            <input
              id="e-zone"
              list="e-zones"
              value={when.zone}
              {...faulty('e-zone', zone)}
              onChange={({ currentTarget: { value } }) => set({ zone: value })}
            />
            <datalist id="e-zones">
              {Intl.supportedValuesOf('timeZone').map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
            <Fault id="e-zone" says={zone} />
          </div>
        </details>
      </div>
      <Repeats store={store} />
      {repeats(repeat) && <Preview store={store} />}
    </Part>
  )
}

/** The zone as its city: “Europe/London” → “London”. */
function zoneText(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

/** The start on another day: the end moves with it. */
function moved(when: Form['when'], startDay: string): Partial<Form['when']> {
  const days = daysBetween(when.startDay, when.endDay)
  if (startDay === '' || Number.isNaN(days)) return { startDay }
  return { startDay, endDay: addDays(startDay, Math.max(days, 0)) }
}

/** The start at another time: on one day the event lasts as long as before. */
function shifted(when: Form['when'], startTime: string): Partial<Form['when']> {
  const [from, until, to] = [when.startTime, when.endTime, startTime].map(minutesOf)
  if (from === undefined || until === undefined || to === undefined) return { startTime }
  const end = to + (until - from)
  if (when.startDay !== when.endDay || until < from || end > lastMinute) return { startTime }
  return { startTime, endTime: `${two(Math.floor(end / 60))}:${two(end % 60)}` }
}

const lastMinute = 24 * 60 - 1

function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

function daysBetween(from: string, until: string): number {
  return (Date.parse(until) - Date.parse(from)) / 86_400_000
}

function Repeats({ store }: { readonly store: Store }) {
  const { when, repeat } = store.form.value
  const { rule } = repeat
  const stored = store.record.value
  const fault = faultOf(store, 'recurrence')
  const set = (change: Partial<Rule>) =>
    store.set({ repeat: { ...repeat, rule: { ...(rule ?? newRule('WEEKLY')), ...change } } })
  const choose = (value: string) => {
    if (value === 'once') store.set({ repeat: once })
    else if (value !== 'other')
      store.set({
        repeat: { ...repeat, other: [], rule: { ...(rule ?? newRule('WEEKLY')), ...ofFrequency(value) } },
      })
  }
  return (
    <fieldset class="stack tight">
      <legend>{t('repeatsLegend')}</legend>
      <div class="line">
        <select
          id="e-repeat"
          class="fit"
          aria-label={t('howOften')}
          value={rule?.frequency ?? (repeat.other.length > 0 ? 'other' : 'once')}
          {...faulty('e-repeat', fault)}
          onChange={({ currentTarget: { value } }) => choose(value)}
        >
          <option value="once">{t('repeatsNot')}</option>
          <option value="DAILY">{t('daily')}</option>
          <option value="WEEKLY">{t('weekly')}</option>
          <option value="MONTHLY">{t('monthly')}</option>
          <option value="YEARLY">{t('yearly')}</option>
          {repeat.other.length > 0 && <option value="other">{stored?.series?.text || t('ownRule')}</option>}
        </select>
        {rule && (
          <label class="line">
            <span>{t('everyNth')}</span>
            <input
              class="fit"
              type="number"
              min="1"
              max="99"
              value={rule.interval}
              onInput={({ currentTarget: { value } }) => set({ interval: Math.max(1, Number(value) || 1) })}
            />
          </label>
        )}
      </div>
      {rule?.frequency === 'WEEKLY' && <Days rule={rule} startDay={when.startDay} onChange={set} />}
      {rule?.frequency === 'MONTHLY' && when.startDay !== '' && (
        <select
          class="fit"
          aria-label={t('whichDay')}
          value={rule.nth === '' ? 'date' : 'nth'}
          onChange={({ currentTarget: { value } }) =>
            set({ nth: value === 'nth' ? nthOf(when.startDay, weekdayOf(when.startDay)) : '' })
          }
        >
          <option value="date">{t('sameDate', { day: String(Number(when.startDay.slice(8, 10))) })}</option>
          <option value="nth">
            {nthText(rule.nth || nthOf(when.startDay, weekdayOf(when.startDay)), when.startDay)}
          </option>
        </select>
      )}
      {rule && (
        <div class="line">
          <select
            class="fit"
            aria-label={t('howItEnds')}
            value={rule.end}
            onChange={({ currentTarget: { value } }) =>
              set({
                end: value === 'until' || value === 'count' ? value : 'never',
                until: rule.until || addDays(when.startDay, 90),
              })
            }
          >
            <option value="never">{t('endsNever')}</option>
            <option value="until">{t('endsUntil')}</option>
            <option value="count">{t('endsCount')}</option>
          </select>
          {rule.end === 'until' && (
            <input
              class="fit"
              type="date"
              aria-label={t('lastDay')}
              min={when.startDay}
              value={rule.until}
              onInput={({ currentTarget: { value } }) => set({ until: value })}
            />
          )}
          {rule.end === 'count' && (
            <input
              class="fit"
              type="number"
              min="1"
              max="999"
              aria-label={t('howMany')}
              value={rule.count}
              onInput={({ currentTarget: { value } }) => set({ count: Math.max(1, Number(value) || 1) })}
            />
          )}
        </div>
      )}
      <Fault id="e-repeat" says={fault} />
    </fieldset>
  )
}

function ofFrequency(value: string): Partial<Rule> {
  const frequency = frequencies.find((known) => known === value)
  return frequency ? { frequency, days: [], nth: '' } : {}
}

function Days(props: {
  readonly rule: Rule
  readonly startDay: string
  readonly onChange: (change: Partial<Rule>) => void
}) {
  const { rule, startDay, onChange } = props
  const days = rule.days.length > 0 ? rule.days : startDay === '' ? [] : [weekdayOf(startDay)]
  return (
    <div class="days" role="group" aria-label={t('daysOfWeek')}>
      {weekDays.map((day) => (
        <label key={day}>
          <input
            type="checkbox"
            aria-label={weekdayText(nameOf(day))}
            checked={days.includes(day)}
            onChange={({ currentTarget: { checked } }) => {
              const next = checked ? [...days, day] : days.filter((other) => other !== day)
              onChange({ days: next.length > 0 ? next.toSorted((a, b) => a - b) : [day] })
            }}
          />
          {weekdayShort(nameOf(day))}
        </label>
      ))}
    </div>
  )
}

/** “The 2nd Tuesday”, “the last Tuesday”. */
function nthText(nth: string, startDay: string): string {
  const day = weekdayText(startDay)
  return nth.startsWith('-1') ? t('lastWeekday', { day }) : t('nthWeekday', { nth: nth.slice(0, 1), day })
}

/** A day of that kind, for formats: they count from a Monday. */
function nameOf(weekday: number): string {
  return addDays('2024-01-01', weekday - 1)
}
