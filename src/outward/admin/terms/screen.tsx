import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { ask } from '../api.ts'
import { untrashed } from '../events/query.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { MenuCell } from '../parts.tsx'
import { colours } from '../place.ts'
import { t } from '../places/texts.ts'
import type { Term } from '../records.ts'
import { go, to } from '../route.ts'
import { settle } from '../settle.ts'
import { type Branch, categories, treeOf } from '../terms.ts'
import { numberText, t as tFrame } from '../texts.ts'
import { useTitle } from '../title.ts'
import { deeds, type Kind } from './kinds.ts'
import { TermMenu } from './menu.tsx'
import { TermPanel } from './panel.tsx'

/** How many are asked for at once. */
const perPage = 50

async function readAll(kind: Kind): Promise<readonly Term[]> {
  const all: Term[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await ask<Record<Kind, readonly Term[]> & { total_pages: number }>(kind, {
      query: { page, per_page: perPage, hide_empty: false },
    })
    all.push(...body[kind])
    pages = body.total_pages
  }
  return all
}

/** So many terms can be counted at once. */
const mostCounted = 200

/** How many events are coming up, by the ID of the term; of a category with all below it. */
async function readComing(kind: Kind): Promise<ReadonlyMap<number, number>> {
  const { body } = await ask<Partial<Record<Kind, readonly { id: number; count: number }[]>>>(
    'events/facets',
    { query: { facets: kind, facet_limit: mostCounted, ends_after: 'now', status: untrashed } },
  )
  return new Map((body[kind] ?? []).map(({ id, count }) => [id, count]))
}

/** The class of the colour of a category; of none for a tag. */
function dotOf({ color }: Term): string {
  return `dot c-${colours.indexOf(color ?? '') + 1}`
}

interface Line extends Omit<Branch, 'below'> {
  readonly depth: number
}

function linesOf(branches: readonly Branch[], depth = 0): readonly Line[] {
  return branches.flatMap(({ term, name, below }) => [{ term, name, depth }, ...linesOf(below, depth + 1)])
}

