import type { Columns } from '../kit/columns.tsx'
import { momentText } from '../moments.ts'
import { sourceText } from '../refusals/said.ts'
import { t as frame } from '../texts.ts'
import { allTypes, type Webhook } from './asks.ts'
import { t, tn } from './texts.ts'

/** What a webhook is called: what it is for, or else its address. */
export function nameOf({ description, url }: Webhook): string {
  return description || url
}

/** Who is told, of what, and how that goes. */
export function columnsOf(onTest: (webhook: Webhook) => void): Columns<Webhook> {
  return [
    { head: t('address'), show: (webhook) => <What webhook={webhook} /> },
    {
      head: t('toldOf'),
      named: true,
      show: ({ types }) =>
        types.length === allTypes.length ? t('everything') : <bdi dir="ltr">{types.join(', ')}</bdi>,
    },
    { head: frame('state'), named: true, show: stateText },
    {
      head: t('test'),
      isHidden: true,
      show: (webhook) => (
        <button class="plain" type="button" onClick={() => onTest(webhook)}>
          {t('test')}
          <span class="hidden"> {nameOf(webhook)}</span>
        </button>
      ),
    },
  ]
}

function What({ webhook }: { readonly webhook: Webhook }) {
  const { description, url, message } = webhook
  return (
    <>
      <p class="what">
        <span class={`lamp ${lampOf(webhook)}`} /> <bdi>{nameOf(webhook)}</bdi>
      </p>
      {description !== '' && (
        <p class="under">
          <bdi dir="ltr">{url}</bdi>
        </p>
      )}
      {message !== null && <p class="fault">{sourceText(message)}</p>}
    </>
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
