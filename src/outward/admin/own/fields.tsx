import type { ComponentChildren } from 'preact'
import { Icon } from '../icons.tsx'
import type { SpokenField } from './declared.ts'
import { Asked, type Entering } from './asked.tsx'
import { type OwnForm, type OwnKey, ownKey, ownTyped, ownValue } from './form.ts'
import { t } from './texts.ts'

/** What is asked, what a form has of it, and where what is entered goes. */
export interface OwnAsking {
  readonly shown: readonly SpokenField[]
  /** What the ids of controls begin with. */
  readonly prefix: string
  readonly form: OwnForm
  readonly faults: Readonly<Record<string, string>>
  readonly onSet: (change: { readonly [Key in OwnKey]: string }) => void
  readonly isReadOnly?: boolean
}

/** Fields that the calendar has declared, in their order; below them those that nobody sees but who edits. */
export function OwnFields(props: OwnAsking) {
  const { shown, prefix, form, faults, onSet, isReadOnly = false } = props
  const draw = (field: SpokenField) => {
    const key = ownKey(field.name)
    const entering: Entering = {
      field,
      id: `${prefix}${key}`,
      name: key,
      value: ownValue(form[key]),
      fault: faults[key],
      isReadOnly,
      onEnter: (value) => onSet({ [key]: ownTyped(value) }),
    }
    return <Asked key={field.name} {...entering} />
  }
  const internal = shown.filter((field) => !field.public)
  return (
    <div class="own">
      {shown.filter((field) => field.public).map(draw)}
      {internal.length > 0 && <Internal>{internal.map(draw)}</Internal>}
    </div>
  )
}

function Internal({ children }: { readonly children: ComponentChildren }) {
  return (
    <fieldset class="own-internal" aria-describedby="own-internal">
      <legend>
        <Icon name="lock" /> {t('internal')}
      </legend>
      <p class="hint" id="own-internal">
        {t('onlyEditorsSee')}
      </p>
      {children}
    </fieldset>
  )
}
