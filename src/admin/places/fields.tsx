import type { ComponentChildren } from 'preact'
import { Icon } from '../icons.tsx'
import { t as tFrame } from '../texts.ts'
import type { Form } from './form.ts'
import type { AccessName, FieldOf } from './kinds.ts'
import { t } from './texts.ts'

/** A section of the form. */
export function Part(props: {
  readonly id: string
  readonly title: string
  /** What stands beside the title. */
  readonly tag?: ComponentChildren
  readonly children: ComponentChildren
}) {
  return (
    <section class="part" aria-labelledby={props.id}>
      <div class="part-head">
        <h2 id={props.id}>{props.title}</h2>
        {props.tag}
      </div>
      {props.children}
    </section>
  )
}

/** What fields show, and where what is typed in them goes. */
export interface Typing {
  readonly form: Form
  readonly faults: Readonly<Record<string, string>>
  readonly onSet: (field: string, value: string) => void
  readonly isReadOnly: boolean
}

/** Fields beside one another. */
export function Fields({ fields, ...typing }: Typing & { readonly fields: readonly FieldOf[] }) {
  if (fields.length === 0) return null
  return (
    <div class="pair">
      {fields.map((field) => (
        <Text key={field.name} field={field} {...typing} />
      ))}
    </div>
  )
}

/** One field of text. */
export function Text({ field, form, faults, onSet, isReadOnly }: Typing & { readonly field: FieldOf }) {
  const { name, label, type } = field
  return (
    <Field name={name} label={'frame' in label ? tFrame(label.frame) : t(label.own)} fault={faults[name]}>
      <input
        id={`p-${name}`}
        type="text"
        inputMode={type}
        dir="auto"
        readOnly={isReadOnly}
        value={form[name]}
        aria-invalid={faults[name] ? 'true' : undefined}
        aria-describedby={faults[name] ? `p-${name}-fault` : undefined}
        onInput={({ currentTarget }) => onSet(name, currentTarget.value)}
      />
    </Field>
  )
}

/** A latitude or a longitude. */
export function Degrees(props: Typing & { readonly name: string; readonly label: string }) {
  const { name, label, form, faults, onSet, isReadOnly } = props
  return (
    <Field name={name} label={label} fault={faults[name]}>
      <input
        id={`p-${name}`}
        type="text"
        inputMode="decimal"
        dir="ltr"
        readOnly={isReadOnly}
        value={form[name]}
        aria-invalid={faults[name] ? 'true' : undefined}
        aria-describedby={faults[name] ? `p-${name}-fault` : 'p-map-hint'}
        onInput={({ currentTarget }) => onSet(name, currentTarget.value)}
      />
    </Field>
  )
}

/** What is there or not. */
export function Checks(props: Typing & { readonly legend: string; readonly names: readonly AccessName[] }) {
  const { legend, names, form, onSet, isReadOnly } = props
  if (names.length === 0) return null
  return (
    <fieldset disabled={isReadOnly}>
      <legend>{legend}</legend>
      {names.map((name) => (
        <label class="check" key={name}>
          <input
            type="checkbox"
            checked={form[name] === 'true'}
            onChange={({ currentTarget }) => onSet(name, currentTarget.checked ? 'true' : '')}
          />
          <span>{t(name)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Field(props: {
  readonly name: string
  readonly label: string
  readonly fault: string | undefined
  readonly children: ComponentChildren
}) {
  const { name, label, fault, children } = props
  return (
    <div class="field">
      <label for={`p-${name}`}>{label}</label>
      {children}
      {fault && (
        <p class="fault" id={`p-${name}-fault`} dir="auto">
          <Icon name="warning" />
          {fault}
        </p>
      )}
    </div>
  )
}
