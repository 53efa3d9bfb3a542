import type { OwnValue } from '../../../fields/own/declaration.ts'
import { webAddress } from '../../../pure/text/typedAddresses.ts'
import { Field } from '../parts.tsx'
import { ownFields, ownText, type SpokenField, withOwn } from '../ownFields.ts'
import { categories } from '../terms.ts'
import { t } from '../texts.ts'
import { Fault, faultOf, Part } from './parts.tsx'
import type { Store } from './store.ts'
import { t as te } from './texts.ts'

/** The fields that the calendar has declared for events of these categories; nothing where there are none. */
export function OwnPart({ store }: { readonly store: Store }) {
  const { own, categories: chosen } = store.form.value
  const shown = ownFields.value.filter((field) => own[field.name] !== undefined || isAsked(field, chosen))
  if (shown.length === 0) return null
  const set = (name: string, value: OwnValue | undefined) =>
    // What is entered now: something may have been said of another one meanwhile.
    store.set({ own: withOwn(store.form.peek().own, name, value) })
  return (
    <Part id="p-own" title={te('moreAbout')} says={ownText(own) || missing(shown) || te('nothingYet')}>
      <div class="stack" id="e-own" tabIndex={-1}>
        {shown.map((field) => (
          <Own
            key={field.name}
            field={field}
            value={own[field.name]}
            onEnter={(value) => set(field.name, value)}
          />
        ))}
        <Fault id="e-own" says={faultOf(store, 'fields')} />
      </div>
    </Part>
  )
}

/** What has to be said before it is published. */
function missing(fields: readonly SpokenField[]): string {
  return fields
    .filter(({ required }) => required)
    .map(({ label }) => `${label} (${te('requiredWord')})`)
    .join(', ')
}

/** Whether events of these categories, or of some below them, are asked for it. */
function isAsked({ categories: of }: SpokenField, chosen: readonly number[]): boolean {
  if (of.length === 0) return true
  const above = new Set<number>()
  for (let ids = chosen; ids.length > 0;) {
    for (const id of ids) above.add(id)
    ids = ids.map((id) => categories.value.get(id)?.parent ?? 0).filter((id) => id !== 0 && !above.has(id))
  }
  return of.some((id) => above.has(id))
}

interface Entering {
  readonly field: SpokenField
  readonly value: OwnValue | undefined
  readonly onEnter: (value: OwnValue | undefined) => void
}

/** What is asked, and what helps to answer it. */
function Own(props: Entering) {
  const { label, help, required, type, public: isPublic } = props.field
  const name = (
    <span dir="auto">
      {label}
      {required && <span class="dim"> {te('requiredWord')}</span>}
    </span>
  )
  const hint = [help, isPublic ? '' : te('onlyEditorsSee')].filter(Boolean).join(' ')
  if (type === 'choices')
    return (
      <fieldset class="own-choices">
        <legend>{name}</legend>
        {hint && (
          <p class="hint" dir="auto">
            {hint}
          </p>
        )}
        <Several {...props} />
      </fieldset>
    )
  return (
    <Field label={name} hint={hint && <span dir="auto">{hint}</span>} id={`e-own-${props.field.name}`}>
      {(tied) =>
        type === 'choice' || type === 'boolean' ? (
          <Choice {...props} tied={tied} />
        ) : (
          <Typed {...props} tied={tied} />
        )
      }
    </Field>
  )
}

function Several({ field, value, onEnter }: Entering) {
  const chosen = Array.isArray(value) ? (value as readonly string[]) : []
  const toggle = (one: string, isOn: boolean) => {
    const next = field.options
      .map((option) => option.value)
      .filter((other) => (other === one ? isOn : chosen.includes(other)))
    onEnter(next.length === 0 ? undefined : next)
  }
  return (
    <div class="checks">
      {field.options.map((option) => (
        <label class="check" key={option.value}>
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            onChange={({ currentTarget }) => toggle(option.value, currentTarget.checked)}
          />
          <span dir="auto">{option.label}</span>
        </label>
      ))}
    </div>
  )
}

/** One of several; of a truth as well, as nobody may have said it. */
function Choice({ field, value, onEnter, tied }: Entering & { readonly tied: object }) {
  const isTruth = field.type === 'boolean'
  const options = isTruth
    ? [
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') },
      ]
    : field.options
  return (
    <select
      {...tied}
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget: { value: chosen } }) =>
        onEnter(chosen === '' ? undefined : isTruth ? chosen === 'true' : chosen)
      }
    >
      <option value="">{te('nothingYet')}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

const inputs = {
  text: { type: 'text', dir: 'auto' },
  link: { type: 'text', inputMode: 'url', dir: 'ltr', placeholder: 'https://' },
  number: { type: 'text', inputMode: 'decimal', dir: 'ltr' },
  date: { type: 'date' },
} as const

function Typed({ field, value, onEnter, tied }: Entering & { readonly tied: object }) {
  const { type } = field
  const input = type === 'link' || type === 'number' || type === 'date' ? inputs[type] : inputs.text
  return (
    <input
      {...tied}
      {...input}
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
