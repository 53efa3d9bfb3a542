import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { ask } from '../api.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { settle } from '../settle.ts'
import { type Branch, categories, colourClass, treeOf } from '../terms.ts'
import { numberText, t as tFrame } from '../texts.ts'
import { sayFault } from '../toasts.tsx'
import { idsOf, type NarrowKind, onlyNarrowed, type Narrowing } from './filterValues.ts'
import { learn, nameIn, nameOf, needNames, type Source, sources } from './names.ts'
import { t } from './texts.ts'

/** How many are offered before anything is typed, and how many of those that match what is typed. */
const [mostCounted, mostFound] = [60, 20]

/** How long typing has to rest before it is asked for, in milliseconds. */
const rest_ms = 200

/** What can be ticked. */
interface Choice {
  readonly id: number
  readonly name: string
  readonly depth: number
  readonly count: number | undefined
}

/** Those of one kind that events are looked for by: with how many events each has, most first; what is typed finds others. */
export function Facet(
  props: Narrowing & {
    readonly kind: NarrowKind
    /** What it is of stands above it already. */
    readonly isNamed?: boolean
  },
) {
  const { kind, narrowed, within, onChange, isNamed = false } = props
  const typed = useSignal('')
  const counted = useSignal<readonly Source[]>([])
  const found = useSignal<readonly Source[]>([])
  const id = useId()
  const chosen = idsOf(narrowed[kind])
  const asked = JSON.stringify(onlyNarrowed(narrowed))
  useEffect(() => {
    const reading = new AbortController()
    void settle(
      count(kind, within, reading.signal),
      (all) => {
        counted.value = all
        learn(kind, all)
      },
      (error: unknown) => {
        if (!reading.signal.aborted) sayFault(faultText(error))
      },
    )
    needNames(kind, chosen)
    return () => reading.abort()
  }, [asked])
  useEffect(() => {
    const search = typed.value.trim()
    if (search === '' || kind === 'category') return () => {}
    const reading = new AbortController()
    const resting = setTimeout(() => {
      void settle(
        find(kind, search, reading.signal),
        (all) => {
          found.value = all
          learn(kind, all)
        },
        (error: unknown) => {
          if (!reading.signal.aborted) sayFault(faultText(error))
        },
      )
    }, rest_ms)
    return () => {
      clearTimeout(resting)
      reading.abort()
    }
  }, [typed.value])
  const toggle = (one: number, isOn: boolean) =>
    onChange({ [kind]: (isOn ? [...chosen, one] : chosen.filter((other) => other !== one)).join(',') })
  const choices = choicesOf({ kind, chosen, counted: counted.value, found: found.value, typed: typed.value })
  return (
    <div class="stack tight">
      <label for={id} class={isNamed ? 'hidden' : undefined}>
        <b>{kindText(kind)}</b>
      </label>
      <div class="search">
        <Icon name="search" />
        <input
          id={id}
          type="search"
          dir="auto"
          placeholder={findText(kind)}
          autocomplete="off"
          onInput={({ currentTarget: { value } }) => {
            typed.value = value
          }}
        />
      </div>
      {/* It scrolls, so that it has to be reached by the keyboard. */}
      <div class="tree" role="group" aria-label={kindText(kind)} tabIndex={0}>
        {choices.map((one) => (
          <label class={`check depth-${Math.min(one.depth, 3)}`} key={one.id}>
            <input
              type="checkbox"
              checked={chosen.includes(one.id)}
              onChange={({ currentTarget: { checked } }) => toggle(one.id, checked)}
            />
            <span class="line">
              {kind === 'category' && <span class={`dot ${colourClass(one.id)}`} />}
              <span dir="auto">{one.name}</span>
            </span>
            {one.count !== undefined && <span class="count push">{numberText(one.count)}</span>}
          </label>
        ))}
        {choices.length === 0 && <p class="dim">{t('noneFound')}</p>}
      </div>
    </div>
  )
}

async function count(
  kind: NarrowKind,
  within: Narrowing['within'],
  signal: AbortSignal,
): Promise<readonly Source[]> {
  const { path } = sources[kind]
  const query = { ...within, facets: path, facet_limit: kind === 'category' ? 200 : mostCounted }
  const { body } = await ask<Readonly<Record<string, readonly Source[]>>>('events/facets', { query, signal })
  return body[path] ?? []
}

async function find(kind: NarrowKind, search: string, signal: AbortSignal): Promise<readonly Source[]> {
  const { path } = sources[kind]
  const isTerm = kind === 'tag' || kind === 'category'
  const query = {
    search,
    per_page: mostFound,
    ...(isTerm ? { hide_empty: false } : { orderby: 'relevance' }),
  }
  const { body } = await ask<Readonly<Record<string, readonly Source[]>>>(path, { query, signal })
  return body[path] ?? []
}

function choicesOf(of: {
  readonly kind: NarrowKind
  readonly chosen: readonly number[]
  readonly counted: readonly Source[]
  readonly found: readonly Source[]
  readonly typed: string
}): readonly Choice[] {
  const { kind, chosen, counted, found } = of
  const counts = new Map(counted.map(({ id, count: events }) => [id, events]))
  const words = of.typed.trim().toLocaleLowerCase()
  if (kind === 'category') {
    const all = flat(treeOf(categories.value), 0)
    const shown = words === '' ? all : all.filter(({ name }) => name.toLocaleLowerCase().includes(words))
    return shown.map(({ id, name, depth }) => ({ id, name, depth, count: counts.get(id) ?? 0 }))
  }
  const others = words === '' ? counted : found
  const shown = others.map((one) => ({ id: one.id, name: nameIn(kind, one) }))
  const missing = words === '' ? chosen.filter((id) => !shown.some((one) => one.id === id)) : []
  return [...missing.map((id) => ({ id, name: nameOf(kind, id) })), ...shown].map(({ id, name }) => ({
    id,
    name,
    depth: 0,
    count: counts.get(id),
  }))
}

function flat(branches: readonly Branch[], depth: number): readonly Omit<Choice, 'count'>[] {
  return branches.flatMap(({ term, name, below }) => [
    { id: term.id, name, depth },
    ...flat(below, depth + 1),
  ])
}

function findText(kind: NarrowKind): string {
  switch (kind) {
    case 'category':
      return tFrame('findCategory')
    case 'venue':
      return t('findPlace')
    case 'organizer':
      return t('findOrganizer')
    default:
      return t('findTag')
  }
}

/** What a kind is called. */
export function kindText(kind: NarrowKind): string {
  switch (kind) {
    case 'category':
      return tFrame('category')
    case 'venue':
      return tFrame('place')
    case 'organizer':
      return tFrame('organizers')
    default:
      return tFrame('tags')
  }
}
