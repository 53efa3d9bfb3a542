import type { ComponentChildren } from 'preact'
import { hasLines, isChoice, type OwnValue } from '../../../fields/own/declaration.ts'
import { webAddress } from '../../../pure/text/typedAddresses.ts'
import { Combo } from '../combo.tsx'
import { Icon } from '../icons.tsx'
import { Field, type Tied } from '../parts.tsx'
import { t as tFrame } from '../texts.ts'
import { formerField, hasOption, type SpokenField } from './declared.ts'
import { t } from './texts.ts'

/** A field, as far as it is asked for. */
type AskedField = Pick<SpokenField, 'name' | 'type' | 'label' | 'help' | 'options' | 'required'> &
  Partial<Pick<SpokenField, 'max'>>

/** A field, what is said of it, and where what is entered goes. */
export interface Entering {
  readonly field: AskedField
  /** Of its first control. */
  readonly id: string
  /** By which forms have it. */
  readonly name: string
  readonly value: OwnValue | undefined
  readonly fault: string | undefined
  readonly isReadOnly: boolean
  readonly onEnter: (value: OwnValue | undefined) => void
}

/** So many choices stand there at once; of more one looks for what is meant. */
const mostDrawn = 7

/** What is asked, what helps to answer it, and what is wrong with the answer. */
export function Asked({ field: asked, ...entering }: Entering) {
  const field = withGone(asked, entering.value)
  const props = { ...entering, field }
  const { id, fault } = entering
  const { type, help } = field
  const isDrawn = type === 'boolean' || (isChosen(field) && asked.options.length <= mostDrawn)
  if (isDrawn)
    return (
      <Several {...props}>
        {type === 'choices' ? <Boxes {...props} /> : <Radios {...props} options={answersOf(field)} />}
      </Several>
    )
  return (
    <Field
      id={id}
      label={<Label field={field} />}
      hint={help && <span dir="auto">{help}</span>}
      fault={fault || undefined}
    >
      {(tied) => (isChosen(field) ? <Chosen {...props} tied={tied} /> : <Typed {...props} tied={tied} />)}
    </Field>
  )
}

/** With the options that are chosen and are none any more: who does not see them could not take them back. */
function withGone(field: AskedField, value: OwnValue | undefined): AskedField {
  if (!isChosen(field)) return field
  const gone = valuesIn(value)
    .filter((one) => !hasOption(field, one))
    .map((one) => {
      const before = formerField(field.name)?.options.find((option) => option.value === one)
      return { value: String(one), label: t('goneOption', { name: before?.label ?? String(one) }) }
    })
  return gone.length === 0 ? field : { ...field, options: [...field.options, ...gone] }
}

const isChosen = ({ type }: AskedField) => isChoice(type)

function Label({ field: { label, required } }: { readonly field: AskedField }) {
  return (
    <span dir="auto">
      {label}
      {required && <span class="dim"> {t('required')}</span>}
    </span>
  )
}

/** Several controls for one field. */
function Several({ field, id, fault, children }: Entering & { readonly children: ComponentChildren }) {
  const told = [fault && `${id}-fault`, field.help && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset
      class={field.type === 'boolean' ? 'own-choices is-truth' : 'own-choices'}
      aria-describedby={told || undefined}
    >
      <legend>
        <Label field={field} />
      </legend>
      <div class="own-answers">{children}</div>
      {fault && (
        <p class="fault" id={`${id}-fault`} dir="auto">
          <Icon name="warning" />
          <span>{fault}</span>
        </p>
      )}
      {field.help && (
        <p class="hint" id={`${id}-hint`} dir="auto">
          {field.help}
        </p>
      )}
    </fieldset>
  )
}

function valuesIn(value: OwnValue | undefined): readonly OwnValue[] {
  return typeof value === 'object' ? value : value === undefined ? [] : [value]
}

/** The values that are chosen, in the order of the options. */
function chosenOf({ field, value }: Pick<Entering, 'field' | 'value'>): readonly string[] {
  const chosen = valuesIn(value)
  return field.options.map((option) => option.value).filter((one) => chosen.includes(one))
}

/** With an option more, or without it. */
function toggled(props: Entering, one: string, isOn: boolean): OwnValue | undefined {
  const chosen = chosenOf(props)
  const next = props.field.options
    .map((option) => option.value)
    .filter((other) => (other === one ? isOn : chosen.includes(other)))
  return next.length === 0 ? undefined : next
}

