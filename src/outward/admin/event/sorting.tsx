import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { Icon } from '../icons.tsx'
import type { Term } from '../records.ts'
import { mayPublish } from '../session.ts'
import { type Branch, categories, treeOf } from '../terms.ts'
import { plain, t } from '../texts.ts'
import { Combo } from '../combo.tsx'
import { Fault, faultOf, Part } from './parts.tsx'
import { NewCategory } from './newCategory.tsx'
import type { Store } from './store.ts'
import { t as te } from './texts.ts'

/** Categories and tags in one part, saying which. */
export function Sorting({ store }: { readonly store: Store }) {
  const { categories: chosen, tags } = store.form.value
  const names = [...chosen.map(nameOf), ...tags.map(({ name }) => name)]
  return (
    <Part
      id="p-sorting"
      title={`${t('categories')} · ${t('tags')}`}
      says={names.length === 0 ? te('nothingYet') : names.join(', ')}
    >
      <Categories store={store} />
      <Tags store={store} />
    </Part>
  )
}

function nameOf(id: number): string {
  return plain(categories.value.get(id)?.name ?? String(id))
}

/** Lists show the colour of the category that comes first by its name. */
function firstName(chosen: readonly number[]): string {
  return chosen.map(nameOf).toSorted((one, other) => one.localeCompare(other))[0] ?? ''
}

/** The categories of an event, as a tree. */
export function Categories({ store }: { readonly store: Store }) {
  const typed = useSignal('')
  const chosen = store.form.value.categories
  const words = typed.value.trim().toLocaleLowerCase()
  // What is chosen now: something may have been made meanwhile.
  const without = (id: number) => store.form.peek().categories.filter((other) => other !== id)
  const toggle = (id: number, isOn: boolean) =>
    store.set({ categories: [...without(id), ...(isOn ? [id] : [])] })
  const branch = ({ term, name, below }: Branch): JSX.Element | null => {
    const inner = below.map(branch).filter((one) => one !== null)
    if (words !== '' && inner.length === 0 && !name.toLocaleLowerCase().includes(words)) return null
    return (
      <li key={term.id}>
        <label class="check">
          <input
            type="checkbox"
            checked={chosen.includes(term.id)}
            onChange={({ currentTarget: { checked } }) => toggle(term.id, checked)}
          />
          <span dir="auto">{name}</span>
        </label>
        {inner.length > 0 && <ul>{inner}</ul>}
      </li>
    )
  }
  const tree = treeOf(categories.value)
  const scrolled = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What is chosen is in sight.
    const box = scrolled.current
    const first = box?.querySelector<HTMLElement>('input:checked')?.closest('li')
    if (box && first) box.scrollTop = first.offsetTop - box.offsetTop - box.clientHeight / 3
  }, [tree.length > 0])
  if (tree.length === 0 && !mayPublish()) return null
  return (
    <Part id="p-categories" title={t('categories')}>
      <div class="stack tight">
        {tree.length > 0 && (
          <>
            <div class="search">
              <Icon name="search" />
              <input
                type="search"
                dir="auto"
                aria-label={t('findCategory')}
                placeholder={t('find')}
                onKeyDown={(event) => {
                  // Whoever looks for something does not mean to save all.
                  if (event.key === 'Enter') event.preventDefault()
                }}
                onInput={({ currentTarget: { value } }) => {
                  typed.value = value
                }}
              />
            </div>
            {/* It scrolls, so that it has to be reached by the keyboard. */}
            <div
              class="tree"
              id="e-categories"
              ref={scrolled}
              role="group"
              aria-labelledby="p-categories"
              tabIndex={0}
            >
              <ul>{tree.map(branch)}</ul>
            </div>
          </>
        )}
        {/* Who publishes keeps the categories, too. */}
        {mayPublish() && <NewCategory onMade={(id) => toggle(id, true)} />}
        {chosen.length > 1 && <p class="hint">{te('givesColour', { name: firstName(chosen) })}</p>}
        <Fault id="e-categories" says={faultOf(store, 'categories')} />
      </div>
    </Part>
  )
}

/** How many suggestions there are. */
const most = 8

/** The tags of an event: those there are, and new ones. */
export function Tags({ store }: { readonly store: Store }) {
  const { tags } = store.form.value
  const add = (tag: { id: number; name: string }) => {
    const isThere = tags.some(({ name }) => name.toLocaleLowerCase() === tag.name.toLocaleLowerCase())
    if (tag.name !== '' && !isThere) store.set({ tags: [...tags, tag] })
  }
  const fault = faultOf(store, 'tags')
  return (
    <Part id="p-tags" title={t('tags')}>
      {tags.length > 0 && (
        <ul class="tokens">
          {tags.map(({ id, name }) => (
            <li class="token" key={`${id} ${name}`}>
              <span dir="auto">{name}</span>
              <button
                type="button"
                aria-label={t('removeOne', { name })}
                onClick={() => store.set({ tags: tags.filter((tag) => tag.name !== name) })}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="field">
        <label for="e-tags" class="hidden">
          {t('addTag')}
        </label>
        <Combo
          id="e-tags"
          name="tags"
          takesNew
          placeholder={t('addTag')}
          describedBy={fault === '' ? undefined : 'e-tags-fault'}
          find={async (search) => {
            if (search === '') return []
            const { body } = await ask<{ tags: readonly Term[] }>('tags', {
              query: { search, per_page: most },
            })
            return body.tags.map(({ id, name }) => ({ key: String(id), name: plain(name), says: '' }))
          }}
          onChoose={({ key, name }) => add({ id: Number(key), name })}
          newText={() => t('newTag')}
          onNew={(name) => add({ id: 0, name })}
        />
        <Fault id="e-tags" says={fault} />
      </div>
    </Part>
  )
}
