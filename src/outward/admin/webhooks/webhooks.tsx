import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { CopyButton, Failed } from '../parts.tsx'
import { sourceText } from '../refusals/said.ts'
import { settle } from '../settle.ts'
import { t as frame } from '../texts.ts'
import { useTitle } from '../title.ts'
import { say, sayFault } from '../toasts.tsx'
import { readWebhooks, removeWebhook, rotateSecret, saveWebhook, testWebhook, type Webhook } from './asks.ts'
import { Deliveries } from './deliveries.tsx'
import { EditWebhook } from './dialog.tsx'
import { WebhookMenu } from './menu.tsx'
import { nameOf, WebhookTable } from './table.tsx'
import { t, tn } from './texts.ts'

type Open = { readonly is: 'new' } | { readonly is: 'edit' | 'remove' | 'rotate'; readonly webhook: Webhook }

/** What other programs are told by themselves: who they are, how that goes, and what can be done with each. */
export function Webhooks() {
  const webhooks = useSignal<readonly Webhook[] | undefined>(undefined)
  const fault = useSignal('')
  const reads = useSignal(0)
  const made = useSignal<Webhook | undefined>(undefined)
  const open = useSignal<Open | undefined>(undefined)
  /** Whose deliveries are shown. */
  const shown = useSignal<number | undefined>(undefined)
  const pointed = useSignal<Webhook | undefined>(undefined)
  useTitle(frame('webhooks'))
  const again = () => {
    reads.value += 1
  }
  useEffect(() => {
    void settle(
      readWebhooks(),
      (found) => {
        webhooks.value = found
        fault.value = ''
      },
      (error) => {
        fault.value = faultText(error)
      },
    )
  }, [reads.value])
  const close = () => {
    open.value = undefined
  }
  const carryOut = (work: Promise<unknown>, done: string) =>
    void settle(
      work,
      () => {
        say(done)
        again()
      },
      (error) => sayFault(faultText(error)),
    )
  const rotate = ({ id }: Webhook) =>
    void settle(
      rotateSecret(id),
      (rotated) => {
        made.value = rotated
        say(t('saved'))
        again()
      },
      (error) => sayFault(faultText(error)),
    )
  const test = ({ id }: Webhook) =>
    void settle(
      testWebhook(id),
      ({ state, status, fault: said }) => {
        if (state === 'sent') say(t('works', { status: String(status) }))
        else sayFault(sourceText(said ?? ''))
        shown.value = id
        again()
      },
      (error) => sayFault(faultText(error)),
    )
  const all = webhooks.value
  const told = all?.find(({ id }) => id === shown.value)
  const now = open.value
  return (
    <>
      <div class="head">
        <div>
          <h1>{frame('webhooks')}</h1>
          <p>{all && all.length > 0 ? tn('webhooks_', all.length) : t('says')}</p>
        </div>
        <div class="acts">
          <button
            type="button"
            onClick={() => {
              open.value = { is: 'new' }
            }}
          >
            <Icon name="plus" />
            {t('newOne')}
          </button>
        </div>
      </div>
      {fault.value !== '' && <Failed fault={fault.value} onAgain={again} />}
      {made.value?.secret !== undefined && <Secret webhook={made.value} secret={made.value.secret} />}
      {all?.length === 0 && <p class="dim">{t('nothingYet')}</p>}
      {all && all.length > 0 && (
        <WebhookTable
          webhooks={all}
          onTest={test}
          onMenu={(webhook) => {
            pointed.value = webhook
          }}
        />
      )}
      {told && (
        <section class="section" aria-labelledby="deliveries">
          <div class="section-head">
            <h2 id="deliveries">
              {t('deliveries')}
              <span class="count">
                <bdi>{nameOf(told)}</bdi>
              </span>
            </h2>
          </div>
          <Deliveries webhook={told} round={reads.value} />
        </section>
      )}
      <WebhookMenu
        webhook={pointed.value}
        onShow={({ id }) => {
          shown.value = id
        }}
        onEnable={({ id, enabled }) => carryOut(saveWebhook(id, { enabled: !enabled }), t('saved'))}
        onOpen={(is, webhook) => {
          open.value = { is, webhook }
        }}
      />
      {(now?.is === 'new' || now?.is === 'edit') && (
        <EditWebhook
          webhook={now.is === 'edit' ? now.webhook : undefined}
          onClose={close}
          onDone={(webhook) => {
            close()
            if (webhook.secret !== undefined) made.value = webhook
            say(t('saved'))
            again()
          }}
        />
      )}
      {(now?.is === 'remove' || now?.is === 'rotate') && (
        <Ask
          is={now.is}
          webhook={now.webhook}
          onClose={close}
          onYes={() => {
            close()
            if (now.is === 'remove') carryOut(removeWebhook(now.webhook.id), t('removed'))
            else rotate(now.webhook)
          }}
        />
      )}
    </>
  )
}

function Secret({ webhook, secret }: { readonly webhook: Webhook; readonly secret: string }) {
  return (
    <div class="notice good" role="status">
      <Icon name="check" />
      <div>
        <p>
          <b>{t('copyNow')}</b>
        </p>
        <p class="address">
          <input readOnly dir="ltr" aria-label={t('secret')} value={secret} />
          <CopyButton value={secret} />
        </p>
        {webhook.public_key !== null && (
          <p class="address">
            <input readOnly dir="ltr" aria-label={t('publicKey')} value={webhook.public_key} />
            <CopyButton value={webhook.public_key} />
          </p>
        )}
        <p dir="auto">{nameOf(webhook)}</p>
      </div>
    </div>
  )
}

function Ask(props: {
  readonly is: 'remove' | 'rotate'
  readonly webhook: Webhook
  readonly onClose: () => void
  readonly onYes: () => void
}) {
  const { is, webhook, onClose, onYes } = props
  return (
    <Dialog
      title={nameOf(webhook)}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'yes' ? onYes() : onClose())}
      foot={
        <>
          <button class="plain" value="no">
            {t('notNow')}
          </button>
          <button class={is === 'remove' ? 'danger' : undefined} value="yes">
            {is === 'remove' ? t('remove') : t('rotate')}
          </button>
        </>
      }
    >
      <p>{is === 'remove' ? t('removeHint') : t('rotateHint')}</p>
    </Dialog>
  )
}
