import type { ComponentChildren } from 'preact'
import { Icon } from '../icons.tsx'
import { Later } from '../lazyScreen.tsx'
import { Pop } from '../pop.tsx'
import { Searching } from '../searchField.tsx'
import { t } from '../texts.ts'
import { Views, ViewsButton } from '../views/button.tsx'
import { everything, isNarrowed } from './filterValues.ts'
import type { Narrowing } from './filterValues.ts'

/** A field to search in, and what else narrows. What is typed counts once typing rests. */
export function SearchTools(
  props: Narrowing & {
    /** How many events are shown so, once that is known. */
    readonly total?: number | undefined
    /** What else is in use, as chips. */
    readonly chips?: ComponentChildren
    /** What stands before all else that narrows. */
    readonly filters?: ComponentChildren
    /** Takes away all that is in use; where it is left out, what is looked for alone. */
    readonly onShowAll?: () => void
  },
) {
  const { narrowed, within, chips, filters, total, onChange } = props
  const narrowing = { narrowed, within, onChange }
  const onShowAll = props.onShowAll ?? (() => onChange(everything))
  return (
    <>
      <Searching
        label={t('searchEvents')}
        hint={t('searchHint')}
        search={narrowed.search}
        onSearch={(search) => onChange({ search })}
      >
        <Opens id="f-category" isRoomy>
          {t('category')}
          <Icon name="down" />
        </Opens>
        <Opens id="f-venue" isRoomy>
          {t('place')}
          <Icon name="down" />
        </Opens>
        <Opens id="f-all">
          <Icon name="sliders" />
          {t('filters')}
        </Opens>
        <ViewsButton />
      </Searching>
      {(isNarrowed(narrowed) || chips) && (
        // Their room is there before they are: nothing moves under a finger when they come.
        <div class="in-use">
          <Later load={loadChips} with={{ ...narrowing, total, chips, onShowAll }} />
        </div>
      )}
      <Views list="events" />
      <Pop id="f-category" class="menu form from-start" label={t('category')}>
        {() => <Later load={loadFacet} with={{ ...narrowing, kind: 'category' as const }} />}
      </Pop>
      <Pop id="f-venue" class="menu form from-start" label={t('place')}>
        {() => <Later load={loadFacet} with={{ ...narrowing, kind: 'venue' as const }} />}
      </Pop>
      <Pop id="f-all" class="menu form" label={t('filters')}>
        {() => <Later load={loadFilters} with={{ ...narrowing, first: filters }} />}
      </Pop>
    </>
  )
}

// What is opened, and what is in use, is loaded when it is first needed.
const loadFacet = () => import('./facet.tsx').then(({ Facet }) => Facet)
const loadFilters = () => import('./filters.tsx').then(({ Filters }) => Filters)
const loadChips = () => import('./chips.tsx').then(({ Chips }) => Chips)

function Opens(props: {
  readonly id: string
  readonly isRoomy?: boolean
  readonly children: ComponentChildren
}) {
  const { id, isRoomy = false, children } = props
  return (
    <button class={isRoomy ? 'plain roomy-only' : 'plain'} type="button" popovertarget={id}>
      {children}
    </button>
  )
}
