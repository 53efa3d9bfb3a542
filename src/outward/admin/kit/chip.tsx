import { Icon } from '../icons.tsx'
import { t } from '../texts.ts'

/** One thing that is looked for. */
export function Chip({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  return (
    <span class="chip">
      <span dir="auto">{name}</span>
      <button type="button" aria-label={t('removeOne', { name })} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  )
}
