import { useSignal } from '@preact/signals'
import { Icon } from '../icons.tsx'
import { type Reading, useRead } from '../kit/read.ts'
import type { Deed } from '../kit/rowMenu.tsx'
import { Screen } from '../kit/screen.tsx'
import { Table } from '../kit/table.tsx'
import { CopyButton } from '../parts.tsx'
import { sourceText } from '../refusals/said.ts'
import { t as frame } from '../texts.ts'
import { say, sayFault } from '../toasts.tsx'
import { readWebhooks, saveWebhook, testWebhook, type Webhook } from './asks.ts'
import { columnsOf, nameOf } from './columns.tsx'
import { Deliveries } from './deliveries.tsx'
import { AskWebhook, EditWebhook } from './dialogs.tsx'
import { t, tn } from './texts.ts'

/** What stands before the list; a webhook that is edited is a new one where there is none. */
type Open =
  | { readonly is: 'edit'; readonly webhook: Webhook | undefined }
  | { readonly is: 'remove' | 'rotate'; readonly webhook: Webhook }

/** What other programs are told by themselves: who they are, how that goes, and what can be done with each. */
export function Webhooks() {
  const read = useRead(readWebhooks)
  const made = useSignal<Webhook | undefined>(undefined)
  const open = useSignal<Open | undefined>(undefined)
  /** Whose deliveries are shown. */
  const shown = useSignal<number | undefined>(undefined)
  const show = ({ id }: Webhook) => {
    shown.value = id
  }
  const opens = (now: Open | undefined) => {
    open.value = now
  }
  const test = (webhook: Webhook) =>
    read.does(testWebhook(webhook.id), ({ state, status, fault }) => {
      show(webhook)
      if (state === 'sent') return t('works', { status: String(status) })
      sayFault(sourceText(fault ?? ''))
      return undefined
    })
  const done = (said: string, webhook?: Webhook) => {
    opens(undefined)
    if (webhook?.secret !== undefined) made.value = webhook
    say(said)
    read.again()
  }
  const all = read.value
  const told = all?.find(({ id }) => id === shown.value)
  return (
    <Screen
      title={frame('webhooks')}
      says={all && all.length > 0 ? tn('webhooks_', all.length) : t('says')}
      begin={[t('newOne'), () => opens({ is: 'edit', webhook: undefined })]}
      read={read}
    >
      {made.value?.secret !== undefined && <Secret webhook={made.value} secret={made.value.secret} />}
      {all?.length === 0 && <p class="dim">{t('nothingYet')}</p>}
      {all && all.length > 0 && (
        <Table rows={all} name={nameOf} columns={columnsOf(test)} deeds={deedsWith({ read, show, opens })} />
      )}
      {told && <Deliveries webhook={told} round={read.reads} />}
      <Opened open={open.value} onClose={() => opens(undefined)} onDone={done} />
    </Screen>
  )
}

/** What can be done with one webhook. */
function deedsWith(to: {
  readonly read: Pick<Reading<unknown>, 'does'>
  readonly show: (webhook: Webhook) => void
  readonly opens: (open: Open) => void
}) {
  return ({ enabled }: Webhook): readonly Deed<Webhook>[] => [
    { icon: 'clock', says: t('deliveries'), does: to.show },
    { icon: 'edit', says: t('edit'), does: (webhook) => to.opens({ is: 'edit', webhook }) },
    { icon: 'key', says: t('rotate'), does: (webhook) => to.opens({ is: 'rotate', webhook }) },
    {
      icon: enabled ? 'pause' : 'play',
      says: enabled ? t('disable') : t('enable'),
      does: ({ id }) => to.read.does(saveWebhook(id, { enabled: !enabled }), t('saved')),
    },
    {
      icon: 'trash',
      says: t('remove'),
      is: 'danger',
      does: (webhook) => to.opens({ is: 'remove', webhook }),
    },
  ]
}

function Opened(props: {
  readonly open: Open | undefined
  readonly onClose: () => void
  readonly onDone: (said: string, webhook?: Webhook) => void
}) {
  const { open, onClose, onDone } = props
  if (!open) return null
  const { is, webhook } = open
  if (is === 'edit')
    return <EditWebhook webhook={webhook} onClose={onClose} onDone={(saved) => onDone(t('saved'), saved)} />
  return (
    <AskWebhook
      is={is}
      webhook={webhook}
      onClose={onClose}
      onDone={(rotated) => onDone(is === 'remove' ? t('removed') : t('saved'), rotated)}
    />
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
        <ToCopy label={t('secret')} value={secret} />
        {webhook.public_key !== null && <ToCopy label={t('publicKey')} value={webhook.public_key} />}
        <p dir="auto">{nameOf(webhook)}</p>
      </div>
    </div>
  )
}

function ToCopy({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <p class="address">
      <input readOnly dir="ltr" aria-label={label} value={value} />
      <CopyButton value={value} />
    </p>
  )
}
