import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { faultText } from '../faults.ts'
import type { Deed } from '../kit/rowMenu.tsx'
import { to } from '../route.ts'
import { mayDelete, mayEdit, mayReadHistory } from '../session.ts'
import { settle } from '../settle.ts'
import { t as tFrame } from '../texts.ts'
import { sayFault } from '../toasts.tsx'
import { restore, trash } from './deeds.ts'
import type { KindFacts, Placed } from './kinds.ts'
import { countComing, RemovePlaced, TrashPlaced } from './removalDialog.tsx'
import { t } from '../common/texts.ts'

interface Doing {
  readonly facts: KindFacts
  /** Whether it is in the list, and not where the record is open already. */
  readonly isOfList: boolean
  readonly onMerge: (row: Placed) => void
  readonly onDone: () => void
}

/** What can be done with a place or an organizer, and what is asked before it is done. */
export function usePlacedDeeds(doing: Doing): {
  readonly deeds: (row: Placed) => readonly (Deed<Placed> | false)[]
  readonly asked: ComponentChildren
} {
  const { facts, onMerge, onDone } = doing
  const removing = useSignal<Placed | undefined>(undefined)
  const trashing = useSignal<{ readonly row: Placed; readonly coming: number } | undefined>(undefined)
  /** What has events to come goes there only after a question. */
  const toTrash = (row: Placed) =>
    void settle(
      countComing(facts, row),
      (coming) => {
        if (coming > 0) trashing.value = { row, coming }
        else void trash(facts.kind, row, onDone)
      },
      (error: unknown) => sayFault(faultText(error)),
    )
  const asked = (
    <>
      {trashing.value && (
        <TrashPlaced
          facts={facts}
          {...trashing.value}
          onClose={() => (trashing.value = undefined)}
          onMerge={onMerge}
          onDone={onDone}
        />
      )}
      {removing.value && (
        <RemovePlaced
          facts={facts}
          row={removing.value}
          onClose={() => (removing.value = undefined)}
          onDone={onDone}
        />
      )}
    </>
  )
  return {
    deeds: (row) => deedsOf(row, doing, { toTrash, remove: (gone) => (removing.value = gone) }),
    asked,
  }
}

function deedsOf(
  row: Placed,
  { facts: { kind, name }, isOfList, onMerge, onDone }: Doing,
  { toTrash, remove }: Readonly<Record<'toTrash' | 'remove', (row: Placed) => void>>,
): readonly (Deed<Placed> | false)[] {
  const { id } = row
  const isTrash = row.status === 'trash'
  const isHere = !isTrash
  const mayChange = mayEdit(row)
  const goes = { icon: 'trash', is: 'danger' } as const
  return [
    isOfList && mayChange && { icon: 'edit', says: tFrame('edit'), href: to(`${kind}/${id}`) },
    isHere && isOfList && { icon: 'eye', says: t('publicPage'), href: row.url },
    isHere && { icon: 'calendar', says: t('seeEvents'), href: to('events', { [name]: id }) },
    isHere && { icon: 'copy', says: tFrame('duplicate'), href: to(`${kind}/new`, { like: id }) },
    isHere && mayChange && { icon: 'merge', says: t('mergeWith'), does: onMerge },
    isHere && { icon: 'export', says: t('itsFeed'), href: to('share', { [name]: id }) },
    (mayChange || mayReadHistory()) && {
      icon: 'clock',
      says: tFrame('history'),
      href: to(`history/${kind}/${id}`),
    },
    isTrash &&
      mayChange && { icon: 'undo', says: t('restoreIt'), does: () => void restore(kind, row, onDone) },
    mayDelete(row) &&
      (isTrash
        ? { ...goes, says: tFrame('removeForGood'), does: remove }
        : { ...goes, says: tFrame('toTrash'), does: toTrash }),
  ]
}
