import { useContext } from 'preact/hooks'
import { addDays, dayText, timeText, wallNow } from '../dates.ts'
import { Icon } from '../icons.tsx'
import { Later } from '../lazyScreen.tsx'
import { t } from '../texts.ts'
import { endMeant, isBackwards } from './checks.ts'
import { datesOf, type Form, isAllDay } from './form.ts'
import { Fault, faultOf, faulty, Folding, Part } from './parts.tsx'
import { repeats } from './repeat.ts'
import { Repeats } from './repeats.tsx'
import { Sentence } from './sentence.tsx'
import type { Store } from './store.ts'
import { t as te } from './texts.ts'
import { Zone } from './zone.tsx'

const loadPreview = () => import('./preview.tsx').then(({ Preview }) => Preview)

/** When the event is, and how it repeats. */
export function When({ store }: { readonly store: Store }) {
  const { when, repeat } = store.form.value
  const [start, end, zone] = [
    faultOf(store, 'start_date'),
    faultOf(store, 'end_date'),
    faultOf(store, 'timezone'),
  ]
  const set = (change: Partial<Form['when']>) => store.set({ when: { ...when, ...change } })
  const isNew = useContext(Folding)
  return (
    <Part id="p-when" title={t('when')}>
      <Sentence store={store} />
      <details class="more" open={!isNew}>
        <summary>
          <span class="whole">{te('byField')}</span> <Icon name="down" />
          {isNew && <span class="dim">{spanText(when)}</span>}
        </summary>
        <div class="stack">
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
                value={when.endDay || when.startDay}
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
          {!repeats(repeat) && store.changed.value.includes('when') && isOver(when) && (
            <p class="asks">
              <Icon name="warning" />
              <span>{te('isOver')}</span>
            </p>
          )}
          {!when.isAllDay && when.startDay !== '' && isAllDay(when) && (
            <p class="hint">{te('noTimeAllDay')}</p>
          )}
          {end !== '' && isBackwards(when) && (
            <p>
              <button class="plain" type="button" onClick={() => set(endMeant(when))}>
                {te('setEnd', { when: endText({ ...when, ...endMeant(when) }) })}
              </button>
            </p>
          )}
          <div class="line">
            <label class="check">
              <input
                type="checkbox"
                checked={when.isAllDay}
                onChange={({ currentTarget: { checked } }) => set({ isAllDay: checked })}
              />
              <span>{t('allDayLong')}</span>
            </label>
            <Zone zone={when.zone} fault={zone} onChange={(value) => set({ zone: value })} />
          </div>
          <Repeats store={store} />
        </div>
      </details>
      {repeats(repeat) && when.startDay !== '' && <Later load={loadPreview} with={{ store }} />}
    </Part>
  )
}

/** When it is, in a line. */
function spanText(when: Form['when']): string {
  const { startDay, startTime, endTime } = when
  const endDay = when.endDay || startDay
  if (startDay === '') return te('noDayYet')
  const end = startDay === endDay ? edgeText('', endTime, when) : endText(when)
  const span = [edgeText(startDay, startTime, when), end].filter(Boolean).join(' – ')
  return isAllDay(when) ? `${span}, ${te('allDay')}` : span
}

/** Whether it is over already: nobody means that often. */
function isOver(when: Form['when']): boolean {
  const { end_date } = datesOf({ when })
  return when.startDay !== '' && `${end_date}${isAllDay(when) ? ' 23:59' : ''}` < wallNow().slice(0, 16)
}

function endText(when: Form['when']): string {
  return edgeText(when.endDay, when.endTime, when)
}

/** A day and a time, as far as there are some. */
function edgeText(day: string, time: string, when: Form['when']): string {
  const clock = isAllDay(when) || time === '' ? '' : timeText(`2024-01-01 ${time}`)
  return [day === '' ? '' : dayText(day), clock].filter(Boolean).join(', ')
}

/** The start on another day: the end moves with it. */
function moved(when: Form['when'], startDay: string): Partial<Form['when']> {
  if (when.startDay === '' || when.endDay === '') return { startDay, endDay: when.endDay || startDay }
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
