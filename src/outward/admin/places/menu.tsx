import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { type IconName, Icon } from '../icons.tsx'
import { faultText } from '../faults.ts'
import { to } from '../route.ts'
import { mayDelete, mayEdit, mayReadHistory } from '../session.ts'
import { settle } from '../settle.ts'
import { t as tFrame } from '../texts.ts'
import { sayFault } from '../toasts.tsx'
import { restore, trash } from './deeds.ts'
import type { KindFacts, Placed } from './kinds.ts'
import { countComing, RemovePlaced, TrashPlaced } from './removalDialog.tsx'
import { t } from './texts.ts'

/** What can be done with one place or organizer: one menu, in the list for the row whose button opened it. */
export function PlacedMenu(props: {
  readonly id: string
  readonly facts: KindFacts
  readonly row: Placed | undefined
  /** Whether it is in the list, and not where the record is open already. */
  readonly isOfList: boolean
  readonly onMerge: () => void
  readonly onDone: () => void
}) {
  const { id, facts, row, isOfList, onMerge, onDone } = props
  const menu = useRef<HTMLDivElement>(null)
  const removing = useSignal<Placed | undefined>(undefined)
  const trashing = useSignal<{ readonly row: Placed; readonly coming: number } | undefined>(undefined)
  const close = () => menu.current?.hidePopover()
  /** What has events to come goes there only after a question. */
  const toTrash = (gone: Placed) => {
    void settle(
      countComing(facts, gone),
      (coming) => {
        if (coming > 0) trashing.value = { row: gone, coming }
        else void trash(facts.kind, gone, onDone)
      },
      (error: unknown) => sayFault(faultText(error)),
    )
  }
  const link = (url: string, icon: IconName, name: string) => (
    <li>
      <a href={url} onClick={close}>
        <Icon name={icon} />
        {name}
      </a>
    </li>
  )
  const act = (icon: IconName, name: string, does: () => void, isDanger = false) => (
    <li class={isDanger ? 'rule' : undefined}>
      <button
        type="button"
        class={isDanger ? 'danger' : undefined}
        onClick={() => {
          close()
          does()
        }}
      >
        <Icon name={icon} />
        {name}
      </button>
    </li>
  )
  const { kind, name } = facts
  const isTrash = row?.status === 'trash'
  return (
    <>
      <div class="menu" id={id} popover="auto" ref={menu}>
        {row && (
          <ul>
            {isOfList && mayEdit(row) && link(to(`${kind}/${row.id}`), 'edit', tFrame('edit'))}
            {!isTrash && (
              <>
                {isOfList && link(row.url, 'eye', t('publicPage'))}
                {link(to('events', { [name]: row.id }), 'calendar', t('seeEvents'))}
                {link(to(`${kind}/new`, { like: row.id }), 'copy', tFrame('duplicate'))}
                {mayEdit(row) && act('merge', t('mergeWith'), onMerge)}
                {link(to('share', { [name]: row.id }), 'export', t('itsFeed'))}
              </>
            )}
            {(mayEdit(row) || mayReadHistory()) &&
              link(to(`history/${kind}/${row.id}`), 'clock', tFrame('history'))}
            {isTrash && mayEdit(row) && act('undo', t('restoreIt'), () => void restore(kind, row, onDone))}
            {mayDelete(row) &&
              (isTrash
                ? act('trash', tFrame('removeForGood'), () => (removing.value = row), true)
                : act('trash', tFrame('toTrash'), () => toTrash(row), true))}
          </ul>
        )}
      </div>
      {trashing.value && (
        <TrashPlaced
          facts={facts}
          row={trashing.value.row}
          coming={trashing.value.coming}
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
}
