import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask } from '../api.ts'
import { addDays, dayText, timeText } from '../dates.ts'
import { titleOf } from '../events/row.tsx'
import { Icon } from '../icons.tsx'
import { type EventPage, type EventRecord, venuesOf } from '../records.ts'
import { to } from '../route.ts'
import { plain, t } from '../texts.ts'
import type { Store } from './store.ts'
import { settle } from '../settle.ts'

/** How long typing rests before it is searched for, in milliseconds; how many days around, how many events, how long a word. */
const [rest_ms, around, most, shortest] = [700, 7, 3, 4]

/** Events of the same week with the same words in their titles: perhaps somebody has entered it already. */
export function Similar({ store }: { readonly store: Store }) {
  const { title, when } = store.form.value
  const found = useSignal<readonly EventRecord[]>([])
  const isDismissed = useSignal(false)
  const words = (title.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= shortest).join(' ')
  const day = when.startDay
  const own = store.record.value?.id
  const series = store.record.value?.series?.id
  useEffect(() => {
    if (words === '' || day === '' || isDismissed.value) {
      found.value = []
      return () => {}
    }
    const asking = new AbortController()
    const timer = setTimeout(() => {
      void settle(
        ask<EventPage>('events', {
          query: {
            search: words,
            start_date: addDays(day, -around),
            end_date: addDays(day, around),
            status: ['publish', 'future', 'draft', 'pending'],
            collapse: 'series',
            per_page: most + 2,
          },
          signal: asking.signal,
        }),

        ({ body }) => {
          const others = body.events.filter((one) => one.id !== own && (!series || one.series?.id !== series))
          found.value = others.slice(0, most)
        },
        // It is only a hint.
        () => {},
      )
    }, rest_ms)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [words, day, own, series, isDismissed.value])
  if (found.value.length === 0 || isDismissed.value) return <div role="status" />
  return (
    <div class="notice warn" role="status">
      <Icon name="warning" />
      <div>
        <p>
          <b>{t('isItOne')}</b> {t('isItOneHint')}
        </p>
        <ul class="alike">
          {found.value.map((event) => (
            <li key={event.id}>
              <a href={to(`events/${event.id}`)} target="_blank" rel="noopener" dir="auto">
                {titleOf(event)}
              </a>{' '}
              <span dir="auto">
                {[
                  dayText(event.start_date),
                  event.all_day ? t('allDay') : timeText(event.start_date),
                  ...venuesOf(event).map(({ venue }) => plain(venue)),
                ].join(' · ')}
              </span>
            </li>
          ))}
        </ul>
        <p class="acts">
          <button
            class="plain"
            type="button"
            onClick={() => {
              isDismissed.value = true
            }}
          >
            {t('mineIsAnother')}
          </button>
        </p>
      </div>
    </div>
  )
}
