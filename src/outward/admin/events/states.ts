import type { Coming } from './filterValues.ts'
import { t } from './texts.ts'

/** What events that come from somewhere are called. */
export function comingText(from: Coming): string {
  return from === 'imported' ? t('imported') : t('notImported')
}
