import type { EventRecord } from '../records.ts'
import { t, tn } from '../texts.ts'
import type { Deed } from '../common/deed.ts'
import { titleOf } from '../common/title.ts'

/** What has been done, in words. */
export function doneText(deed: Deed, events: readonly EventRecord[]): string {
  const [event] = events
  const title = events.length === 1 && event ? titleOf(event) : tn('events_', events.length)
  switch (deed.does) {
    case 'publish':
      return t('publishedDone', { title })
    case 'cancel':
      return t('cancelledDone', { title })
    case 'categorize':
    case 'place':
    case 'fields':
      return t('changesSaved')
    case 'trash':
      return t('trashedDone', { title })
    case 'restore':
    case 'untrash':
      return t('restoredDone', { title })
    default:
      return t('removedDone', { title })
  }
}