/** Categories as a tree, or tags; the one that is chosen is changed beside them. */
export function Terms({ kind, query }: { readonly kind: Kind; readonly query: URLSearchParams }) {
  const all = useSignal<readonly Term[] | undefined>(undefined)
  const counts = useSignal<Partial<Record<Kind, number>>>({})
  const coming = useSignal<ReadonlyMap<number, number> | undefined>(undefined)
  const pointed = useSignal<Term | undefined>(undefined)
  const fault = useSignal('')
  const search = useSignal('')
  const reads = useSignal(0)
  const isCategories = kind === 'categories'
  useTitle(tFrame('categoriesAndTags'))
  useEffect(() => {
    void settle(
      readAll(kind),

      (found) => {
        all.value = found
        fault.value = ''
        counts.value = { ...counts.value, [kind]: found.length }
        // The list of events and the editor show the categories as they are now.
        if (isCategories) categories.value = new Map(found.map((term) => [term.id, term]))
      },
      (error: unknown) => {
        fault.value = faultText(error)
      },
    )
    coming.value = undefined
    void settle(
      readComing(kind),

      (found) => {
        coming.value = found
      },
      // The list is there without it.
      () => {},
    )
    const other: Kind = isCategories ? 'tags' : 'categories'
    void settle(
      ask<{ total: number }>(other, { query: { per_page: 1, hide_empty: false, _fields: 'total' } }),

      ({ body: { total } }) => {
        counts.value = { ...counts.value, [other]: total }
      },
      // The list says what is wrong.
      () => {},
    )
  }, [kind, reads.value])
  const lines = useMemo(
    () => linesOf(treeOf(new Map((all.value ?? []).map((term) => [term.id, term])))),
    [all.value],
  )
  const wanted = search.value.trim().toLowerCase()
  const shown = wanted === '' ? lines : lines.filter(({ name }) => name.toLowerCase().includes(wanted))
  const chosen = query.get('id')
  const term = all.value?.find(({ id }) => String(id) === chosen)
  const does = deeds.find((one) => one === query.get('does'))
  const countOf = ({ id }: Term) =>
    coming.value?.get(id) ?? (coming.value && coming.value.size < mostCounted ? 0 : undefined)
  const again = (id?: number) => {
    reads.value += 1
    go(to(kind, { id }), true)
  }
  return (
    <>
      <div class="head">
        <div>
          <h1>{tFrame('categoriesAndTags')}</h1>
        </div>
        <div class="acts">
          <a class="button" href={to(kind, { id: 'new' })}>
            <Icon name="plus" />
            {isCategories ? t('newCategory') : t('newTag')}
          </a>
        </div>
      </div>
      <nav class="tabs" aria-label={t('whichOnes')}>
        {(['categories', 'tags'] as const).map((one) => (
          <a key={one} href={to(one)} aria-current={one === kind ? 'page' : undefined}>
            {tFrame(one)}
            {counts.value[one] !== undefined && <span class="count">{numberText(counts.value[one])}</span>}
          </a>
        ))}
      </nav>
      {fault.value !== '' && (
        <div class="notice bad" role="alert">
          <Icon name="warning" />
          <p dir="auto">{fault.value}</p>
        </div>
      )}
      <div class="beside">
        <div>
          <div class="tools" role="search">
            <div class="search">
              <Icon name="search" />
              <input
                type="search"
                dir="auto"
                aria-label={isCategories ? tFrame('findCategory') : t('findTag')}
                placeholder={isCategories ? tFrame('findCategory') : t('findTag')}
                value={search.value}
                onInput={({ currentTarget }) => {
                  search.value = currentTarget.value
                }}
              />
            </div>
          </div>
          {all.value && shown.length === 0 && <p class="dim">{tFrame('nothingFound')}</p>}
          {shown.length > 0 && (
            <table class="list terms">
              <thead>
                <tr>
                  <th scope="col">{tFrame('name')}</th>
                  <th scope="col" class="c-end">
                    {t('comingUp')}
                  </th>
                  <th scope="col">
                    <span class="hidden">{tFrame('more')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {shown.map((line) => (
                  <Row
                    key={line.term.id}
                    kind={kind}
                    line={wanted === '' ? line : { ...line, depth: 0 }}
                    coming={countOf(line.term)}
                    isOpen={line.term === term}
                    onMenu={() => (pointed.value = line.term)}
                  />
                ))}
              </tbody>
            </table>
          )}
          <TermMenu kind={kind} term={pointed.value} />
        </div>
        <aside>
          {all.value && (chosen === 'new' || term) && (
            <TermPanel
              key={`${kind} ${chosen} ${does}`}
              kind={kind}
              term={term}
              lines={lines}
              does={does}
              onDone={again}
            />
          )}
        </aside>
      </div>
    </>
  )
}

function Row(props: {
  readonly kind: Kind
  readonly line: Line
  /** How many of its events are coming up, where that is known. */
  readonly coming: number | undefined
  readonly isOpen: boolean
  readonly onMenu: () => void
}) {
  const { kind, line, coming, isOpen, onMenu } = props
  const { term, name, depth } = line
  const classes = [depth > 0 && `child depth-${Math.min(depth, 3)}`, isOpen && 'is-open'].filter(Boolean)
  return (
    <tr class={classes.join(' ')}>
      <th scope="row">
        <p class="what">
          {kind === 'categories' && depth === 0 && <span class={dotOf(term)} />}
          <a href={to(kind, { id: term.id })} dir="auto" aria-current={isOpen ? 'true' : undefined}>
            {name}
          </a>
        </p>
      </th>
      <td class="c-end num">{coming === undefined ? '' : numberText(coming)}</td>
      <MenuCell title={name} onOpen={onMenu} />
    </tr>
  )
}
