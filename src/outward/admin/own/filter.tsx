import { numberText, t as tFrame } from '../texts.ts'
import type { SpokenField } from './declared.ts'
import { t } from './texts.ts'

/** How many records have which value of a field, among those that are shown. */
export interface Counted {
  readonly value: string | boolean
  readonly count: number
}

interface Filtering {
  readonly field: SpokenField
  /** As an address has it; empty: it narrows nothing. */
  readonly value: string
  readonly counts: readonly Counted[]
  readonly onChange: (value: string) => void
}

/** What a list is narrowed to by one of the calendar’s own fields. */
export function OwnFilter(props: Filtering) {
  const { type } = props.field
  if (type === 'boolean') return <Truth {...props} />
  return type === 'number' || type === 'date' ? <Range {...props} /> : <Options {...props} />
}

function Options({ field, value, counts, onChange }: Filtering) {
  const chosen = new Set(value.split(','))
  const countOf = (option: string) => counts.find((one) => one.value === option)?.count
  return (
    <div class="tree" role="group" aria-label={field.label} tabIndex={0}>
      {field.options.map((option) => {
        const count = countOf(option.value)
        return (
          <label class="check" key={option.value}>
            <input
              type="checkbox"
              checked={chosen.has(option.value)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(
                  field.options
                    .map((one) => one.value)
                    .filter((one) => (one === option.value ? checked : chosen.has(one)))
                    .join(','),
                )
              }
            />
            <span dir="auto">{option.label}</span>
            {count !== undefined && <span class="count push">{numberText(count)}</span>}
          </label>
        )
      })}
    </div>
  )
}

function Truth({ field, value, onChange }: Filtering) {
  return (
    <select
      aria-label={field.label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{t('anyValue')}</option>
      <option value="1">{tFrame('yes')}</option>
      <option value="0">{`${tFrame('no')} / ${t('notSaid')}`}</option>
    </select>
  )
}

/** From … to …, both included. */
function Range({ field, value, onChange }: Filtering) {
  const [first = '', last = value] = value.split('..')
  const input =
    field.type === 'date'
      ? ({ type: 'date' } as const)
      : ({ type: 'text', inputMode: 'decimal', dir: 'ltr' } as const)
  const said = (from: string, until: string) =>
    onChange(from === '' && until === '' ? '' : `${from}..${until}`)
  return (
    <div class="pair">
      <input
        {...input}
        aria-label={`${field.label}: ${t('fromValue')}`}
        placeholder={t('fromValue')}
        value={first === '*' ? '' : first}
        onChange={({ currentTarget }) => said(currentTarget.value.trim(), last)}
      />
      <input
        {...input}
        aria-label={`${field.label}: ${t('toValue')}`}
        placeholder={t('toValue')}
        value={last === '*' ? '' : last}
        onChange={({ currentTarget }) => said(first, currentTarget.value.trim())}
      />
    </div>
  )
}
