import type { ComponentChildren } from 'preact'
import { Icon } from '../icons.tsx'
import type { EventRecord } from '../records.ts'
import { useRead } from '../kit/read.ts'
import { needOwnFields, ownFields } from '../own/declared.ts'
import { mayDelete, mayEdit, mayPublish } from '../session.ts'
import { t, tn } from '../texts.ts'
import type { Deed } from '../common/deed.ts'
import { sayFault } from '../toasts.tsx'
import type { Tab } from './shown.ts'
import { t as te } from './texts.ts'

/** What somebody wants to do, to which events. */
export interface Wish {
  readonly does: Exclude<Deed['does'], Sorting['does']>
  readonly events: readonly EventRecord[]
}

/** What is chosen beside the button that asks for it: other categories, or other places. */
export interface Sorting {
  readonly does: 'categorize' | 'place' | 'fields'
  readonly events: readonly EventRecord[]
}

/** Whether the reader may do it to the event, and it would change anything. */
export function isOffered(does: Deed['does'], event: EventRecord): boolean {
  const isTrash = event.status === 'trash'
  switch (does) {
    case 'publish':
      return !isTrash && event.status !== 'publish' && mayPublish() && mayEdit(event)
    case 'categorize':
    case 'place':
    case 'fields':
      return !isTrash && mayEdit(event)
    case 'cancel':
      return !isTrash && event.event_status !== 'canceled' && mayEdit(event)
    case 'trash':
      return !isTrash && mayDelete(event)
    case 'restore':
    case 'untrash':
      return isTrash && mayEdit(event)
    default:
      return isTrash && mayDelete(event)
  }
}

/** What can be done with the events that are chosen. */
export function Bulk(props: {
  readonly tab: Tab
  readonly events: readonly EventRecord[]
  readonly onWish: (does: Wish['does']) => void
  /** Called before what sorts events opens beside its button. */
  readonly onSort: (does: Sorting['does']) => void
  readonly onClear: () => void
  /** What offers to choose more than is shown. */
  readonly more?: ComponentChildren
}) {
  const { tab, events, onWish, onSort, onClear, more } = props
  useRead(needOwnFields, [], sayFault)
  const all = (does: Deed['does']) => events.every((event) => isOffered(does, event))
  return (
    <div class="bulk" role="region" aria-label={t('withSelection')}>
      <strong role="status">{tn('selected', events.length)}</strong>
      {more}
      {all('categorize') && (
        <button class="plain" type="button" popovertarget="sorting" onClick={() => onSort('categorize')}>
          {t('category')} …
        </button>
      )}
      {all('place') && (
        <button class="plain" type="button" popovertarget="sorting" onClick={() => onSort('place')}>
          {t('place')} …
        </button>
      )}
      {all('fields') && ownFields('event').length > 0 && (
        <button class="plain" type="button" popovertarget="sorting" onClick={() => onSort('fields')}>
          {te('setField')} …
        </button>
      )}
      {all('publish') && (
        <button class="plain" type="button" onClick={() => onWish('publish')}>
          {tab === 'waiting' ? t('approve') : t('publish')}
        </button>
      )}
      {all('cancel') && (
        <button class="plain" type="button" onClick={() => onWish('cancel')}>
          {t('cancelEvents')}
        </button>
      )}
      {all('trash') && (
        <button class="danger plain" type="button" onClick={() => onWish('trash')}>
          <Icon name="trash" />
          {t('toTrash')}
        </button>
      )}
      {all('restore') && (
        <button class="plain" type="button" onClick={() => onWish('restore')}>
          <Icon name="undo" />
          {t('restore')}
        </button>
      )}
      {all('remove') && (
        <button class="danger plain" type="button" onClick={() => onWish('remove')}>
          {t('removeForGood')}
        </button>
      )}
      <button class="quiet clear" type="button" onClick={onClear}>
        {t('clear')}
      </button>
    </div>
  )
}
