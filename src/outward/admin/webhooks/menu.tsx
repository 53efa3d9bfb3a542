import { Icon } from '../icons.tsx'
import { closingRowMenu } from '../pop.tsx'
import type { Webhook } from './asks.ts'
import { t } from './texts.ts'

/** What can be done with one webhook: one menu, for the row whose button opened it. */
export function WebhookMenu(props: {
  readonly webhook: Webhook | undefined
  readonly onShow: (webhook: Webhook) => void
  readonly onEnable: (webhook: Webhook) => void
  readonly onOpen: (is: 'edit' | 'remove' | 'rotate', webhook: Webhook) => void
}) {
  const { webhook, onShow, onEnable, onOpen } = props
  return (
    <div class="menu" id="row-menu" popover="auto">
      {webhook && (
        <ul>
          <li>
            <button type="button" onClick={closingRowMenu(() => onShow(webhook))}>
              <Icon name="clock" />
              {t('deliveries')}
            </button>
          </li>
          <li>
            <button type="button" onClick={closingRowMenu(() => onOpen('edit', webhook))}>
              <Icon name="edit" />
              {t('edit')}
            </button>
          </li>
          <li>
            <button type="button" onClick={closingRowMenu(() => onOpen('rotate', webhook))}>
              <Icon name="key" />
              {t('rotate')}
            </button>
          </li>
          <li>
            <button type="button" onClick={closingRowMenu(() => onEnable(webhook))}>
              <Icon name={webhook.enabled ? 'pause' : 'play'} />
              {webhook.enabled ? t('disable') : t('enable')}
            </button>
          </li>
          <li class="rule">
            <button type="button" class="danger" onClick={closingRowMenu(() => onOpen('remove', webhook))}>
              <Icon name="trash" />
              {t('remove')}
            </button>
          </li>
        </ul>
      )}
    </div>
  )
}
