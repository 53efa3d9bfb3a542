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

/** What is there, or not, or not known. */
export function Facts(props: Typing & { readonly legend: string; readonly names: readonly AccessName[] }) {
  const { legend, names, form, onSet, isReadOnly } = props
  if (names.length === 0) return null
  return (
    <fieldset disabled={isReadOnly}>
      <legend>{legend}</legend>
      {names.map((name) => (
        <div class="field" key={name}>
          <label for={`p-${name}`}>{t(name)}</label>
          <select
            id={`p-${name}`}
            value={form[name] ?? ''}
            onChange={({ currentTarget }) => onSet(name, currentTarget.value)}
          >
            <option value="">{t('notKnown')}</option>
            <option value="true">{tFrame('yes')}</option>
            <option value="false">{tFrame('no')}</option>
          </select>
        </div>
      ))}
    </fieldset>
  )
}

/** What is known of it, in words. */
export function factText(typed: string | undefined): string {
  if (!typed) return t('notKnown')
  return typed === 'true' ? tFrame('yes') : tFrame('no')
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