function Boxes(props: Entering) {
  const { field, id, isReadOnly, onEnter } = props
  return field.options.map(({ value, label }, at) => (
    <label class="check" key={value}>
      <input
        type="checkbox"
        id={at === 0 ? id : undefined}
        checked={chosenOf(props).includes(value)}
        disabled={isReadOnly}
        onChange={({ currentTarget }) => onEnter(toggled(props, value, currentTarget.checked))}
      />
      <span dir="auto">{label}</span>
    </label>
  ))
}

/** The answers to a field that has one: of a truth as well, as nobody may have said it. */
function answersOf({ type, options }: AskedField): readonly { value: OwnValue; label: string }[] {
  if (type !== 'boolean') return options
  return [
    { value: true, label: tFrame('yes') },
    { value: false, label: tFrame('no') },
  ]
}

function Radios(props: Entering & { readonly options: ReturnType<typeof answersOf> }) {
  const { id, value, isReadOnly, options, onEnter } = props
  const answers = [...options, { value: undefined, label: t('notSaid') }]
  return answers.map((answer, at) => (
    <label class="check" key={String(answer.value)}>
      <input
        type="radio"
        name={id}
        id={at === 0 ? id : undefined}
        checked={value === answer.value}
        disabled={isReadOnly}
        onChange={() => onEnter(answer.value)}
      />
      <span dir="auto" class={answer.value === undefined ? 'dim' : undefined}>
        {answer.label}
      </span>
    </label>
  ))
}

/** What is chosen of many, and a field in which one looks for it. */
function Chosen(props: Entering & { readonly tied: Tied }) {
  const { field, id, name, isReadOnly, onEnter, tied } = props
  const chosen = chosenOf(props)
  const isOne = field.type === 'choice'
  const labelOf = (value: string) => field.options.find((option) => option.value === value)?.label ?? value
  const find = async (typed: string) =>
    field.options
      .filter(({ value, label }) => !chosen.includes(value) && isLike(label, typed))
      .map(({ value, label }) => ({ key: value, name: label, says: '' }))
  return (
    <>
      {chosen.length > 0 && (
        <ul class="tokens">
          {chosen.map((value) => (
            <li class="token" key={value}>
              <span dir="auto">{labelOf(value)}</span>
              {!isReadOnly && (
                <button
                  type="button"
                  aria-label={tFrame('removeOne', { name: labelOf(value) })}
                  onClick={() => {
                    onEnter(isOne ? undefined : toggled(props, value, false))
                    document.getElementById(id)?.focus()
                  }}
                >
                  <Icon name="close" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <Combo
          id={tied.id}
          name={name}
          placeholder={t(isOne && chosen.length > 0 ? 'another' : 'find')}
          describedBy={tied['aria-describedby']}
          find={find}
          onChoose={({ key }) => onEnter(isOne ? key : toggled(props, key, true))}
        />
      )}
    </>
  )
}

function isLike(label: string, typed: string): boolean {
  return label.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase())
}

const inputs = {
  text: { type: 'text', dir: 'auto' },
  link: { type: 'text', inputMode: 'url', dir: 'ltr', placeholder: 'https://' },
  number: { type: 'text', inputMode: 'decimal', dir: 'ltr' },
  date: { type: 'date' },
} as const

function Typed({ field, value, isReadOnly, onEnter, tied }: Entering & { readonly tied: Tied }) {
  const { type } = field
  // One line would lose the breaks of what has several.
  if (hasLines(field) || (type === 'text' && String(value ?? '').includes('\n')))
    return (
      <textarea
        {...tied}
        class="growing"
        rows={1}
        dir="auto"
        readOnly={isReadOnly}
        value={value === undefined ? '' : String(value)}
        onInput={({ currentTarget }) => onEnter(entered(type, currentTarget.value))}
      />
    )
  const input = type === 'link' || type === 'number' || type === 'date' ? inputs[type] : inputs.text
  return (
    <input
      {...tied}
      {...input}
      readOnly={isReadOnly}
      value={value === undefined ? '' : String(value)}
      onInput={({ currentTarget }) => onEnter(entered(type, currentTarget.value))}
      onBlur={({ currentTarget }) => {
        if (type === 'link' && currentTarget.value !== '') onEnter(webAddress(currentTarget.value))
      }}
    />
  )
}

/** What was typed: a number where it is written as one, and else what the service can complain of. */
function entered(type: string, typed: string): OwnValue | undefined {
  if (typed === '') return undefined
  return type === 'number' && String(Number(typed)) === typed ? Number(typed) : typed
}
