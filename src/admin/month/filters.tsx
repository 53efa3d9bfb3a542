import { SearchTools } from '../events/tools.tsx'
import { go, to } from '../route.ts'
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

/** What narrows the month. */
export function Filters({ filter, start }: { readonly filter: Filter; readonly start: string }) {
  const show = (change: Partial<Filter>) =>
    go(to('events', { view: 'month', start, ...filter, ...change }), true)
  const stateNames = { publish: t('isPublic'), pending: t('waits'), draft: t('draft') }
  return (
    <SearchTools narrowed={filter} onChange={show}>
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
    </SearchTools>
  )
}
