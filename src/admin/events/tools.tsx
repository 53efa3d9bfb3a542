import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../icons.tsx'
import { onKey } from '../keys.ts'
import { go, to } from '../route.ts'
import { type Branch, categories, treeOf } from '../terms.ts'
import { t } from '../texts.ts'
import { addressOf, type Shown } from './query.ts'

/** How long typing has to rest before it is searched for, in milliseconds. */
const rest_ms = 300

/** What narrows the list. */
export function Tools({ shown }: { readonly shown: Shown }) {
  const show = (change: Partial<Shown>) => go(to('events', addressOf({ ...shown, page: 1, ...change })), true)
  return (
    <SearchTools narrowed={shown} onChange={show}>
      {(shown.tab === 'upcoming' || shown.tab === 'waiting' || shown.tab === 'drafts') && (
        <label class="check">
          <input
            type="checkbox"
            checked={shown.isEvery}
            onChange={({ currentTarget }) => show({ isEvery: currentTarget.checked })}
          />
          <span>{t('everyDate')}</span>
        </label>
      )}
    </SearchTools>
  )
}

/** What events are looked for by, in the list and in the month. */
interface Narrowed {
  readonly search: string
  readonly category: string
}

/** A field to search in and a choice of categories, with what else narrows beside them. What is typed counts once typing rests. */
export function SearchTools(props: {
  readonly narrowed: Narrowed
  readonly onChange: (change: Partial<Narrowed>) => void
  readonly children: ComponentChildren
}) {
  const { search, category } = props.narrowed
  const field = useRef<HTMLInputElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const change = (to: Partial<Narrowed>) => {
    clearTimeout(typing.current)
    props.onChange(to)
  }
  // What else was chosen meanwhile has led elsewhere: what rests from before is not searched for over it.
  useEffect(() => clearTimeout(typing.current), [JSON.stringify(props.narrowed)])
  useEffect(() => onKey('/', () => field.current?.focus()), [])
  useEffect(() => () => clearTimeout(typing.current), [])
  useEffect(() => {
    // The way back changes what is shown, not what is being typed.
    if (field.current && document.activeElement !== field.current) field.current.value = search
  }, [search])
  return (
    <form
      class="tools"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        change({ search: field.current?.value ?? '' })
      }}
    >
      <div class="search">
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          dir="auto"
          aria-label={t('searchEvents')}
          aria-keyshortcuts="/"
          placeholder={t('searchHint')}
          defaultValue={search}
          onInput={({ currentTarget: { value } }) => {
            clearTimeout(typing.current)
            typing.current = setTimeout(() => change({ search: value }), rest_ms)
          }}
        />
      </div>
      <select
        class="fit"
        aria-label={t('category')}
        value={category}
        onChange={({ currentTarget }) => change({ category: currentTarget.value })}
      >
        <option value="">{t('allCategories')}</option>
        {optionsOf(treeOf(categories.value), 0)}
      </select>
      {props.children}
    </form>
  )
}

/** Categories as options, those below others moved in. */
function optionsOf(branches: readonly Branch[], depth: number): JSX.Element[] {
  return branches.flatMap(({ term, name, below }) => [
    <option key={term.id} value={String(term.id)}>
      {'\u00a0\u00a0'.repeat(depth) + name}
    </option>,
    ...optionsOf(below, depth + 1),
  ])
}
