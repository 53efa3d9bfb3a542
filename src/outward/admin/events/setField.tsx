import { useSignal } from '@preact/signals'
import type { OwnValue } from '../../../fields/own/declaration.ts'
import type { Deed } from '../common/deed.ts'
import { useRead } from '../kit/read.ts'
import { Asked } from '../own/asked.tsx'
import { needOwnFields, ownFields } from '../own/declared.ts'
import { Field } from '../parts.tsx'
import type { EventRecord } from '../records.ts'
import { Segments } from '../segments.tsx'
import { sayFault } from '../toasts.tsx'
import { Form, whatOf } from './sorting.tsx'
import { t } from './texts.ts'

type How = 'add' | 'remove' | 'replace'

/** Asks what events are to say of one of the calendar’s own fields; of several choices some are added, or taken away, or take the place of all. */
export function SetField(props: {
  readonly events: readonly EventRecord[]
  readonly onClose: () => void
  readonly onDeed: (deed: Deed) => void
}) {
  const { events, onClose, onDeed } = props
  useRead(needOwnFields, [], sayFault)
  const fields = ownFields('event')
  const name = useSignal('')
  const how = useSignal<How>('add')
  const value = useSignal<OwnValue | undefined>(undefined)
  const field = fields.find((one) => one.name === name.value) ?? fields[0]
  if (!field) return null
  const isOfSeveral = field.type === 'choices'
  const isEmpty = value.value === undefined
  const said = { [field.name]: value.value ?? null }
  const part = isOfSeveral && how.value !== 'replace' ? how.value : 'set'
  const isWhole = part === 'set' || !isEmpty
  const deed = isWhole ? ({ does: 'fields', [part]: said, isInternal: !field.public } as const) : undefined
  return (
    <Form title={t('fieldTitle', { title: whatOf(events) })} {...{ events, deed, onClose, onDeed }}>
      <Field label={t('whichField')}>
        {(tied) => (
          <select
            {...tied}
            value={field.name}
            onChange={({ currentTarget }) => {
              name.value = currentTarget.value
              value.value = undefined
            }}
          >
            {fields.map((one) => (
              <option key={one.name} value={one.name}>
                {one.label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {isOfSeveral && (
        <Segments<How>
          name="own-how"
          label={t('howToSet')}
          value={how.value}
          options={[
            ['add', t('addThese')],
            ['remove', t('takeThese')],
            ['replace', t('replaceBy')],
          ]}
          onChange={(next) => (how.value = next)}
        />
      )}
      <Asked
        key={field.name}
        field={field}
        id="own-value"
        name="own-value"
        value={value.value}
        fault={undefined}
        isReadOnly={false}
        onEnter={(next) => (value.value = next)}
      />
    </Form>
  )
}
