import { useEffect, useRef } from 'preact/hooks'
import { optionsOf } from '../events/tools.tsx'
import { Icon } from '../icons.tsx'
import { onKey } from '../keys.ts'
import { go, to } from '../route.ts'
import { categories, treeOf } from '../terms.ts'
import { t as tFrame } from '../texts.ts'
import { t } from './texts.ts'

/** Which states of events can be shown alone. */
const states = ['publish', 'pending', 'draft'] as const

/** What narrows the month, as its address says. */
export type Filter = Readonly<Record<(typeof names)[number], string>>

const names = ['search', 'category', 'venue', 'organizer', 'state'] as const

/** What the address of the month says; what it cannot mean counts as missing. */
export function filterIn(query: URLSearchParams): Filter {
  const id = (name: string) => (/^\d{1,15}$/.test(query.get(name) ?? '') ? (query.get(name) ?? '') : '')
  return {
    search: query.get('search') ?? '',
    category: id('category'),
    venue: id('venue'),
    organizer: id('organizer'),
    state: states.find((state) => state === query.get('state')) ?? '',
  }
}

/** How long typing has to rest before it is searched for, in milliseconds. */
const typing_ms = 300

/** What narrows the month. */
export function Filters({ filter, start }: { readonly filter: Filter; readonly start: string }) {
  const field = useRef<HTMLInputElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const show = (change: Partial<Filter>) => {
    clearTimeout(typing.current)
    go(to('events', { view: 'month', start, ...filter, ...change }), true)
  }
  useEffect(() => onKey('/', () => field.current?.focus()), [])
  useEffect(() => () => clearTimeout(typing.current), [])
  const stateNames = { publish: t('isPublic'), pending: t('waits'), draft: t('draft') }
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
          aria-label={tFrame('searchEvents')}
          aria-keyshortcuts="/"
          placeholder={tFrame('searchHint')}
          defaultValue={filter.search}
          onInput={({ currentTarget: { value } }) => {
            clearTimeout(typing.current)
            typing.current = setTimeout(() => show({ search: value }), typing_ms)
          }}
        />
      </div>
      <select
        class="fit"
        aria-label={tFrame('category')}
        value={filter.category}
        onChange={({ currentTarget: { value } }) => show({ category: value })}
      >
        <option value="">{tFrame('allCategories')}</option>
        {optionsOf(treeOf(categories.value), 0)}
      </select>
      <select
        class="fit"
        aria-label={tFrame('state')}
        value={filter.state}
        onChange={({ currentTarget: { value } }) => show({ state: value })}
      >
        <option value="">{t('allStates')}</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {stateNames[state]}
          </option>
        ))}
      </select>
    </form>
  )
}
