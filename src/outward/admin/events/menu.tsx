import type { Deed } from '../kit/rowMenu.tsx'
import type { EventRecord } from '../records.ts'
import { to } from '../route.ts'
import { mayEdit, mayReadHistory } from '../session.ts'
import { t } from '../texts.ts'
import { isOffered, type Sorting, type Wish } from './bulk.tsx'

/** What the menu of an event leads to. */
interface Leads {
  readonly onWish: (event: EventRecord, does: Wish['does']) => void
  readonly onMove: (event: EventRecord) => void
  readonly onSort: (event: EventRecord, does: Sorting['does']) => void
}

/** What can be done with one event. */
export function deedsOf(event: EventRecord, leads: Leads): readonly (Deed<EventRecord> | false)[] {
  const { id, status, series } = event
  const isHere = status !== 'trash'
  const mayChange = isHere && mayEdit(event)
  const act = (does: Wish['does'], icon: Deed<EventRecord>['icon'], says: string) =>
    isOffered(does, event) && { icon, says, does: () => leads.onWish(event, does) }
  const sort = (does: Sorting['does'], icon: Deed<EventRecord>['icon'], says: string) =>
    mayChange && { icon, says: `${says} …`, does: () => leads.onSort(event, does) }
  const goes = (does: Wish['does'], says: string) => {
    const deed = act(does, 'trash', says)
    return deed && { ...deed, is: 'danger' as const }
  }
  return [
    mayChange && { icon: 'edit', says: t('edit'), href: to(`events/${id}`), key: 'E' },
    isHere && { icon: 'eye', says: t(status === 'publish' ? 'seeInPublic' : 'preview'), href: event.url },
    isHere && { icon: 'copy', says: t('duplicate'), href: to('events/new', { like: id }), key: 'D' },
    act('publish', 'check', t(status === 'pending' ? 'approve' : 'publish')),
    act('restore', 'undo', t('restore')),
    mayChange && { icon: 'calendar', says: t('moveToDay'), does: leads.onMove, key: 'M' },
    sort('categorize', 'label', t('category')),
    sort('place', 'place', t('place')),
    act('cancel', 'off', t(series ? 'cancelDate' : 'cancelEvent')),
    mayReadHistory() && { icon: 'clock', says: t('history'), href: to(`history/events/${id}`) },
    goes('trash', t(series ? 'dateToTrash' : 'toTrash')),
    goes('remove', t('removeForGood')),
  ]
}
