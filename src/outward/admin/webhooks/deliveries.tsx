import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { momentText } from '../moments.ts'
import { Failed } from '../parts.tsx'
import { sourceText } from '../refusals/said.ts'
import { settle } from '../settle.ts'
import { say, sayFault } from '../toasts.tsx'
import { type Delivery, readDeliveries, replayDelivery, type Webhook } from './asks.ts'
import { t } from './texts.ts'

const stateNames = { waiting: 'waits', sent: 'taken', failed: 'givenUp' } as const
const lamps = { waiting: 'lamp warn', sent: 'lamp', failed: 'lamp bad' } as const

/** The last messages to a webhook, with what was answered; `round` has them read again. */
export function Deliveries({ webhook, round }: { readonly webhook: Webhook; readonly round: number }) {
  const found = useSignal<readonly Delivery[] | undefined>(undefined)
  const fault = useSignal('')
  const reads = useSignal(0)
  const again = () => {
    reads.value += 1
  }
  useEffect(() => {
    void settle(
      readDeliveries(webhook.id),
      (read) => {
        found.value = read
        fault.value = ''
      },
      (error) => {
        fault.value = faultText(error)
      },
    )
  }, [webhook.id, reads.value, round])
  const replay = ({ id }: Delivery) =>
    void settle(
      replayDelivery(id),
      () => {
        say(t('replayed'))
        again()
      },
      (error) => sayFault(faultText(error)),
    )
  if (fault.value !== '') return <Failed fault={fault.value} onAgain={again} />
  if (found.value?.length === 0) return <p class="dim">{t('noneSent')}</p>
  return (
    <ul class="items two">
      {found.value?.map((delivery) => (
        <li key={delivery.id}>
          <div>
            <p class="what">
              <span class={lamps[delivery.state]} />
              <bdi dir="ltr">{delivery.type}</bdi> · {t(stateNames[delivery.state])}
            </p>
            <p class="says">{aboutOf(delivery)}</p>
            {delivery.fault !== null && (
              <p class="says" dir="auto">
                {sourceText(delivery.fault)}
              </p>
            )}
            {delivery.attempts.at(-1)?.answer && (
              <p class="says">
                <code dir="auto">{delivery.attempts.at(-1)?.answer}</code>
              </p>
            )}
          </div>
          <div class="end">
            <button class="quiet" type="button" onClick={() => replay(delivery)}>
              {t('replay')}
              <span class="hidden"> {delivery.type}</span>
            </button>
          </div>
        </li>
      ))}
    </ul>
  )
}

function aboutOf({ created_utc: created, next_try_utc: next, status, attempts }: Delivery): string {
  const last = attempts.at(-1)
  return [
    momentText(created),
    ...(status === null ? [] : [t('answered', { status: String(status) })]),
    ...(last ? [`${last.took_ms} ms`] : []),
    ...(next === null ? [] : [t('nextTry', { date: momentText(next) })]),
  ].join(' · ')
}
