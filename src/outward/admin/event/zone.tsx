import { useSignal } from '@preact/signals'
import { Later } from '../lazyScreen.tsx'
import { t } from '../texts.ts'
import { Fault, faulty } from './parts.tsx'

/** The time zone, folded. All that there are stand in the page only once it is opened: they are a third of all that the editor has. */
export function Zone(props: {
  readonly zone: string
  readonly fault: string
  readonly onChange: (zone: string) => void
}) {
  const { zone, fault, onChange } = props
  const isOpened = useSignal(false)
  return (
    <details
      class="more push"
      onToggle={({ currentTarget: { open } }) => {
        isOpened.value ||= open
      }}
    >
      <summary>{t('timeOf', { zone: zoneText(zone) })}</summary>
      <div class="field">
        <label for="e-zone">{t('zone')}</label>
        {isOpened.value && (
          <Later
            load={load}
            with={{ tied: { id: 'e-zone', ...faulty('e-zone', fault) }, value: zone, onSettled: onChange }}
          />
        )}
        <Fault id="e-zone" says={fault} />
      </div>
    </details>
  )
}

/** The zone as its city: “Europe/London” → “London”. */
function zoneText(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

const load = () => import('../zones.tsx').then(({ ZoneInput }) => ZoneInput)
