import type { ComponentChildren, JSX, TargetedInputEvent } from 'preact'
import { Field, type Tied } from '../parts.tsx'
import { t } from '../texts.ts'

/** A field of a form: what it is called, and how it is entered. */
export interface FieldOf<Value> {
  readonly label: string
  readonly hint?: string | undefined
  readonly isOptional?: boolean
  /** It stands in one line with the field before it. */
  readonly isBeside?: boolean
  /** What its `input` has beside the value. */
  readonly input?: JSX.IntrinsicElements['input']
  readonly isReadOnly?: boolean
  /** How many lines it begins with, where it may have several. */
  readonly rows?: number
  /** What may be chosen, where it is one of several texts: its value, what it is called, and in which language that is. */
  readonly options?: readonly (readonly [value: string & Value, text: string, language?: string])[]
  /** A control of its own, where a text or a box to tick is not enough. */
  readonly control?: (value: Value, onEnter: (value: Value) => void, tied: Tied) => ComponentChildren
  /** The control is several, under a heading. */
  readonly isSeveral?: boolean
}

/** A field as it is entered: a truth is a box to tick, anything else without a control of its own a text. */
export function Entered<Value>(props: {
  readonly of: FieldOf<Value> | undefined
  readonly value: Value
  readonly fault: string | undefined
  readonly onEnter: (value: Value) => void
}) {
  const { of, value, fault, onEnter } = props
  if (!of) return null
  if (of.isSeveral) return <Several {...props} of={of} />
  if (typeof value === 'boolean') return <Box {...props} of={of} />
  return (
    <Field label={<Label of={of} />} hint={of.hint} fault={fault}>
      {(tied) => of.control?.(value, onEnter, tied) ?? <Typed {...props} of={of} tied={tied} />}
    </Field>
  )
}

interface Of<Value> {
  readonly of: FieldOf<Value>
  readonly value: Value
  readonly fault: string | undefined
  readonly onEnter: (value: Value) => void
}

/** A field without a control of its own: a choice, or a text in one line or in several. */
function Typed<Value>(props: Of<Value> & { readonly tied: Tied }) {
  const { of, value, onEnter, tied } = props
  const { input, rows, isReadOnly } = of
  if (of.options) return <Choice {...props} />
  const typed = {
    dir: 'auto' as const,
    ...input,
    ...tied,
    readOnly: isReadOnly,
    value: String(value),
    // What has no control of its own is a text.
    onInput: ({ currentTarget }: TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onEnter(currentTarget.value as Value),
  }
  return rows === undefined ? <input {...typed} /> : <textarea rows={rows} {...(typed as object)} />
}

function Label<Value>({ of: { label, isOptional = false } }: Pick<Of<Value>, 'of'>) {
  if (!isOptional) return label
  return (
    <>
      {label} <span class="dim">{t('optional')}</span>
    </>
  )
}

function Choice<Value>(props: Of<Value> & { readonly tied: Tied }) {
  const { of, value, onEnter, tied } = props
  return (
    <select
      {...tied}
      value={String(value)}
      onChange={({ currentTarget }) => {
        const chosen = of.options?.find(([one]) => one === currentTarget.value)
        if (chosen) onEnter(chosen[0])
      }}
    >
      {of.options?.map(([one, text, language]) => (
        <option key={one} value={one} lang={language}>
          {text}
        </option>
      ))}
    </select>
  )
}

function Several<Value>({ of: { label, control }, value, fault, onEnter }: Of<Value>) {
  return (
    <fieldset>
      <legend>{label}</legend>
      {control?.(value, onEnter, { id: '' })}
      <Fault fault={fault} />
    </fieldset>
  )
}

function Box<Value>({ of, value, fault, onEnter }: Of<Value>) {
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={value === true}
          disabled={of.isReadOnly}
          // Where a truth is entered, the value is one.
          onChange={({ currentTarget }) => onEnter(currentTarget.checked as Value)}
        />
        <span>
          <Label of={of} />
        </span>
      </label>
      <Fault fault={fault} />
    </>
  )
}

function Fault({ fault }: { readonly fault: string | undefined }) {
  if (!fault) return null
  return (
    <p class="fault" dir="auto">
      {fault}
    </p>
  )
}
