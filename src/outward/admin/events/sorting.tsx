import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { Chosen as ChosenOnes, ofPlaces } from '../event/linkedField.tsx'
import { type Linked, linkedVenue } from '../event/form.ts'
import { faultText } from '../faults.ts'
import { type EventRecord, type Venue, venuesOf } from '../records.ts'
import { takeTyped } from '../record/typed.ts'
import { GuestsHear } from '../registration/guestsHear.tsx'
import { settle } from '../settle.ts'
import { t as tFrame, tn as tnFrame } from '../texts.ts'
import { sayFault } from '../toasts.tsx'
import { Categories, type Chosen, none } from './categories.tsx'
import type { Deed } from '../common/deed.ts'
import { useReach } from './scopeDialog.tsx'
import { titleOf } from '../common/title.ts'
import { t, tn } from './texts.ts'

interface Sorting {
  readonly events: readonly EventRecord[]
  readonly onClose: () => void
  readonly onDeed: (deed: Deed) => void
}

/** Gives events other categories. */
export function SortCategories({ events, onClose, onDeed }: Sorting) {
  const chosen = useSignal<Chosen>(none)
  const isAny = chosen.value.add.length + chosen.value.remove.length > 0
  const deed = isAny ? ({ does: 'categorize', ...chosen.value } as const) : undefined
  return (
    <Form title={t('categoryTitle', { title: whatOf(events) })} {...{ events, deed, onClose, onDeed }}>
      <Categories
        events={events}
        chosen={chosen.value}
        onChoose={(now) => {
          chosen.value = now
        }}
      />
    </Form>
  )
}

/** Says where events are: at places that are known, or at new ones. */
export function SortPlaces({ events, onClose, onDeed }: Sorting) {
  const before = placesOfAll(events)
  const linked = useSignal<readonly Linked[]>(before ?? [])
  const isTouched = useSignal(false)
  const isMaking = linked.value.some(({ id }) => id === 0)
  const venues = linked.value.map(({ id }) => id)
  const deed = isTouched.value && !isMaking ? ({ does: 'place', venues } as const) : undefined
  const change = (next: readonly Linked[]) => {
    isTouched.value = true
    linked.value = next
    const made = next.find(({ id }) => id === 0)
    // It is made at once: what it would reach can then be told, and it is there for other events too.
    if (made)
      void settle(
        ask<Venue>('venues', { method: 'POST', json: made.fields ?? { venue: made.name } }),
        ({ body }) => {
          linked.value = linked.value.map((one) => (one === made ? linkedVenue(body) : one))
        },
        (error: unknown) => {
          linked.value = linked.value.filter((one) => one !== made)
          sayFault(faultText(error))
        },
      )
  }
  return (
    <Form title={t('placeTitle', { title: whatOf(events) })} {...{ events, deed, onClose, onDeed }}>
      {before === undefined && <p class="hint">{t('placesDiffer')}</p>}
      <ChosenOnes
        {...ofPlaces()}
        id="sort-venue"
        name="sort-venue"
        linked={linked.value}
        fault=""
        newHint={t('madeAtOnce')}
        onChange={change}
      />
    </Form>
  )
}

/** The form in which it is said, with how many events it reaches. */
export function Form(props: {
  readonly title: string
  readonly events: readonly EventRecord[]
  readonly deed: Deed | undefined
  readonly onClose: () => void
  readonly onDeed: (deed: Deed) => void
  readonly children: ComponentChildren
}) {
  const { title, events, deed, onClose, onDeed, children } = props
  const { scope, count, ids, part } = useReach(events, deed)
  const form = useRef<HTMLFormElement>(null)
  const name = useId()
  const fault = useSignal('')
  const now = useRef(deed)
  now.current = deed
  const give = async () => {
    const wrong = form.current ? Object.values(await takeTyped(form.current)) : []
    fault.value = wrong.join(' ')
    // What was taken only now is told first, with the number of events that it reaches.
    await new Promise((drawn) => setTimeout(drawn))
    if (wrong.length === 0 && deed && count > 0 && JSON.stringify(now.current) === JSON.stringify(deed))
      onDeed({ ...deed, scope })
  }
  useEffect(() => form.current?.querySelector<HTMLElement>('input, button')?.focus(), [])
  return (
    <form
      class="stack"
      ref={form}
      aria-labelledby={name}
      onSubmit={(event) => {
        event.preventDefault()
        void give()
      }}
    >
      <h2 id={name} dir="auto">
        {title}
      </h2>
      {children}
      {fault.value !== '' && (
        <p class="fault" role="alert" dir="auto">
          {fault.value}
        </p>
      )}
      {deed && part}
      {deed?.does === 'place' && <GuestsHear events={events} ids={ids} />}
      <p class="acts">
        <button disabled={count === 0}>{count === 0 ? tFrame('save') : tn('changeMany', count)}</button>
        <button class="plain" type="button" onClick={onClose}>
          {t('leaveAsIs')}
        </button>
      </p>
    </form>
  )
}

/** What the events are called together. */
export function whatOf(events: readonly EventRecord[]): string {
  const [event] = events
  return events.length === 1 && event ? titleOf(event) : tnFrame('events_', events.length)
}

/** The places of the events, where these are the same of all; else undefined. */
function placesOfAll(events: readonly EventRecord[]): readonly Linked[] | undefined {
  const [first, ...others] = events.map((event) => venuesOf(event))
  return others.every((other) => idsText(other) === idsText(first))
    ? (first ?? []).map(linkedVenue)
    : undefined
}

function idsText(venues: readonly Venue[] = []): string {
  return venues.map(({ id }) => id).join()
}
