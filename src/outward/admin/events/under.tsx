import { reasonOf } from '../../../fields/happening.ts'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Icon } from '../icons.tsx'
import { Later } from '../lazyScreen.tsx'
import type { EventRecord } from '../records.ts'
import { plain, t, tn } from '../texts.ts'

interface Of {
  readonly event: EventRecord
  /** Opens the menu of the list for another date. */
  readonly onMenu: (event: EventRecord) => void
}

/** What stands below the title of an event: why it is off, how it repeats, and who makes it. */
export function Under({ event, onMenu }: Of) {
  const { series, organizer } = event
  const reason = reasonOf(event)
  const names = organizer.map(({ organizer: name }) => plain(name)).join(', ')
  return (
    <>
      {reason && <OneLine>{reason}</OneLine>}
      {series && <Repeating event={event} series={series} onMenu={onMenu} />}
      {names !== '' && <OneLine>{names}</OneLine>}
    </>
  )
}

function OneLine({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="under">
      <span dir="auto">{children}</span>
    </div>
  )
}

function Repeating(props: Of & { readonly series: NonNullable<EventRecord['series']> }) {
  const { event, series, onMenu } = props
  const isOpen = useSignal(false)
  return (
    <div class="under">
      <span class="often">
        <Icon name="repeats" />
        <span dir="auto">{series.text || t('repeats')}</span>
      </span>
      {series.more ? (
        <details
          class="more"
          onToggle={({ currentTarget }) => {
            isOpen.value = currentTarget.open
          }}
        >
          <summary>
            {tn('moreDates', series.more)}
            <Icon name="down" />
          </summary>
          {isOpen.value && (
            <Later load={loadNextDates} with={{ event, series: series.id, more: series.more, onMenu }} />
          )}
        </details>
      ) : null}
    </div>
  )
}

// The dates of a series are asked for, and shown, once somebody unfolds them.
const loadNextDates = () => import('./dates.tsx').then(({ NextDates }) => NextDates)
