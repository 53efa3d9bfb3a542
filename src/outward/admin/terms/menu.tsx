import type { Deed } from '../kit/rowMenu.tsx'
import { t } from '../common/texts.ts'
import type { Term } from '../records.ts'
import { to } from '../route.ts'
import { mayReadHistory } from '../session.ts'
import { t as tFrame } from '../texts.ts'
import type { Kind } from './kinds.ts'

/** What can be done with one category or tag. */
export function deedsOf(kind: Kind, { id }: Term): readonly (Deed<unknown> | false)[] {
  const isCategories = kind === 'categories'
  const filter = isCategories ? 'category' : 'tag'
  return [
    { icon: 'edit', says: tFrame('edit'), href: to(kind, { id }) },
    { icon: 'calendar', says: t('seeEvents'), href: to('events', { [filter]: id }) },
    isCategories && { icon: 'move', says: t('move'), href: to(kind, { id, does: 'move' }) },
    { icon: 'merge', says: t('merge'), href: to(kind, { id, does: 'merge' }) },
    mayReadHistory() && { icon: 'clock', says: tFrame('history'), href: to(`history/${kind}/${id}`) },
    { icon: 'trash', says: t('delete'), is: 'danger', href: to(kind, { id, does: 'delete' }) },
  ]
}
