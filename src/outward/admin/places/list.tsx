import { useMemo } from 'preact/hooks'
import { ask } from '../api.ts'
import { Icon } from '../icons.tsx'
import { Pages } from '../kit/pages.tsx'
import { type Reading, useRead } from '../kit/read.ts'
import { Screen } from '../kit/screen.tsx'
import { Table } from '../kit/table.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { useOwnColumns } from '../own/columns.tsx'
import { ownIn, ownQuery } from '../own/query.ts'
import { home } from '../place.ts'
import { go, to } from '../route.ts'
import { Searching } from '../searchField.tsx'
import { numberText, t as tFrame } from '../texts.ts'
import { Views, ViewsButton } from '../views/button.tsx'
import { columnsOf } from './columns.tsx'
import { readCounts } from './counts.ts'
import { type Kind, type KindFacts, kinds, nameOf, type Placed } from './kinds.ts'
import { usePlacedDeeds } from './menu.tsx'
import { OwnInUse, OwnTools } from './ownList.tsx'
import { Pairs } from './pairList.tsx'
import { readPairs, sayDifferent } from './pairs.ts'
import { t, tn } from '../common/texts.ts'

/** Which of them a list has, and what chooses them. */
const choices = {
  all: {},
  twice: {},
  noPlace: { geoloc: false },
  nothingComingUp: { has_upcoming: false },
  withoutEvents: { has_events: false },
  trash: { status: 'trash' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string | boolean>>>>
type Tab = keyof typeof choices

/** The tabs of a kind: what has no place is not looked for by one. */
function tabsOf({ isPlaced }: KindFacts): readonly Tab[] {
  // An object has no other keys than those that are written here.
  return (Object.keys(choices) as Tab[]).filter((one) => isPlaced || one !== 'noPlace')
}

/** How many rows a page has. */
const perPage = 25

/** What the list shows, as its address says. */
interface Shown {
  readonly tab: Tab
  readonly page: number
  readonly search: string
  /** By what of the calendar’s own fields it is narrowed. */
  readonly own: string
}

interface PlacedPage {
  readonly rows: readonly Placed[]
  readonly total: number
  readonly total_pages: number
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

async function readTotal(kind: Kind, chosen: Readonly<Record<string, string | boolean>>): Promise<number> {
  return (await readPage(kind, { ...chosen, per_page: 1, _fields: 'total' })).total
}

/** How many each tab has but those that are perhaps there twice. */
async function readTotals(facts: KindFacts): Promise<Partial<Record<Tab, number>>> {
  const asked = tabsOf(facts).filter((one) => one !== 'twice')
  return Object.fromEntries(
    await Promise.all(asked.map(async (one) => [one, await readTotal(facts.kind, choices[one])] as const)),
  )
}

/** The list of places or of organizers. */
export function PlacedList({ kind, query }: { readonly kind: Kind; readonly query: URLSearchParams }) {
  const facts = kinds[kind]
  const tab = tabsOf(facts).find((one) => one === query.get('tab')) ?? 'all'
  const page = Math.max(1, Math.trunc(Number(query.get('page') ?? 1)) || 1)
  const search = query.get('search') ?? ''
  const own = ownIn(query)
  useOwnColumns()
  const sorted = { page, per_page: perPage, search, orderby: 'title', order: 'asc', ...ownQuery(own) }
  const read = useRead(() => readPage(kind, { ...choices[tab], ...sorted }), [kind, tab, page, search, own])
  const by = [kind, read.reads]
  const pairs = useRead(() => readPairs(kind), by)
  // The list is there without these.
  const counts = useRead(() => readCounts(kind), by)
  const coming = useRead(() => readTotal(kind, { has_upcoming: true }), by)
  const { value: totals = {} } = useRead(() => readTotals(facts), by)
  const alike = pairs.value ?? []
  const twice = useMemo(() => new Set(alike.flatMap(({ records }) => records.map(({ id }) => id))), [alike])
  return (
    <Screen
      title={tFrame(facts.title)}
      says={
        totals.all && coming.value !== undefined
          ? t('listSays', { count: numberText(totals.all), coming: numberText(coming.value) })
          : undefined
      }
      begin={[tFrame(facts.newOne), to(`${kind}/new`)]}
      tabs={<PlacedTabs facts={facts} here={tab} totals={{ ...totals, twice: alike.length }} />}
      read={{ fault: read.fault || pairs.fault, again: read.again }}
    >
      {tab === 'twice' ? (
        <Pairs
          kind={kind}
          pairs={alike}
          onDifferent={(pair) => {
            sayDifferent(kind, pair)
            pairs.take(alike.filter((one) => one !== pair))
          }}
        />
      ) : (
        <List
          facts={facts}
          shown={{ tab, page, search, own }}
          read={read}
          columns={columnsOf(facts, counts.value, twice)}
        />
      )}
    </Screen>
  )
}

function List(props: {
  readonly facts: KindFacts
  readonly shown: Shown
  readonly read: Reading<PlacedPage>
  readonly columns: ReturnType<typeof columnsOf>
}) {
  const { facts, shown, read, columns } = props
  const { kind } = facts
  const { tab, page, search, own } = shown
  const at = (change: { readonly search?: string; readonly page?: number }, of = own) =>
    to(kind, { tab: tab === 'all' ? undefined : tab, ...ownQuery(of), ...change })
  const narrow = (next: string) => go(at({ search }, next), true)
  const { deeds, asked } = usePlacedDeeds({
    facts,
    isOfList: true,
    onMerge: ({ id }) => go(to(`${kind}/${id}`, { merge: 'ask' })),
    onDone: read.again,
  })
  const found = read.value
  return (
    <>
      <Searching
        key={`${kind} ${tab}`}
        label={t(facts.search)}
        search={search}
        onSearch={(typed) => go(at({ search: typed }), true)}
      >
        {facts.isPlaced && (
          <a class="button plain" href={`${home}/map`}>
            <Icon name="place" />
            {t('map')}
          </a>
        )}
        <OwnTools kind={facts.own} own={own} onChange={narrow} />
        <ViewsButton />
      </Searching>
      <Views list={kind} />
      <OwnInUse own={own} onChange={narrow} />
      {found?.rows.length === 0 && (
        <p class="dim">{search === '' && own === '' ? t('nothingHere') : tFrame('nothingFound')}</p>
      )}
      {found && found.rows.length > 0 && (
        <Table rows={found.rows} name={nameOf} columns={columns} deeds={deeds} />
      )}
      {asked}
      {found && found.total > 0 && (
        <Pages
          says={tn('count', found.total)}
          page={page}
          pages={found.total_pages}
          at={(other) => at({ search, page: other })}
        />
      )}
    </>
  )
}

function PlacedTabs(props: {
  readonly facts: KindFacts
  readonly here: Tab
  readonly totals: Partial<Record<Tab, number>>
}) {
  const { facts, here, totals } = props
  const all = tabsOf(facts).map((one) => ({
    href: to(facts.kind, { tab: one === 'all' ? undefined : one }),
    says: one === 'trash' ? tFrame(one) : t(one),
    count: totals[one],
    isHere: one === here,
  }))
  return <Tabs label={t('whichOnes')} tabs={all} />
}
