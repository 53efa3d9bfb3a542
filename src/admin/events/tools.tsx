import type { JSX } from 'preact'
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
  const field = useRef<HTMLInputElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const show = (change: Partial<Shown>) => {
    clearTimeout(typing.current)
    go(to('events', addressOf({ ...shown, page: 1, ...change })), true)
  }
  useEffect(() => onKey('/', () => field.current?.focus()), [])
  useEffect(() => () => clearTimeout(typing.current), [])
  useEffect(() => {
    // The way back changes what is shown, not what is being typed.
    if (field.current && document.activeElement !== field.current) field.current.value = shown.search
  }, [shown.search])
  return (
    <form
      class="tools"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        show({ search: field.current?.value ?? '' })
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
          defaultValue={shown.search}
          onInput={({ currentTarget: { value } }) => {
            clearTimeout(typing.current)
            typing.current = setTimeout(() => show({ search: value }), rest_ms)
          }}
        />
      </div>
      <select
        class="fit"
        aria-label={t('category')}
        value={shown.category}
        onChange={({ currentTarget }) => show({ category: currentTarget.value })}
      >
        <option value="">{t('allCategories')}</option>
        {optionsOf(treeOf(categories.value), 0)}
      </select>
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
    </form>
  )
}

/** Categories as options, those below others moved in. */
export function optionsOf(branches: readonly Branch[], depth: number): JSX.Element[] {
  return branches.flatMap(({ term, name, below }) => [
    <option key={term.id} value={String(term.id)}>
      {'\u00a0\u00a0'.repeat(depth) + name}
    </option>,
    ...optionsOf(below, depth + 1),
  ])
}
