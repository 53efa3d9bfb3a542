import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { dayText, timeText } from '../dates.ts'
import { titleOf } from '../common/title.ts'
import { faultText } from '../faults.ts'
import { type EventPage, type EventRecord, venuesOf } from '../records.ts'
import { to } from '../route.ts'
import { settle } from '../settle.ts'
import { line, numberText, plain } from '../texts.ts'
import { sayFault } from '../toasts.tsx'

/** Reads something when the screen is opened; what fails is said once. */
export function useRead<Value>(
  read: () => Promise<Value>,
  /** Called once it is read, or cannot be. */
  onSettled: () => void = () => {},
): Signal<Value | undefined> {
  const value = useSignal<Value | undefined>(undefined)
  useEffect(() => {
    void settle(
      read(),
      (found) => {
        value.value = found
        onSettled()
      },
      (error: unknown) => {
        sayFault(faultText(error))
        onSettled()
      },
    )
  }, [])
  return value
}

/** A part of the day, under a line and a heading. */
export function Section(props: {
  readonly id: string
  readonly title: string
  readonly count?: number | undefined
  readonly action?: ComponentChildren
  readonly children: ComponentChildren
}) {
  const { id, title, count, action, children } = props
  return (
    <section class="section" aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>
          {title}
          {count ? <span class="count"> {numberText(count)}</span> : null}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Some events, a line each. */
export function Events(props: {
  readonly page: EventPage | undefined
  readonly none: string
  readonly href?: (event: EventRecord) => string
  readonly says?: (event: EventRecord) => string
  readonly lamp?: (event: EventRecord) => string
  /** What is to be done with one, if there is something. */
  readonly deed?: (event: EventRecord) => string | false
}) {
  const { page, none, href = ({ id }) => to(`events/${id}`), says, lamp, deed } = props
  if (!page) return <p role="status" />
  if (page.events.length === 0) return <p class="dim">{none}</p>
  return (
    <ul class={lamp ? 'items' : 'items two'}>
      {page.events.map((event) => (
        <li key={event.id}>
          {lamp && <span class={`lamp ${lamp(event)}`} />}
          <div>
            <p class="what">
              <a href={href(event)} dir="auto">
                {titleOf(event)}
              </a>
            </p>
            <p class="says" dir="auto">
              {line(whenOf(event), ...venuesOf(event).map(({ venue }) => plain(venue)), says?.(event))}
            </p>
          </div>
          {deed?.(event) && (
            <div class="end">
              <a class="button plain" href={href(event)}>
                {deed(event)}
              </a>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** “Sat, 5 Dec, 14:00”, or how often it is. */
export function whenOf({ start_date: start, all_day, series }: EventRecord): string {
  if (series && series.text !== '' && series.more) return series.text
  return all_day ? dayText(start) : `${dayText(start)}, ${timeText(start)}`
}
