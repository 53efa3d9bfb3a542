import type { TypedMonth } from '../find/months.ts'
import { Chip } from '../kit/chip.tsx'
import { t } from './texts.ts'

/** Says which month was understood in the words that are looked for, with a way to have them as words. */
export function MonthChip(props: {
  readonly month: TypedMonth
  readonly text: string
  readonly onRemove: () => void
  readonly onWords: () => void
}) {
  const { month, text, onRemove, onWords } = props
  return (
    <>
      <Chip name={month.name} onRemove={onRemove} />
      <button class="text" type="button" onClick={onWords}>
        {t('asWords', { text })}
      </button>
    </>
  )
}
