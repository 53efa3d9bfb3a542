import { Field } from '../parts.tsx'
import { locale, siteZone } from '../place.ts'
import { ZoneInput } from '../zones.tsx'
import type { TableOptions } from './asks.ts'
import { t } from './texts.ts'

/** How long events last, in minutes, of which the table says no end. */
const lengths_min = [30, 60, 90, 120, 180] as const

/** What is said of a table beside its columns: the words of each are its values. */
export function Options(props: {
  readonly options: TableOptions
  /** Whether a column says which events are drafts. */
  readonly hasStatus: boolean
  readonly onChoose: (options: TableOptions) => void
}) {
  const { options, hasStatus, onChoose } = props
  const choice = (name: keyof TableOptions, label: string, choices: Choices, hint?: string) => (
    <Field label={label} hint={hint}>
      {(tied) => (
        <select
          {...tied}
          value={options[name]}
          onChange={({ currentTarget: { value } }) => onChoose({ ...options, [name]: value })}
        >
          {withOwn(choices, options[name]).map(([value, says]) => (
            <option key={value} value={value}>
              {says}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
  return (
    <div class="pair">
      {choice('dates', t('order'), [
        ['', t('orderAuto')],
        ['dmy', t('orderDmy')],
        ['mdy', t('orderMdy')],
        ['ymd', t('orderYmd')],
      ])}
      <Field label={t('zone')}>
        {(tied) => (
          <ZoneInput
            tied={tied}
            value={options.timezone}
            placeholder={t('zoneHere', { zone: zoneText(siteZone) })}
            onSettled={(timezone) => onChoose({ ...options, timezone })}
          />
        )}
      </Field>
      {choice('duration', t('lasts'), [
        ['', t('lastsNot')],
        ...lengths_min.map((minutes) => [durationOf(minutes), lengthText(minutes)] as const),
        ['midnight', t('lastsMidnight')],
      ])}
      {choice(
        'status',
        t('comeAs'),
        [
          ['draft', t('asDrafts')],
          ['pending', t('asWaiting')],
          ['', t('asPublished')],
        ],
        hasStatus ? t('comeAsHint') : undefined,
      )}
    </div>
  )
}

type Choices = readonly (readonly [value: string, says: string])[]

/** The choices, and one more for what was said elsewhere. */
function withOwn(choices: Choices, own: string): Choices {
  return choices.some(([value]) => value === own) ? choices : [...choices, [own, own]]
}

function zoneText(zone: string): string {
  return zone.replaceAll('_', ' ')
}

/** As the service says it: `90m`, `2h`. */
function durationOf(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`
}

function lengthText(minutes: number): string {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
