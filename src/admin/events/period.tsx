import { Field } from '../parts.tsx'
import { Chip } from './chip.tsx'
import { type Days, daysAhead } from './query.ts'
import { t, tn } from './texts.ts'

interface Looking {
  readonly days: Days | undefined
  readonly onChange: (days: Days | undefined) => void
}

/** How far ahead is looked. */
export function Ahead({ days, onChange }: Looking) {
  return (
    <Field label={t('ahead')}>
      {(tied) => (
        <select
          {...tied}
          value={String(days ?? '')}
          onChange={({ currentTarget: { value } }) =>
            onChange(daysAhead.find((one) => String(one) === value))
          }
        >
          <option value="">{t('allAhead')}</option>
          {daysAhead.map((one) => (
            <option key={one} value={String(one)}>
              {tn('nextDays', one)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Says how far ahead is looked, where that is not all the way. */
export function AheadChip({ days, onChange }: Looking) {
  return <Chip name={tn('nextDays', days ?? 0)} onRemove={() => onChange(undefined)} />
}
