import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Combo } from '../combo.tsx'
import { addDays, dayText, wallNow, weekdayOf } from '../dates.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { settle } from '../settle.ts'
import { sayFault } from '../toasts.tsx'
import { findPicked, type Picked, readPicked, weekendPicked } from './asks.ts'
import { t } from './texts.ts'
import { plain as textOf } from '../texts.ts'

/** How many events a letter has at most. */
const mostEvents = 50

/** The events of a letter, in their order: found by words, moved by the keyboard too, and taken out. */
export function PickedEvents(props: {
  readonly ids: readonly number[]
  readonly leftOut: readonly number[]
  readonly onIds: (ids: readonly number[]) => void
}) {
  const { ids, leftOut, onIds } = props
  const known = useSignal<ReadonlyMap<number, Picked>>(new Map())
  const rows = useRef<HTMLOListElement>(null)
  const learn = (more: Iterable<Picked>) => {
    known.value = new Map([...known.peek(), ...[...more].map((event) => [event.id, event] as const)])
  }
  useEffect(() => {
    const missing = ids.filter((id) => !known.peek().has(id))
    if (missing.length === 0) return
    void settle(
      readPicked(missing),
      (found) => learn(found.values()),
      (error: unknown) => sayFault(faultText(error)),
    )
  }, [ids.join()])
  const add = (events: readonly Picked[]) => {
    learn(events)
    onIds([...new Set([...ids, ...events.map(({ id }) => id)])].slice(0, mostEvents))
  }
  const move = (at: number, by: number) => {
    const to = at + by
    if (to < 0 || to >= ids.length) return
    const next = [...ids]
    next.splice(to, 0, ...next.splice(at, 1))
    onIds(next)
    // The row that was moved keeps the focus.
    setTimeout(() => rows.current?.querySelectorAll<HTMLElement>('.handle')[to]?.focus())
  }
  return (
    <>
      <Combo
        id="l-events"
        placeholder={t('findEvents')}
        find={async (typed) => {
          if (typed.trim() === '') return []
          const found = await findPicked(typed)
          learn(found)
          return found.map(({ id, title, start_date }) => ({
            key: String(id),
            name: textOf(title),
            says: dayText(start_date),
          }))
        }}
        onChoose={({ key }) => onIds([...new Set([...ids, Number(key)])].slice(0, mostEvents))}
        onLeft={() => {}}
      />
      <p>
        <button
          class="plain"
          type="button"
          onClick={() =>
            void settle(weekendPicked(weekend()), add, (error: unknown) => sayFault(faultText(error)))
          }
        >
          <Icon name="plus" />
          {t('addWeekend')}
        </button>
      </p>
      <ol class="picked" ref={rows}>
        {ids.map((id, at) => (
          <Row
            key={id}
            title={textOf(known.value.get(id)?.title ?? `#${id}`)}
            day={known.value.get(id)?.start_date}
            isLeftOut={leftOut.includes(id)}
            onMove={(by) => move(at, by)}
            onRemove={() => onIds(ids.filter((each) => each !== id))}
          />
        ))}
      </ol>
    </>
  )
}

function Row(props: {
  readonly title: string
  readonly day: string | undefined
  readonly isLeftOut: boolean
  readonly onMove: (by: number) => void
  readonly onRemove: () => void
}) {
  const { title, day, isLeftOut, onMove, onRemove } = props
  return (
    <li>
      <button
        class="quiet square handle"
        type="button"
        title={t('moveHint')}
        aria-label={t('move', { title })}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onKeyDown={(event) => {
          const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
          if (by === 0) return
          event.preventDefault()
          onMove(by)
        }}
        onClick={() => onMove(-1)}
      >
        <Icon name="up" />
      </button>
      <span class="what">
        <bdi>{title}</bdi>
        {day !== undefined && <span class="dim"> {dayText(day)}</span>}
        {isLeftOut && <span class="tag warn">{t('isLeftOut')}</span>}
      </span>
      <button class="quiet square" type="button" aria-label={t('takeOut', { title })} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </li>
  )
}

/** The next Friday to Sunday that has not ended. */
function weekend(): readonly [string, string] {
  const today = wallNow().slice(0, 10)
  const sunday = addDays(today, (7 - weekdayOf(today)) % 7)
  const friday = addDays(sunday, -2)
  return [friday < today ? today : friday, sunday]
}
