import type { EventRecord } from '../records.ts'
import { plain, t } from '../texts.ts'

/** The title of an event, or what stands for it. */
export function titleOf({ title }: Pick<EventRecord, 'title'>): string {
  return plain(title) || t('untitled')
}
