import { momentText } from '../moments.ts'
import { MenuCell } from '../parts.tsx'
import { sourceText } from '../refusals/said.ts'
import { t as frame } from '../texts.ts'
import { allTypes, type Webhook } from './asks.ts'
import { t, tn } from './texts.ts'

/** What a webhook is called: what it is for, or else its address. */
export function nameOf({ description, url }: Webhook): string {
  return description || url
}

/** Who is told, of what, and how that goes. */
export function WebhookTable(props: {
  readonly webhooks: readonly Webhook[]
  readonly onTest: (webhook: Webhook) => void
  readonly onMenu: (webhook: Webhook) => void
}) {
  const { webhooks, onTest, onMenu } = props
  return (
    <table class="list cards no-pick" role="table">
      <thead role="rowgroup">
        <tr role="row">
          {[t('address'), t('toldOf'), frame('state')].map((head) => (
            <th key={head} scope="col" role="columnheader">
              {head}
            </th>
          ))}
          <th scope="col" role="columnheader">
            <span class="hidden">{t('test')}</span>
          </th>
          <th scope="col" role="columnheader">
            <span class="hidden">{frame('more')}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {webhooks.map((webhook) => (
          <tr key={webhook.id} role="row">
            <th scope="row" role="rowheader">
              <p class="what">
                <span class={`lamp ${lampOf(webhook)}`} /> <bdi>{nameOf(webhook)}</bdi>
              </p>
              {webhook.description !== '' && (
                <p class="under">
                  <bdi dir="ltr">{webhook.url}</bdi>
                </p>
              )}
              {webhook.message !== null && <p class="fault">{sourceText(webhook.message)}</p>}
            </th>
            <td role="cell" data-is={t('toldOf')}>
              {webhook.types.length === allTypes.length ? (
                t('everything')
              ) : (
                <bdi dir="ltr">{webhook.types.join(', ')}</bdi>
              )}
            </td>
            <td role="cell" data-is={frame('state')}>
              {stateText(webhook)}
            </td>
            <td role="cell">
              <button class="plain" type="button" onClick={() => onTest(webhook)}>
                {t('test')}
                <span class="hidden"> {nameOf(webhook)}</span>
              </button>
            </td>
            <MenuCell title={nameOf(webhook)} onOpen={() => onMenu(webhook)} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Whether nothing has been taken, nor refused: of such a webhook nobody knows yet whether it works. */
function isUntried({ state, last_success_utc: last }: Webhook): boolean {
  return state === 'good' && last === null
}

const lamps = { good: '', failing: 'bad', disabled: 'off' } as const

function lampOf(webhook: Webhook): string {
  return isUntried(webhook) ? 'off' : lamps[webhook.state]
}

function stateText(webhook: Webhook): string {
  const { state, waiting, last_success_utc: last } = webhook
  return [
    ...(isUntried(webhook) ? [] : [t(state)]),
    ...(waiting > 0 ? [tn('waiting_', waiting)] : []),
    last === null ? t('never') : t('lastTaken', { date: momentText(last) }),
  ].join(' · ')
}
