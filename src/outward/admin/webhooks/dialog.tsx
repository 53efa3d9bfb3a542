import { useSignal } from '@preact/signals'
import { Dialog } from '../dialog.tsx'
import { fieldFaults } from '../faults.ts'
import { Field } from '../parts.tsx'
import { settle } from '../settle.ts'
import { t as frame } from '../texts.ts'
import { allTypes, saveWebhook, type Webhook } from './asks.ts'
import { t } from './texts.ts'

/** Sets a webhook up, or changes one. */
export function EditWebhook(props: {
  readonly webhook: Webhook | undefined
  readonly onClose: () => void
  readonly onDone: (webhook: Webhook) => void
}) {
  const { webhook, onClose, onDone } = props
  const url = useSignal(webhook?.url ?? '')
  const description = useSignal(webhook?.description ?? '')
  const filter = useSignal(webhook?.filter ?? '')
  const types = useSignal<readonly string[]>(webhook?.types ?? allTypes)
  const isAll = useSignal(types.value.length === allTypes.length)
  const hasKey = useSignal(webhook?.signatures.includes('v1a') ?? false)
  const faults = useSignal<Readonly<Record<string, string>>>({})
  const save = () =>
    void settle(
      saveWebhook(webhook?.id, {
        url: url.value,
        description: description.value,
        filter: filter.value,
        types: isAll.value ? allTypes : types.value,
        signatures: hasKey.value ? ['v1', 'v1a'] : ['v1'],
      }),
      onDone,
      (error) => {
        faults.value = fieldFaults(error)
      },
    )
  return (
    <Dialog
      title={webhook ? t('change') : t('newOne')}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'yes' ? save() : onClose())}
      foot={
        <>
          <button class="plain" value="no" formNoValidate>
            {t('notNow')}
          </button>
          <button value="yes">{frame('save')}</button>
        </>
      }
    >
      {faults.value[''] && (
        <p class="fault" role="alert" dir="auto">
          {faults.value['']}
        </p>
      )}
      <Field label={t('address')} hint={t('addressHint')} fault={faults.value['url']}>
        {(tied) => (
          <input
            {...tied}
            type="text"
            inputMode="url"
            required
            autofocus
            dir="ltr"
            placeholder="https://example.org/hook"
            value={url.value}
            onInput={({ currentTarget }) => {
              url.value = currentTarget.value
            }}
          />
        )}
      </Field>
      <Field
        label={
          <>
            {t('purpose')} <span class="dim">{frame('optional')}</span>
          </>
        }
        fault={faults.value['description']}
      >
        {(tied) => (
          <input
            {...tied}
            dir="auto"
            value={description.value}
            onInput={({ currentTarget }) => {
              description.value = currentTarget.value
            }}
          />
        )}
      </Field>
      <Types
        types={types.value}
        isAll={isAll.value}
        fault={faults.value['types']}
        onAll={(all) => {
          isAll.value = all
        }}
        onTypes={(chosen) => {
          types.value = chosen
        }}
      />
      <Field
        label={
          <>
            {t('filter')} <span class="dim">{frame('optional')}</span>
          </>
        }
        hint={t('filterHint')}
        fault={faults.value['filter']}
      >
        {(tied) => (
          <input
            {...tied}
            dir="ltr"
            placeholder="categories=music&free=1"
            value={filter.value}
            onInput={({ currentTarget }) => {
              filter.value = currentTarget.value
            }}
          />
        )}
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={hasKey.value}
          onChange={({ currentTarget }) => {
            hasKey.value = currentTarget.checked
          }}
        />
        <span>{t('withKey')}</span>
      </label>
    </Dialog>
  )
}

function Types(props: {
  readonly types: readonly string[]
  readonly isAll: boolean
  readonly fault: string | undefined
  readonly onAll: (isAll: boolean) => void
  readonly onTypes: (types: readonly string[]) => void
}) {
  const { types, isAll, fault, onAll, onTypes } = props
  return (
    <fieldset>
      <legend>{t('toldOf')}</legend>
      <label class="check">
        <input
          type="checkbox"
          checked={isAll}
          onChange={({ currentTarget }) => onAll(currentTarget.checked)}
        />
        <span>{t('everything')}</span>
      </label>
      {!isAll && (
        <div class="webhook-types" dir="ltr">
          {allTypes.map((type) => (
            <label class="check" key={type}>
              <input
                type="checkbox"
                checked={types.includes(type)}
                onChange={({ currentTarget: { checked } }) =>
                  onTypes(allTypes.filter((each) => (each === type ? checked : types.includes(each))))
                }
              />
              <span>{type}</span>
            </label>
          ))}
        </div>
      )}
      {fault && (
        <p class="fault" dir="auto">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
