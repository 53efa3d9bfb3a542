import { useRef } from 'preact/hooks'
import { type IconName, Icon } from '../icons.tsx'
import type { EventRecord } from '../records.ts'
import { to } from '../route.ts'
import { mayEdit } from '../session.ts'
import { t } from '../texts.ts'
import { isOffered } from './bulk.tsx'
import type { Deed } from './change.ts'

/** What can be done with one event: one menu, for the row whose button opened it. */
export function RowMenu(props: {
  readonly event: EventRecord | undefined
  readonly onWish: (event: EventRecord, does: Deed['does']) => void
}) {
  const { event, onWish } = props
  const menu = useRef<HTMLDivElement>(null)
  const close = () => menu.current?.hidePopover()
  const act = (does: Deed['does'], icon: IconName, name: string, isDanger = false) =>
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
  return (
    <div class="menu" id="row-menu" popover="auto" ref={menu}>
      {event && (
        <ul>
          {event.status !== 'trash' && mayEdit(event) && (
            <li>
              <a href={to(`events/${event.id}`)}>
                <Icon name="edit" />
                {t('edit')}
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
              </a>
            </li>
          )}
          {act('publish', 'check', event.status === 'pending' ? t('approve') : t('publish'))}
          {act('restore', 'undo', t('restore'))}
          {act('cancel', 'off', event.series ? t('cancelDate') : t('cancelEvent'))}
          {act('trash', 'trash', event.series ? t('dateToTrash') : t('toTrash'), true)}
          {act('remove', 'trash', t('removeForGood'), true)}
        </ul>
      )}
    </div>
  )
}
