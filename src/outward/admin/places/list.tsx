import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { home } from '../place.ts'
import { go, to } from '../route.ts'
import { Searching } from '../searchField.tsx'
import { settle } from '../settle.ts'
import { numberText, t as tFrame } from '../texts.ts'
import { useTitle } from '../title.ts'
import { Views, ViewsButton } from '../views/button.tsx'
import { type Kind, type KindFacts, kinds, type Placed } from './kinds.ts'
import { PlacedMenu } from './menu.tsx'
import { type Pair, readPairs, sayDifferent } from './pairs.ts'
import { readCounts } from './counts.ts'
import { Pairs, Table } from './table.tsx'
import { t, tn } from './texts.ts'

const tabs = ['all', 'twice', 'noPlace', 'nothingComingUp', 'withoutEvents', 'trash'] as const
type Tab = (typeof tabs)[number]

/** How many rows a page has. */
const perPage = 25

interface PlacedPage {
  readonly rows: readonly Placed[]
  readonly total: number
  readonly total_pages: number
}

function choice(tab: Tab): Readonly<Record<string, string | boolean>> {
  switch (tab) {
    case 'noPlace':
      return { geoloc: false }
    case 'nothingComingUp':
      return { has_upcoming: false }
    case 'withoutEvents':
      return { has_events: false }
    case 'trash':
      return { status: 'trash' }
    default:
      return {}
  }
}

async function readPage(
  kind: Kind,
  asked: Readonly<Record<string, string | number | boolean>>,
): Promise<PlacedPage> {
  const { body } = await ask<Record<Kind, readonly Placed[]> & { total: number; total_pages: number }>(kind, {
    query: asked,
  })
  return { rows: body[kind] ?? [], total: body.total, total_pages: body.total_pages }
}

/** The list of places or of organizers. */
export function PlacedList({ kind, query }: { readonly kind: Kind; readonly query: URLSearchParams }) {
  const facts = kinds[kind]
  const tab = tabs.find((one) => one === query.get('tab')) ?? 'all'
  const page = Math.max(1, Math.trunc(Number(query.get('page') ?? 1)) || 1)
  const search = query.get('search') ?? ''
  const found = useSignal<PlacedPage | undefined>(undefined)
  const pairs = useSignal<readonly Pair[]>([])
  const counts = useSignal<ReadonlyMap<number, number> | undefined>(undefined)
  const totals = useSignal<Partial<Record<Tab, number>>>({})
  /** How many have something coming up. */
  const coming = useSignal<number | undefined>(undefined)
  const pointed = useSignal<Placed | undefined>(undefined)
  const reads = useSignal(0)
  const fault = useSignal('')
  const says = (error: unknown) => {
    fault.value = faultText(error)
  }
  useTitle(tFrame(facts.title))
  useEffect(() => {
    let isOld = false
    void settle(
      readPage(kind, {
        ...choice(tab),
        page,
        per_page: perPage,
        search,
        orderby: 'title',
        order: 'asc',
      }),

      (read) => {
        if (isOld) return
        found.value = read
        fault.value = ''
      },
      says,
    )
    return () => {
      isOld = true
    }
  }, [kind, tab, page, search, reads.value])
  useEffect(() => {
    void settle(
      readPairs(kind),

      (read) => {
        pairs.value = read
      },
      says,
    )
    void settle(
      readCounts(kind),

      (read) => {
        counts.value = read
      },
      () => {},
    )
    void settle(
      readPage(kind, { has_upcoming: true, per_page: 1, _fields: 'total' }),

      ({ total }) => {
        coming.value = total
      },
      () => {},
    )
    const asked = tabs.filter((one) => one !== 'twice' && (facts.isPlaced || one !== 'noPlace'))
    void settle(
      Promise.all(
        asked.map(async (one) => {
          const { total } = await readPage(kind, { ...choice(one), per_page: 1, _fields: 'total' })
          return [one, total] as const
        }),
      ),

      (read) => {
        totals.value = Object.fromEntries(read)
      },
      () => {},
    )
  }, [kind, reads.value])
  const twice = useMemo(
    () => new Set(pairs.value.flatMap(({ records }) => records.map(({ id }) => id))),
    [pairs.value],
  )
  const rows = found.value?.rows ?? []
  return (
    <>
      <div class="head">
        <div>
          <h1>{tFrame(facts.title)}</h1>
          {totals.value.all !== undefined && totals.value.all > 0 && coming.value !== undefined && (
            <p>{t('listSays', { count: numberText(totals.value.all), coming: numberText(coming.value) })}</p>
          )}
        </div>
        <div class="acts">
          <a class="button" href={to(`${kind}/new`)}>
            <Icon name="plus" />
            {tFrame(facts.newOne)}
          </a>
        </div>
      </div>
      <Tabs facts={facts} tab={tab} totals={{ ...totals.value, twice: pairs.value.length }} />
      {fault.value !== '' && (
        <div class="notice bad" role="alert">
          <Icon name="warning" />
          <p dir="auto">{fault.value}</p>
        </div>
      )}
      {tab === 'twice' ? (
        <Pairs
          kind={kind}
          pairs={pairs.value}
          onDifferent={(pair) => {
            sayDifferent(kind, pair)
            pairs.value = pairs.value.filter((one) => one !== pair)
          }}
        />
      ) : (
        <>
          <Searching
            key={`${kind} ${tab}`}
            label={t(facts.search)}
            search={search}
            onSearch={(typed) => go(to(kind, { tab: tab === 'all' ? undefined : tab, search: typed }), true)}
          >
            {facts.isPlaced && (
              <a class="button plain" href={`${home}/map`}>
                <Icon name="place" />
                {t('map')}
              </a>
            )}
            <ViewsButton />
          </Searching>
          <Views list={kind} />
          {found.value && rows.length === 0 && (
            <p class="dim">{search === '' ? t('nothingHere') : tFrame('nothingFound')}</p>
          )}
          {rows.length > 0 && (
            <Table
              facts={facts}
              rows={rows}
              counts={counts.value}
              twice={twice}
              onMenu={(row) => (pointed.value = row)}
            />
          )}
          <PlacedMenu
            id="row-menu"
            facts={facts}
            row={pointed.value}
            isOfList
            onMerge={() => go(to(`${kind}/${pointed.value?.id}`, { merge: 'ask' }))}
            onDone={() => (reads.value += 1)}
          />
          {found.value && <Pages kind={kind} tab={tab} page={page} search={search} found={found.value} />}
        </>
      )}
    </>
  )
}

