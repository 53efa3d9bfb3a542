import { useRef } from 'preact/hooks'
import { type IconName, Icon } from '../icons.tsx'
import type { EventRecord } from '../records.ts'
import { to } from '../route.ts'
import { mayEdit, mayReadHistory } from '../session.ts'
import { t } from '../texts.ts'
import { isOffered, type Sorting, type Wish } from './bulk.tsx'

/** What can be done with one event: one menu, for the row whose button opened it. */
export function RowMenu(props: {
  readonly event: EventRecord | undefined
  readonly onWish: (event: EventRecord, does: Wish['does']) => void
  readonly onMove: (event: EventRecord) => void
  /** Called to sort the event, with the button that the menu was opened by. */
  readonly onSort: (event: EventRecord, does: Sorting['does'], by: Element | null) => void
}) {
  const { event, onWish, onMove, onSort } = props
  const menu = useRef<HTMLDivElement>(null)
  const close = () => menu.current?.hidePopover()
  const act = (does: Wish['does'], icon: IconName, name: string, isDanger = false) =>
    event &&
    isOffered(does, event) && (
      <li class={isDanger ? 'rule' : undefined}>
        <button
          type="button"
          class={isDanger ? 'danger' : undefined}
          onClick={() => {
            close()
            onWish(event, does)
          }}
        >
          <Icon name={icon} />
          {name}
        </button>
      </li>
    )
  const sort = (does: Sorting['does'], icon: IconName, name: string) => (
    <li>
      <button
        type="button"
        onClick={() => {
          close()
          // The focus is back at the button that opened the menu.
          if (event) onSort(event, does, document.activeElement)
        }}
      >
        <Icon name={icon} />
        {name} …
      </button>
    </li>
  )
  return (
    <div class="menu" id="row-menu" popover="auto" ref={menu}>
      {event && (
        <ul>
          {event.status !== 'trash' && mayEdit(event) && (
            <li>
              <a href={to(`events/${event.id}`)}>
                <Icon name="edit" />
                {t('edit')}
                <kbd aria-hidden="true">E</kbd>
              </a>
            </li>
          )}
          {event.status !== 'trash' && (
            <li>
              <a href={event.url}>
                <Icon name="eye" />
                {event.status === 'publish' ? t('seeInPublic') : t('preview')}
              </a>
            </li>
          )}
          {event.status !== 'trash' && (
            <li>
              <a href={to('events/new', { like: event.id })}>
                <Icon name="copy" />
                {t('duplicate')}
                <kbd aria-hidden="true">D</kbd>
              </a>
            </li>
          )}
          {act('publish', 'check', event.status === 'pending' ? t('approve') : t('publish'))}
          {act('restore', 'undo', t('restore'))}
          {event.status !== 'trash' && mayEdit(event) && (
            <>
              <li>
                <button
                  type="button"
                  onClick={() => {
                    close()
                    onMove(event)
                  }}
                >
                  <Icon name="calendar" />
                  {t('moveToDay')}
                  <kbd aria-hidden="true">M</kbd>
                </button>
              </li>
              {sort('categorize', 'label', t('category'))}
              {sort('place', 'place', t('place'))}
            </>
          )}
          {act('cancel', 'off', event.series ? t('cancelDate') : t('cancelEvent'))}
          {mayReadHistory() && (
            <li>
              <a href={to(`history/events/${event.id}`)} onClick={close}>
                <Icon name="clock" />
                {t('history')}
              </a>
            </li>
          )}
          {act('trash', 'trash', event.series ? t('dateToTrash') : t('toTrash'), true)}
          {act('remove', 'trash', t('removeForGood'), true)}
        </ul>
      )}
    </div>
  )
}
