import { type ComponentChildren, Fragment } from 'preact'
import { ownKinds, ownSchemas, type OwnType, ownTypes } from '../../../fields/own/declaration.ts'
import type { FieldsOf } from '../kit/fields.tsx'
import { Field } from '../parts.tsx'
import { type Branch, categories, treeOf } from '../terms.ts'
import type { Option, OwnField } from './asks.ts'
import { isChoice, longestOfAll, mayFilter } from '../../../fields/own/declaration.ts'
import { type Form, nameIn, nothing, takenAway, valueOf } from './form.ts'
import { textOf } from './names.ts'
import { Options } from './options.tsx'
import { t, tn } from './texts.ts'
import { Translated } from './translated.tsx'

/** What is edited, and how far one is. */
interface Showing {
  readonly field: OwnField | undefined
  readonly names: readonly string[]
  readonly form: Form
}

/** What is asked of every field. */
export function fieldsOf({ field, form }: Showing): FieldsOf<Form> {
  const gone = takenAway(field, form)
  return {
    label: {
      label: t('label'),
      control: (texts, onEnter, tied) => (
        <Translated texts={texts} tied={tied} longest={80} says="labelIn" autofocus onEnter={onEnter} />
      ),
    },
    kinds: {
      label: t('kinds'),
      isSeveral: true,
      control: (chosen, onChoose) =>
        ownKinds.map((kind) => (
          <Tick
            key={kind}
            says={t(kind)}
            isTicked={chosen.includes(kind)}
            onTick={(is) => onChoose(ownKinds.filter((one) => (one === kind ? is : chosen.includes(one))))}
          />
        )),
    },
    type: { label: t('type'), isSeveral: true, control: typesControl(field) },
    options: isChoice(form.type)
      ? {
          label: t('options'),
          isSeveral: true,
          control: (lines, onLines) => <Options lines={lines} onLines={onLines} />,
        }
      : undefined,
    replace:
      gone.length > 0 && (field?.used ?? 0) > 0
        ? {
            label: t('options'),
            isSeveral: true,
            control: (chosen, onChoose) => (
              <Instead gone={gone} form={form} chosen={chosen} onChoose={onChoose} />
            ),
          }
        : undefined,
    help: {
      label: t('help'),
      isOptional: true,
      control: (texts, onEnter, tied) => (
        <Translated texts={texts} tied={tied} longest={300} says="helpIn" onEnter={onEnter} />
      ),
    },
    required: { label: t('requiredHint') },
    internal: { label: t('internalHint') },
    filter: mayFilter(form.type) ? { label: t('filterHint') } : undefined,
    categories:
      form.kinds.includes('event') && categories.value.size > 0
        ? {
            label: t('categories'),
            isSeveral: true,
            control: (chosen, onChoose) => <Categories chosen={chosen} onChoose={onChoose} />,
          }
        : undefined,
  }
}

const bounds = {
  number: { least: 'least', greatest: 'greatest', input: { type: 'number', step: 'any', dir: 'ltr' } },
  date: { least: 'firstDay', greatest: 'lastDay', input: { type: 'date' } },
  text: {
    least: undefined,
    greatest: 'longest',
    input: { type: 'number', min: 1, max: longestOfAll, dir: 'ltr' },
  },
} as const

/** What few ask. */
export function moreOf({ field, names, form }: Showing): FieldsOf<Form> {
  const { type } = form
  const bound = type === 'number' || type === 'date' || type === 'text' ? bounds[type] : undefined
  return {
    min: bound?.least && { label: t(bound.least), isOptional: true, input: bound.input },
    max: bound && {
      label: t(bound.greatest),
      isOptional: true,
      isBeside: bound.least !== undefined,
      input: bound.input,
    },
    name: {
      label: t('name'),
      hint: t('nameHint'),
      isReadOnly: field !== undefined,
      input: { dir: 'ltr', maxLength: 40, placeholder: nameIn(form, names) },
    },
    schema: {
      label: t('schema'),
      isOptional: true,
      options: ['', ...ownSchemas].map((one) => [one, one === '' ? t('nothing') : one, 'en'] as const),
    },
  }
}

/** What a field takes, each with something that is like that; what is stored stays, but that of one it may become several. */
function typesControl(field: OwnField | undefined) {
  const isOpen = (type: OwnType) =>
    !field || type === field.type || (field.type === 'choice' && type === 'choices')
  return (chosen: OwnType, onChoose: (type: OwnType) => void) => (
    <>
      <div class="own-types">
        {ownTypes.map((type) => (
          <label key={type} class="check top">
            <input
              type="radio"
              name="own-type"
              checked={type === chosen}
              disabled={!isOpen(type)}
              onChange={() => onChoose(type)}
            />
            <span>
              {t(type)}
              <span class="hint">{t(`${type}Like`)}</span>
            </span>
          </label>
        ))}
      </div>
      {field && (
        <p class="hint">{(field.used ?? 0) > 0 ? tn('typeUsed_', field.used ?? 0) : t('typeStays')}</p>
      )}
    </>
  )
}

/** What records get that have an option which is taken away. */
function Instead(props: {
  readonly gone: ReturnType<typeof takenAway>
  readonly form: Form
  readonly chosen: Form['replace']
  readonly onChoose: (chosen: Form['replace']) => void
}) {
  const { gone, form, chosen, onChoose } = props
  return gone.map((option) => (
    <InsteadOf
      key={option.value}
      option={option}
      form={form}
      chosen={chosen[option.value] ?? ''}
      onChoose={(value) => onChoose({ ...chosen, [option.value]: value })}
    />
  ))
}

function InsteadOf(props: {
  readonly option: Option
  readonly form: Form
  readonly chosen: string
  readonly onChoose: (value: string) => void
}) {
  const { option, form, chosen, onChoose } = props
  return (
    <Field label={t('instead', { label: textOf(option.label) || option.value })}>
      {(tied) => (
        <select {...tied} value={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
          <option value="">{t('chooseOne')}</option>
          <option value={nothing}>{t('nothing')}</option>
          {form.options.map((line) => (
            <option key={line.key} value={valueOf(line, form.options)} dir="auto">
              {textOf(line.label) || valueOf(line, form.options)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function Categories(props: {
  readonly chosen: readonly number[]
  readonly onChoose: (chosen: readonly number[]) => void
}) {
  const { chosen, onChoose } = props
  const draw = (tree: readonly Branch[], level = 0): ComponentChildren =>
    tree.map(({ term: { id }, name, below }) => (
      <Fragment key={id}>
        <Tick
          says={`${'\u2003'.repeat(level)}${name}`}
          isTicked={chosen.includes(id)}
          onTick={(is) => onChoose(is ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
        {draw(below, level + 1)}
      </Fragment>
    ))
  return (
    <>
      <div class="own-categories">{draw(treeOf(categories.value))}</div>
      <p class="hint">{t('categoriesHint')}</p>
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
      <span dir="auto">{props.says}</span>
    </label>
  )
}
