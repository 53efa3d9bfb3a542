import { useSignal } from '@preact/signals'
import { Icon } from '../icons.tsx'
import type { EventRecord } from '../records.ts'
import { type Branch, categories, colourClass, treeOf } from '../terms.ts'
import { t as tFrame } from '../texts.ts'
import { t } from './texts.ts'

/** The categories that all of the events are to have, and those that none is to have. */
export interface Chosen {
  readonly add: readonly number[]
  readonly remove: readonly number[]
}

/** A category in the tree. */
interface Row {
  readonly branch: Branch
  readonly depth: number
}

/** So many are seen at a glance: more can be looked for. */
const mostInSight = 12

/** Nothing chosen yet. */
export const none: Chosen = { add: [], remove: [] }

/** The tree of categories, with what the events have of it. */
export function Categories(props: {
  readonly events: readonly EventRecord[]
  readonly chosen: Chosen
  readonly onChoose: (chosen: Chosen) => void
}) {
  const { events, chosen, onChoose } = props
  const typed = useSignal('')
  const rows = flat(treeOf(categories.value), 0)
  if (rows.length === 0) return <p class="dim">{t('noCategories')}</p>
  const shown = withWords(rows, typed.value)
  return (
    <>
      <p class="hint">{t('categoryHint')}</p>
      {rows.length > mostInSight && (
        <div class="search">
          <Icon name="search" />
          <input
            type="search"
            dir="auto"
            aria-label={tFrame('findCategory')}
            placeholder={tFrame('find')}
            autocomplete="off"
            onKeyDown={(event) => {
              // Whoever looks for something does not mean to save all.
              if (event.key === 'Enter') event.preventDefault()
            }}
            onInput={({ currentTarget: { value } }) => {
              typed.value = value
            }}
          />
        </div>
      )}
      <ul class="tree" tabIndex={0} aria-label={tFrame('categories')}>
        {shown.map(({ branch: { term, name }, depth }) => {
          const count = events.filter((event) => has(event, term.id)).length
          const isSome = count > 0 && count < events.length
          const isOpen = !chosen.add.includes(term.id) && !chosen.remove.includes(term.id)
          return (
            <li key={term.id}>
              <label class={`check depth-${Math.min(depth, 3)}`}>
                <input
                  type="checkbox"
                  checked={chosen.add.includes(term.id) || (isOpen && count === events.length)}
                  indeterminate={isOpen && isSome}
                  onChange={({ currentTarget: { checked } }) =>
                    onChoose({
                      add: [
                        ...without(chosen.add, term.id),
                        ...(checked && count < events.length ? [term.id] : []),
                      ],
                      remove: [
                        ...without(chosen.remove, term.id),
                        ...(!checked && count > 0 ? [term.id] : []),
                      ],
                    })
                  }
                />
                <span class="line">
                  <span class={`dot ${colourClass(term.id)}`} />
                  <span dir="auto">{name}</span>
                  {isOpen && isSome && <span class="dim">{t('some')}</span>}
                </span>
              </label>
            </li>
          )
        })}
        {shown.length === 0 && <li class="dim">{t('noneFound')}</li>}
      </ul>
    </>
  )
}

/** The rows with the words in their names, and those above them. */
function withWords(rows: readonly Row[], typed: string): readonly Row[] {
  const words = typed.trim().toLocaleLowerCase()
  const isIn = ({ name, below }: Branch): boolean =>
    name.toLocaleLowerCase().includes(words) || below.some(isIn)
  return words === '' ? rows : rows.filter(({ branch }) => isIn(branch))
}

function has({ categories: own }: EventRecord, id: number): boolean {
  return own.some((one) => one.id === id)
}

function without(ids: readonly number[], id: number): readonly number[] {
  return ids.filter((one) => one !== id)
}

function flat(branches: readonly Branch[], depth: number): readonly Row[] {
  return branches.flatMap((branch) => [{ branch, depth }, ...flat(branch.below, depth + 1)])
}
