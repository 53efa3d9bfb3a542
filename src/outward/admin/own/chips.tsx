import { Chip } from '../kit/chip.tsx'
import { useRead } from '../kit/read.ts'
import { t as tFrame } from '../texts.ts'
import { sayFault } from '../toasts.tsx'
import { needOwnFields, ownField, ownName, ownSays } from './declared.ts'
import { ownPairs, withOwn } from './query.ts'
import { t } from './texts.ts'

/** What is looked for by the calendar’s own fields, each with a button that takes it away. */
export function OwnChips(props: { readonly own: string; readonly onChange: (own: string) => void }) {
  const { own, onChange } = props
  useRead(async () => (own === '' ? undefined : needOwnFields()), [own === ''], sayFault)
  return ownPairs(own).map(([field, value]) => (
    <Chip
      key={field}
      name={`${ownName(field)}: ${saidOf(field, value)}`}
      onRemove={() => onChange(withOwn(own, field, ''))}
    />
  ))
}

/** What a field is narrowed to, as people read it. */
function saidOf(name: string, value: string): string {
  if (value === '*') return t('anyValue')
  if (value === '-*') return t('notSaid')
  const { type } = ownField(name) ?? {}
  if (type === 'boolean') return tFrame(value === '1' ? 'yes' : 'no')
  if (type === 'number' || type === 'date') return value.replace('..', ' – ').trim()
  return value
    .split(',')
    .map((one) => (one.startsWith('-') ? `− ${ownSays(name, one.slice(1))}` : ownSays(name, one)))
    .join(', ')
}
