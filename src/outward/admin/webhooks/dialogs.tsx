import { useSignal } from '@preact/signals'
import { FormDialog } from '../kit/form.tsx'
import { Question } from '../kit/question.tsx'
import { allTypes, removeWebhook, rotateSecret, saveWebhook, type Webhook } from './asks.ts'
import { nameOf } from './columns.tsx'
import { t } from './texts.ts'

function startOf(webhook: Webhook | undefined) {
  return {
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    types: webhook?.types ?? allTypes,
    filter: webhook?.filter ?? '',
    hasKey: webhook?.signatures.includes('v1a') ?? false,
  }
}

/** Sets a webhook up, or changes one. */
export function EditWebhook(props: {
  readonly webhook: Webhook | undefined
  readonly onClose: () => void
  readonly onDone: (webhook: Webhook) => void
}) {
  const { webhook, onClose, onDone } = props
  const address = {
    type: 'text',
    inputMode: 'url',
    required: true,
    autofocus: true,
    dir: 'ltr',
    placeholder: 'https://example.org/hook',
  } as const
  return (
    <FormDialog
      title={webhook ? t('change') : t('newOne')}
      no={t('notNow')}
      start={startOf(webhook)}
      fields={{
        url: { label: t('address'), hint: t('addressHint'), input: address },
        description: { label: t('purpose'), isOptional: true },
        types: { label: t('toldOf'), isSeveral: true, control: typesControl },
        filter: {
          label: t('filter'),
          isOptional: true,
          hint: t('filterHint'),
          input: { dir: 'ltr', placeholder: 'categories=music&free=1' },
        },
        hasKey: { label: t('withKey') },
      }}
      save={({ hasKey, ...sent }) =>
        saveWebhook(webhook?.id, { ...sent, signatures: hasKey ? ['v1', 'v1a'] : ['v1'] })
      }
      onClose={onClose}
      onDone={onDone}
    />
  )
}

function typesControl(types: readonly string[], onTypes: (types: readonly string[]) => void) {
  return <Types types={types} onTypes={onTypes} />
}

function Types(props: {
  readonly types: readonly string[]
  readonly onTypes: (types: readonly string[]) => void
}) {
  const { types, onTypes } = props
  const isAll = useSignal(types.length === allTypes.length)
  /** What was chosen of them before all were. */
  const some = useSignal(types)
  const choose = (chosen: readonly string[]) => {
    some.value = chosen
    onTypes(chosen)
  }
  return (
    <>
      <Tick
        says={t('everything')}
        isTicked={isAll.value}
        onTick={(isTicked) => {
          isAll.value = isTicked
          onTypes(isTicked ? allTypes : some.value)
        }}
      />
      {!isAll.value && (
        <div class="webhook-types" dir="ltr">
          {allTypes.map((type) => (
            <Tick
              key={type}
              says={type}
              isTicked={types.includes(type)}
              onTick={(isTicked) =>
                choose(allTypes.filter((each) => (each === type ? isTicked : types.includes(each))))
              }
            />
          ))}
        </div>
      )}
    </>
  )
}

function Tick(props: {
  readonly says: string
  readonly isTicked: boolean
  readonly onTick: (isTicked: boolean) => void
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={props.isTicked}
        onChange={({ currentTarget }) => props.onTick(currentTarget.checked)}
      />
      <span>{props.says}</span>
    </label>
  )
}

/** Asks before a webhook is removed, or given a new secret, with which it is answered. */
export function AskWebhook(props: {
  readonly is: 'remove' | 'rotate'
  readonly webhook: Webhook
  readonly onClose: () => void
  readonly onDone: (rotated: Webhook | undefined) => void
}) {
  const { is, webhook, onClose, onDone } = props
  const isRemoval = is === 'remove'
  return (
    <Question
      title={nameOf(webhook)}
      says={isRemoval ? t('removeHint') : t('rotateHint')}
      no={t('notNow')}
      yes={isRemoval ? t('remove') : t('rotate')}
      isDanger={isRemoval}
      does={async () => {
        if (!isRemoval) return rotateSecret(webhook.id)
        await removeWebhook(webhook.id)
        return undefined
      }}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
