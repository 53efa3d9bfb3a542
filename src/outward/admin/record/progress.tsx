import { timeText, wallNow } from '../dates.ts'
import { type IconName, Icon } from '../icons.tsx'
import { t } from '../texts.ts'
import type { Progress } from './record.ts'

/** Where the work of the reader is, in words. */
export function ProgressLine({ is }: { readonly is: Progress }) {
  const shown: Readonly<Partial<Record<Progress, readonly [IconName, string]>>> = {
    saving: ['clock', t('saving')],
    saved: ['check', t('savedAt', { time: timeText(wallNow()) })],
    kept: ['check', t('keptHere')],
    failed: ['warning', t('notSaved')],
  }
  const [icon, text] = shown[is] ?? []
  return (
    <span class={is === 'failed' ? 'saved bad' : 'saved'} role="status">
      {icon && <Icon name={icon} />}
      <span>{text}</span>
    </span>
  )
}