function Tabs(props: {
  readonly facts: KindFacts
  readonly tab: Tab
  readonly totals: Partial<Record<Tab, number>>
}) {
  const { facts, tab, totals } = props
  const nav = useRef<HTMLElement>(null)
  // On phones they are wider than the window, the more so with their numbers: the one that is open is in sight.
  useEffect(() => {
    const [all, one] = [nav.current, nav.current?.querySelector('[aria-current]')].map((each) =>
      each?.getBoundingClientRect(),
    )
    if (all && one && (one.left < all.left || one.right > all.right))
      nav.current?.scrollBy({ left: (one.left + one.right - all.left - all.right) / 2 })
  }, [tab, totals.all, totals.twice])
  const names: Readonly<Record<Tab, string>> = {
    all: t('all'),
    twice: t('twice'),
    noPlace: t('noPlace'),
    nothingComingUp: t('nothingComingUp'),
    withoutEvents: t('withoutEvents'),
    trash: tFrame('trash'),
  }
  return (
    <nav class="tabs" aria-label={t('whichOnes')} ref={nav}>
      {tabs
        .filter((one) => facts.isPlaced || one !== 'noPlace')
        .map((one) => (
          <a
            key={one}
            href={to(facts.kind, { tab: one === 'all' ? undefined : one })}
            aria-current={one === tab ? 'page' : undefined}
          >
            {names[one]}
            {totals[one] !== undefined && <span class="count">{numberText(totals[one])}</span>}
          </a>
        ))}
    </nav>
  )
}

function Pages(props: {
  readonly kind: Kind
  readonly tab: Tab
  readonly page: number
  readonly search: string
  readonly found: PlacedPage
}) {
  const { kind, tab, page, search, found } = props
  if (found.total === 0) return null
  const at = (one: number) => to(kind, { tab: tab === 'all' ? undefined : tab, search, page: one })
  return (
    <nav class="pages" aria-label={tFrame('pages')}>
      <span class="dim">{tn('count', found.total)}</span>
      <span class="acts">
        {page > 1 && (
          <a class="button plain" href={at(page - 1)}>
            <Icon name="back" />
            {tFrame('previousPage')}
          </a>
        )}
        {page < found.total_pages && (
          <a class="button plain" href={at(page + 1)}>
            {tFrame('nextPage')}
            <Icon name="forward" />
          </a>
        )}
      </span>
    </nav>
  )
}
