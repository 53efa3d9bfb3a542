import { type Control, controlOf } from '../../../fields/controls.ts'
import type { ComponentChildren } from 'preact'
import { OwnFields } from '../own/fields.tsx'
import { ownShown } from '../own/asking.ts'
import { t as to } from '../own/texts.ts'
import { Field } from '../parts.tsx'
import { answerText, labelOf } from './describe.ts'
import type { Form } from './form.ts'
import { declaredOf, drawnIn, type Kind, kinds, type Section } from './kinds.ts'

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

/** The fields of a section of the form, as they are declared: beside one another, or below a name that they have together. */
export function FieldsOf(
  props: Typing & { readonly kind: Kind; readonly section: Section; readonly legend?: string },
) {
  const { kind, section, legend, ...typing } = props
  const names = drawnIn(kind, section)
  if (names.length === 0) return null
  const fields = names.map((name) => <Typed key={name} kind={kind} name={name} {...typing} />)
  if (legend === undefined) return <div class="pair">{fields}</div>
  return (
    <fieldset disabled={typing.isReadOnly}>
      <legend>{legend}</legend>
      <div class="three">{fields}</div>
    </fieldset>
  )
}

/** What the calendar has declared for records of this kind; nothing where there is nothing. */
export function OwnPart({ kind, form, faults, onSet, isReadOnly }: Typing & { readonly kind: Kind }) {
  const shown = ownShown(kinds[kind].own, form)
  if (shown.length === 0) return null
  return (
    <Part id="p-own" title={to('more')}>
      <OwnFields
        shown={shown}
        prefix="p-"
        form={form}
        faults={faults}
        isReadOnly={isReadOnly}
        onSet={(change) => {
          for (const [field, typed] of Object.entries(change)) onSet(field, typed)
        }}
      />
    </Part>
  )
}

/** One field, typed as its type is. */
export function Typed({ kind, name, ...typing }: Typing & { readonly kind: Kind; readonly name: string }) {
  const { is, keys, answers } = controlOf(declaredOf(kind, name))
  const label = labelOf(name)
  if (is === 'line') return <Line name={name} label={label} keys={keys} {...typing} />
  const { form, faults, onSet, isReadOnly } = typing
  return (
    <Field id={`p-${name}`} label={label} fault={faults[name]}>
      {(tied) => (
        <select
          {...tied}
          value={form[name] ?? ''}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => onSet(name, currentTarget.value)}
        >
          {answers.map((each) => (
            <option key={each} value={each}>
              {answerText(each)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** One line. */
export function Line(
  props: Typing & {
    readonly name: string
    readonly label: string
    readonly keys: Control['keys']
    /** What says more of it. */
    readonly hint?: string
  },
) {
  const { name, label, keys, hint, form, faults, onSet, isReadOnly } = props
  return (
    <Field id={`p-${name}`} label={label} fault={faults[name]}>
      {(tied) => (
        <input
          type="text"
          inputMode={keys}
          dir={keys === 'decimal' ? 'ltr' : 'auto'}
          readOnly={isReadOnly}
          value={form[name]}
          {...tied}
          aria-describedby={tied['aria-describedby'] ?? hint}
          onInput={({ currentTarget }) => onSet(name, currentTarget.value)}
        />
      )}
    </Field>
  )
}
