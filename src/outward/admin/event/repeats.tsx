import { useSignal } from '@preact/signals'
import { addDays, wallNow, weekDays, weekdayOf, weekdayShort, weekdayText } from '../dates.ts'
import { t } from '../texts.ts'
import { AddDate } from './addDate.tsx'
import { Fault, faultOf, faulty } from './parts.tsx'
import { frequencies, newRule, nthOf, once, type Repeat, type Rule, repeats } from './repeat.ts'
import type { Store } from './store.ts'
import { t as te } from './texts.ts'

/** How the event repeats, by fields. */
export function Repeats({ store }: { readonly store: Store }) {
  const { when, repeat } = store.form.value
  const { rule } = repeat
  const stored = store.record.value
  const fault = faultOf(store, 'recurrence')
  const set = (change: Partial<Rule>) =>
    store.set({ repeat: { ...repeat, rule: { ...(rule ?? newRule('WEEKLY')), ...change } } })
  const isChoosing = useSignal(false)
  const choose = (value: string) => {
    isChoosing.value = value === 'chosen'
    if (value === 'once' || value === 'chosen')
      store.set({ repeat: { ...once, added: value === 'once' ? [] : repeat.added } })
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
          value={rule?.frequency ?? kindOf(repeat, isChoosing.value)}
          {...faulty('e-repeat', fault)}
          onChange={({ currentTarget: { value } }) => choose(value)}
        >
          <option value="once">{t('repeatsNot')}</option>
          <option value="DAILY">{t('daily')}</option>
          <option value="WEEKLY">{t('weekly')}</option>
          <option value="MONTHLY">{t('monthly')}</option>
          <option value="YEARLY">{t('yearly')}</option>
          <option value="chosen">{te('onChosenDates')}</option>
          {repeat.other.length > 0 && (
            <option value="other">
              {store.schedule.value?.text || stored?.series?.text || t('ownRule')}
            </option>
          )}
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
                until: rule.until || addDays(when.startDay || wallNow().slice(0, 10), 90),
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
      {isChoosing.value && !repeats(repeat) && <AddDate store={store} isOpen />}
      <Fault id="e-repeat" says={fault} />
    </fieldset>
  )
}

/** What the choice of how often shows where there is no rule. */
function kindOf({ other, added }: Repeat, isChoosing: boolean): string {
  if (other.length > 0) return 'other'
  return added.length > 0 || isChoosing ? 'chosen' : 'once'
}

function ofFrequency(value: string): Partial<Rule> {
  const frequency = frequencies.find((known) => known === value)
  // Of a year a month would say when it is.
  const months = frequency === 'YEARLY' ? { months: [] } : {}
  return frequency ? { frequency, days: [], nth: '', ...months } : {}
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
