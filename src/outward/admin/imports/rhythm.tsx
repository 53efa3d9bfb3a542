import { t } from './texts.ts'
import { rhythms } from './words.ts'

/** Chooses how often a source is imported. */
export function RhythmSelect(props: {
  readonly value: string
  readonly onChange: (rhythm: string) => void
  readonly label?: string | undefined
  readonly tied?: object
  readonly isQuiet?: boolean
}) {
  const { value, onChange, label, tied = {}, isQuiet = false } = props
  const isUsual = rhythms.some(([rhythm]) => rhythm === value)
  return (
    <select
      {...tied}
      class={isQuiet ? 'fit quiet-select' : undefined}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {!isUsual && <option value={value}>{t('everyOther', { every: value })}</option>}
      {rhythms.map(([rhythm, name]) => (
        <option key={rhythm} value={rhythm}>
          {t(name)}
        </option>
      ))}
    </select>
  )
}
