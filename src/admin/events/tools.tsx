import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Asked } from '../api.ts'
import { Icon } from '../icons.tsx'
import { Later } from '../later.tsx'
import { Pop } from '../pop.tsx'
import { t } from '../texts.ts'
import { everything, isNarrowed, type Narrowed, onlyNarrowed } from './narrow.ts'

/** How long typing has to rest before it is searched for, in milliseconds. */
const rest_ms = 300

/** What is chosen from, and what becomes of it. */
export interface Narrowing {
  readonly narrowed: Narrowed
  /** How the service is asked for all that is shown: what can be chosen is counted within it. */
  readonly within: NonNullable<Asked['query']>
  readonly onChange: (change: Partial<Narrowed>) => void
}

/** A field to search in, and what else narrows. What is typed counts once typing rests. */
export function SearchTools(
  props: Narrowing & {
    /** How many events are shown so, once that is known. */
    readonly total?: Signal<number | undefined>
    /** What else is in use, as chips. */
    readonly chips?: ComponentChildren
    /** Takes away all that is in use; where it is left out, what is looked for alone. */
    readonly onShowAll?: () => void
  },
) {
  const { narrowed, within, chips, total } = props
  const { search } = narrowed
  const field = useRef<HTMLInputElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const onChange = (change: Partial<Narrowed>) => {
    clearTimeout(typing.current)
    props.onChange(change)
  }
  const asked = JSON.stringify(onlyNarrowed(narrowed))
  // What else was chosen meanwhile has led elsewhere: what rests from before is not searched for over it.
  useEffect(() => clearTimeout(typing.current), [asked])
  useEffect(() => () => clearTimeout(typing.current), [])
  useEffect(() => {
    // The way back changes what is shown, not what is being typed.
    if (field.current && document.activeElement !== field.current) field.current.value = search
  }, [search])
  const narrowing = { narrowed, within, onChange }
  const onShowAll = () => {
    clearTimeout(typing.current)
    if (props.onShowAll) props.onShowAll()
    else props.onChange(everything)
  }
  return (
    <>
      <form
        class="tools"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          onChange({ search: field.current?.value ?? '' })
        }}
      >
        <div class="search">
          <Icon name="search" />
          <input
            ref={field}
            type="search"
            dir="auto"
            aria-label={t('searchEvents')}
            placeholder={t('searchHint')}
            defaultValue={search}
            onInput={({ currentTarget: { value } }) => {
              clearTimeout(typing.current)
              typing.current = setTimeout(() => onChange({ search: value }), rest_ms)
            }}
          />
        </div>
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
      </form>
      {(isNarrowed(narrowed) || chips) && (
        // Their room is there before they are: nothing moves under a finger when they come.
        <div class="in-use">
          <Later load={loadChips} with={{ ...narrowing, total: total?.value, chips, onShowAll }} />
        </div>
      )}
      <Pop id="f-category" class="menu form from-start" label={t('category')}>
        {() => <Later load={loadFacet} with={{ ...narrowing, kind: 'category' as const }} />}
      </Pop>
      <Pop id="f-venue" class="menu form from-start" label={t('place')}>
        {() => <Later load={loadFacet} with={{ ...narrowing, kind: 'venue' as const }} />}
      </Pop>
      <Pop id="f-all" class="menu form" label={t('filters')}>
        {() => <Later load={loadFilters} with={narrowing} />}
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
