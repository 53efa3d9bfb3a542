import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask } from '../api.ts'
import { dayText, timeText } from '../dates.ts'
import { Icon } from '../icons.tsx'
import { to } from '../route.ts'
import { line, plain, t } from '../texts.ts'
import type { AnyField } from './form.ts'
import type { Store } from './store.ts'
import { settle } from '../settle.ts'

/** How long typing rests before it is compared, in milliseconds; how many events are shown, and how long a title is at least. */
const [rest_ms, most, shortest] = [700, 3, 4]

/** What is compared. */
const compared: ReadonlySet<AnyField> = new Set<AnyField>(['title', 'when', 'venues'])

/** An event that may be the same. Its texts are plain. */
interface Alike {
  readonly id: number
  readonly title: string
  readonly start_date: string
  readonly venue: string
}

/** Events of these days that are much like it: perhaps somebody has entered it already. */
export function Similar({ store }: { readonly store: Store }) {
  const { title, when, venues } = store.form.value
  const found = useSignal<readonly Alike[]>([])
  const isDismissed = useSignal(false)
  const day = when.startDay
  const own = store.record.value?.id
  // What is stored has been compared when it was typed.
  const isTyped = own === undefined || store.changed.value.some((field) => compared.has(field))
  const words = plain(title).trim()
  const [venue] = venues
  const at = venue && (venue.id > 0 ? String(venue.id) : venue.name)
  useEffect(() => {
    if (!isTyped || words.length < shortest || day === '' || isDismissed.value) {
      found.value = []
      return () => {}
    }
    const asking = new AbortController()
    const timer = setTimeout(() => {
      void settle(
        ask<{ events: readonly Alike[] }>('events/similar', {
          query: { title: words, start_date: day, venue: at, exclude: own },
          signal: asking.signal,
        }),
        ({ body }) => {
          found.value = body.events.slice(0, most)
        },
        // It is only a hint.
        () => {},
      )
    }, rest_ms)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [words, day, at, own, isTyped, isDismissed.value])
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
                {event.title}
              </a>{' '}
              <span dir="auto">
                {line(dayText(event.start_date), timeText(event.start_date), event.venue)}
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
