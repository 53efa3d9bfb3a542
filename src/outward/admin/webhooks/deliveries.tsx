import { useRead } from '../kit/read.ts'
import { momentText } from '../moments.ts'
import { Failed } from '../parts.tsx'
import { sourceText } from '../refusals/said.ts'
import { type Delivery, readDeliveries, replayDelivery, type Webhook } from './asks.ts'
import { nameOf } from './columns.tsx'
import { t } from './texts.ts'

const stateNames = { waiting: 'waits', sent: 'taken', failed: 'givenUp' } as const
const lamps = { waiting: 'lamp warn', sent: 'lamp', failed: 'lamp bad' } as const

/** The last messages to a webhook, with what was answered; `round` has them read again. */
export function Deliveries({ webhook, round }: { readonly webhook: Webhook; readonly round: number }) {
  const { value, fault, isRefused, again, does } = useRead(
    () => readDeliveries(webhook.id),
    [webhook.id, round],
  )
  const replay = ({ id }: Delivery) => does(replayDelivery(id), t('replayed'))
  return (
    <section class="section" aria-labelledby="deliveries">
      <div class="section-head">
        <h2 id="deliveries">
          {t('deliveries')}
          <span class="count">
            <bdi>{nameOf(webhook)}</bdi>
          </span>
        </h2>
      </div>
      {fault !== '' && <Failed fault={fault} isRefused={isRefused} onAgain={again} />}
      {fault === '' && value?.length === 0 && <p class="dim">{t('noneSent')}</p>}
      {fault === '' && value && value.length > 0 && (
        <ul class="items two">
          {value.map((delivery) => (
            <Sent key={delivery.id} delivery={delivery} onReplay={() => replay(delivery)} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Sent({ delivery, onReplay }: { readonly delivery: Delivery; readonly onReplay: () => void }) {
  const { state, type, fault, attempts } = delivery
  const answer = attempts.at(-1)?.answer
  return (
    <li>
      <div>
        <p class="what">
          <span class={lamps[state]} />
          <bdi dir="ltr">{type}</bdi> · {t(stateNames[state])}
        </p>
        <p class="says">{aboutOf(delivery)}</p>
        {fault !== null && (
          <p class="says" dir="auto">
            {sourceText(fault)}
          </p>
        )}
        {answer && (
          <p class="says">
            <code dir="auto">{answer}</code>
          </p>
        )}
      </div>
      <div class="end">
        <button class="quiet" type="button" onClick={onReplay}>
          {t('replay')}
          <span class="hidden"> {type}</span>
        </button>
      </div>
    </li>
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
