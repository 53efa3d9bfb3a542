import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask } from '../api.ts'
import { dayText, timeText } from '../dates.ts'
import { to } from '../route.ts'
import { settle } from '../settle.ts'
import { numberText, plain } from '../texts.ts'
import { type Coming, type Kind, kinds } from './kinds.ts'
import { t } from './texts.ts'

/** How many of the next events are told beside. */
const told = 6

/** The next events at the place, or of the organizer. */
export function Events({ kind, id }: { readonly kind: Kind; readonly id: number }) {
  const found = useSignal<Coming | undefined>(undefined)
  const { name } = kinds[kind]
  useEffect(() => {
    void settle(
      ask<Coming>('events', { query: { [name]: id, ends_after: 'now', per_page: told } }),

      ({ body }) => {
        found.value = body
      },
      // The form says what is wrong.
      () => {},
    )
  }, [])
  if (!found.value) return null
  const { events, total } = found.value
  return (
    <section class="section" aria-labelledby="p-events">
      <div class="section-head">
        <h2 id="p-events">
          {t('comingUp')}
          <span class="count">{numberText(total)}</span>
        </h2>
        {total > 0 && <a href={to('events', { [name]: id })}>{t('seeAll')}</a>}
      </div>
      {total === 0 && <p class="dim">{t('nothingComing')}</p>}
      <ul class="items two">
        {events.map((event) => (
          <li key={event.id}>
            <div>
              <p class="what">
                <a href={to(`events/${event.id}`)} dir="auto">
                  {plain(event.title)}
                </a>
              </p>
              <p class="says">
                {dayText(event.start_date)}
                {event.all_day ? '' : `, ${timeText(event.start_date)}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
