import type { Ref } from 'preact'
import { Icon } from '../icons.tsx'
import type { FieldsOf } from '../kit/fields.tsx'
import type { Tied } from '../parts.tsx'
import { colours } from '../place.ts'
import { t } from '../common/texts.ts'
import type { Term } from '../records.ts'
import { t as tFrame } from '../texts.ts'
import { colourNames } from './colours.ts'
import type { Kind, Placed } from './kinds.ts'

/** Which term is edited, among which. */
export interface Showing {
  readonly kind: Kind
  /** A new one without. */
  readonly term: Term | undefined
  readonly lines: readonly Placed[]
}

/** What a term is to be. */
export interface Form {
  readonly name: string
  readonly slug: string
  readonly parent: number
  readonly description: string
  readonly color: string
}

/** The fields of the form; tags have neither a place in a tree nor a colour. */
export function fieldsOf(
  { kind, term, lines }: Showing,
  form: Form,
  { first, parent }: { readonly first: Ref<HTMLInputElement>; readonly parent: Ref<HTMLSelectElement> },
): FieldsOf<Form> {
  const isCategory = kind === 'categories'
  const isBelow = below(lines, term?.id)
  const others = lines.filter((line) => !isBelow.has(line.term.id))
  return {
    name: { label: tFrame('name'), input: { type: 'text', required: true, ref: first } },
    parent: isCategory
      ? {
          label: t('belongsTo'),
          control: (chosen, onChoose, tied) => (
            <Parents tied={tied} element={parent} lines={others} chosen={chosen} onChoose={onChoose} />
          ),
        }
      : undefined,
    slug: { label: t('address'), hint: t('slugHint'), input: { type: 'text' } },
    description: { label: tFrame('text'), rows: 3 },
    color: isCategory
      ? {
          label: t('colour'),
          isSeveral: true,
          control: (chosen, onChoose) => (
            <Colours
              chosen={chosen}
              others={alsoIn(chosen, form.parent, others, lines)}
              onChoose={onChoose}
            />
          ),
        }
      : undefined,
  }
}

/** The families that have the colour too, but the one that it would be of, whose colour it has. */
function alsoIn(
  color: string,
  parent: number,
  others: readonly Placed[],
  lines: readonly Placed[],
): readonly string[] {
  return others
    .filter(({ depth, term }) => depth === 0 && term.color === color && !below(lines, term.id).has(parent))
    .map(({ name }) => name)
}

function below(lines: readonly Placed[], id: number | undefined): ReadonlySet<number> {
  const found = new Set<number>(id === undefined ? [] : [id])
  for (const { term } of lines) if (found.has(term.parent)) found.add(term.id)
  return found
}

/** Terms to be chosen among, in the order of their tree. */
export function TermOptions({ lines }: { readonly lines: readonly Placed[] }) {
  return (
    <>
      {lines.map(({ term, name, depth }) => (
        <option key={term.id} value={String(term.id)}>
          {'\u00a0\u00a0'.repeat(depth) + name}
        </option>
      ))}
    </>
  )
}

function Parents(props: {
  readonly tied: Tied
  readonly element: Ref<HTMLSelectElement>
  readonly lines: readonly Placed[]
  readonly chosen: number
  readonly onChoose: (id: number) => void
}) {
  const { tied, element, lines, chosen, onChoose } = props
  return (
    <select
      {...tied}
      ref={element}
      value={String(chosen)}
      onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
    >
      <option value="0">{t('topLevel')}</option>
      <TermOptions lines={lines} />
    </select>
  )
}

function Colours({
  chosen,
  others,
  onChoose,
}: {
  readonly chosen: string
  /** Other families that have the colour that is chosen. */
  readonly others: readonly string[]
  readonly onChoose: (name: string) => void
}) {
  return (
    <>
      <div class="swatches">
        {colourNames.map((name) => (
          <label key={name} class={`swatch c-${colours.indexOf(name) + 1}`}>
            <input
              type="radio"
              name="t-colour"
              aria-label={t(name)}
              checked={name === chosen}
              onChange={() => onChoose(name)}
            />
            <Icon name="check" />
          </label>
        ))}
      </div>
      <p class="hint">{t('colourHint')}</p>
      <p class="hint" role="status" dir="auto">
        {others.length > 0 && t('alsoHas', { names: others.join(', ') })}
      </p>
    </>
  )
}
