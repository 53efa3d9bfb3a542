import { dayText } from '../dates.ts'
import { Field } from '../parts.tsx'
import { Chip } from '../kit/chip.tsx'
import { isDay } from './query.ts'
import { daysAhead, type Shown } from './shown.ts'
import { t, tn } from './texts.ts'

/** Which days are shown: so many from today on, or from one to another. */
type Days = Pick<Shown, 'days' | 'first' | 'last'>

interface Looking extends Days {
  readonly onChange: (days: Partial<Days>) => void
}

/** How far ahead is looked, where what is to come is shown, or from which day to which. */
export function Period({ tab, ...looking }: Looking & Pick<Shown, 'tab'>) {
  return (
    <>
      {tab === 'upcoming' && <Ahead {...looking} />}
      <div class="pair">
        <Day {...looking} name="first" />
        <Day {...looking} name="last" />
      </div>
    </>
  )
}

function Ahead({ days, onChange }: Looking) {
  return (
    <Field label={t('ahead')}>
      {(tied) => (
        <select
          {...tied}
          value={String(days ?? '')}
          onChange={({ currentTarget: { value } }) =>
            onChange({ days: daysAhead.find((one) => String(one) === value), first: '', last: '' })
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

function Day({ name, first, last, onChange }: Looking & { readonly name: 'first' | 'last' }) {
  return (
    <Field label={t(name === 'first' ? 'firstDay' : 'lastDay')}>
      {(tied) => (
        <input
          {...tied}
          type="date"
          value={name === 'first' ? first : last}
          onChange={({ currentTarget: { value } }) => {
            // While a year is typed it is one of long ago.
            if (value === '' || isDay(value)) onChange({ [name]: value, days: undefined })
          }}
        />
      )}
    </Field>
  )
}

/** Says which days are shown, where these are not all. */
export function PeriodChip({ days, first, last, onChange }: Looking) {
  const [from = '', until = ''] = first !== '' && last !== '' ? [first, last].toSorted() : [first, last]
  const name =
    days !== undefined
      ? tn('nextDays', days)
      : until === ''
        ? t('fromDay', { day: dayText(from) })
        : from === ''
          ? t('untilDay', { day: dayText(until) })
          : t('fromTo', { from: dayText(from), until: dayText(until) })
  return <Chip name={name} onRemove={() => onChange({ days: undefined, first: '', last: '' })} />
}
