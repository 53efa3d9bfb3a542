import { type ComponentChild, isValidElement, type VNode } from 'preact'
import { EventList } from './events/list.tsx'
import { Later } from './lazyScreen.tsx'
import type { Route } from './route.ts'

/** A screen: the addresses at which it is, and what it shows there. */
interface Screen {
  /** Of the path below the program; what its groups find is given to `show`. */
  readonly path: RegExp
  readonly show: (found: readonly string[], route: Route) => ComponentChild
}

const loadUsers = () => import('./people/users.tsx').then(({ Users }) => Users)
const loadAccount = () => import('./people/account.tsx').then(({ Account }) => Account)
const loadSources = () => import('./imports/sources.tsx').then(({ Sources }) => Sources)
const loadTable = () => import('./imports/table.tsx').then(({ TableImport }) => TableImport)
const loadTry = () => import('./imports/dryRun.tsx').then(({ Try }) => Try)
const loadShare = () => import('./share/share.tsx').then(({ Share }) => Share)
const loadPoster = () => import('./share/poster.tsx').then(({ Poster }) => Poster)
const loadHistory = () => import('./history/history.tsx').then(({ History }) => History)
const loadRecordHistory = () => import('./history/history.tsx').then(({ RecordHistory }) => RecordHistory)
const loadSystem = () => import('./system/system.tsx').then(({ System }) => System)
const loadWebhooks = () => import('./webhooks/webhooks.tsx').then(({ Webhooks }) => Webhooks)
const loadSettings = () => import('./settings/settings.tsx').then(({ Settings }) => Settings)
const loadOwnFields = () => import('./fields/fields.tsx').then(({ OwnFields }) => OwnFields)
const loadToday = () => import('./today/today.tsx').then(({ Today }) => Today)
const loadMonth = () => import('./month/month.tsx').then(({ Month }) => Month)
const loadWaiting = () => import('./waiting/waiting.tsx').then(({ Waiting }) => Waiting)
const loadPlaced = () => import('./places/list.tsx').then(({ PlacedList }) => PlacedList)
const loadPlacedEditor = () => import('./places/placeEditor.tsx').then(({ PlacedEditor }) => PlacedEditor)
const loadTerms = () => import('./terms/screen.tsx').then(({ Terms }) => Terms)
const loadPictures = () => import('./pictures/screen.tsx').then(({ Pictures }) => Pictures)
const loadProposals = () => import('./proposals/proposals.tsx').then(({ Proposals }) => Proposals)
const loadLetters = () => import('./letters/letters.tsx').then(({ Letters }) => Letters)
const loadLetterLists = () => import('./letters/lists.tsx').then(({ LetterLists }) => LetterLists)
const loadDigests = () => import('./letters/digests.tsx').then(({ Digests }) => Digests)
const loadLetter = () => import('./letters/editor.tsx').then(({ LetterEditor }) => LetterEditor)
const loadGuests = () => import('./guests/guests.tsx').then(({ Guests }) => Guests)
const loadDoor = () => import('./door/door.tsx').then(({ Door }) => Door)
const loadReport = () => import('./report/report.tsx').then(({ Report }) => Report)
const loadEditor = () => import('./event/editor.tsx').then(({ EventEditor }) => EventEditor)

/** The screen of a place; nothing where there is none. */
export function screenAt(here: Route): ComponentChild {
  for (const { path, show } of screens) {
    const found = path.exec(here.path)
    if (found) return show(found.slice(1), here)
  }
  return undefined
}

/** Begins to load the program of the screen of a place: what hinders that is said when the screen is shown. */
export function need(here: Route): void {
  const screen = screenAt(here)
  if (!isValidElement(screen) || screen.type !== Later) return
  // All elements of this component have this property.
  const { load } = (screen as VNode<Parameters<typeof Later>[0]>).props
  load().catch(() => {})
}

/** All screens. Of each but the list of events, the program and the texts are loaded when it is opened. */
const screens: readonly Screen[] = [
  { path: /^$/, show: (_found, { visit }) => <Later key={`today ${visit}`} load={loadToday} with={{}} /> },
  {
    path: /^events$/,
    show: (_found, { query }) =>
      query.get('view') === 'month' ? (
        <Later key="month" load={loadMonth} with={{ query }} />
      ) : (
        <EventList query={query} />
      ),
  },
  {
    path: /^events\/new$/,
    show: (_found, { query, visit }) => (
      <Later key={`new ${visit}`} load={loadEditor} with={{ id: undefined, query }} />
    ),
  },
  {
    path: /^events\/(\d{1,15})$/,
    show: ([id], { query }) => <Later key={id} load={loadEditor} with={{ id: Number(id), query }} />,
  },
  {
    path: /^events\/(\d{1,15})\/guests$/,
    show: ([id], { query }) => (
      <Later key={`guests ${id}`} load={loadGuests} with={{ id: Number(id), query }} />
    ),
  },
  {
    path: /^events\/(\d{1,15})\/door$/,
    show: ([id]) => <Later key={`door ${id}`} load={loadDoor} with={{ id: Number(id) }} />,
  },
  {
    path: /^waiting(?:\/(\d{1,15}))?$/,
    show: ([id]) => (
      <Later key="waiting" load={loadWaiting} with={{ id: id === undefined ? undefined : Number(id) }} />
    ),
  },
  {
    path: /^(venues|organizers)$/,
    show: ([kind], { query }) => (
      <Later key={kind} load={loadPlaced} with={{ kind: placedKind(kind), query }} />
    ),
  },
  {
    path: /^(venues|organizers)\/(new|\d{1,15})$/,
    show: ([kind, id], { query }) => (
      <Later
        key={`${kind} ${id}`}
        load={loadPlacedEditor}
        with={{ kind: placedKind(kind), id: id === 'new' ? undefined : Number(id), query }}
      />
    ),
  },
  {
    path: /^(categories|tags)$/,
    show: ([kind], { query }) => <Later key={kind} load={loadTerms} with={{ kind: termKind(kind), query }} />,
  },
  {
    path: /^pictures$/,
    show: (_found, { query }) => <Later key="pictures" load={loadPictures} with={{ query }} />,
  },
  {
    path: /^proposals(?:\/(\d{1,15}))?$/,
    show: ([id], { query }) => (
      <Later
        key="proposals"
        load={loadProposals}
        with={{ id: id === undefined ? undefined : Number(id), query }}
      />
    ),
  },
  {
    path: /^users$/,
    show: (_found, { query, visit }) => <Later key={`users ${visit}`} load={loadUsers} with={{ query }} />,
  },
  {
    path: /^letters$/,
    show: (_found, { query, visit }) => (
      <Later key={`letters ${visit}`} load={loadLetters} with={{ query }} />
    ),
  },
  { path: /^letters\/lists$/, show: () => <Later key="letter-lists" load={loadLetterLists} with={{}} /> },
  { path: /^letters\/digests$/, show: () => <Later key="digests" load={loadDigests} with={{}} /> },
  {
    path: /^letters\/(\d{1,15})$/,
    show: ([id]) => <Later key={`letter ${id}`} load={loadLetter} with={{ id: Number(id) }} />,
  },
  { path: /^imports$/, show: () => <Later key="imports" load={loadSources} with={{}} /> },
  {
    path: /^imports\/table$/,
    show: (_found, { query, visit }) => <Later key={`table ${visit}`} load={loadTable} with={{ query }} />,
  },
  {
    path: /^imports\/try$/,
    show: (_found, { query, visit }) => <Later key={`try ${visit}`} load={loadTry} with={{ query }} />,
  },
  {
    path: /^share$/,
    show: (_found, { query }) => <Later key="share" load={loadShare} with={{ query }} />,
  },
  {
    path: /^share\/poster$/,
    show: (_found, { query }) => <Later key="poster" load={loadPoster} with={{ query }} />,
  },
  {
    path: /^history$/,
    show: (_found, { query }) => <Later key="history" load={loadHistory} with={{ query }} />,
  },
  {
    path: /^history\/(events|venues|organizers|categories|tags|series)\/(\d{1,15})$/,
    show: ([kind, id]) => (
      <Later
        key={`history ${kind} ${id}`}
        load={loadRecordHistory}
        with={{ kind: historyKind(kind), id: Number(id) }}
      />
    ),
  },
  {
    path: /^report$/,
    show: (_found, { query }) => <Later key="report" load={loadReport} with={{ query }} />,
  },
  { path: /^system$/, show: () => <Later key="system" load={loadSystem} with={{}} /> },
  { path: /^webhooks$/, show: () => <Later key="webhooks" load={loadWebhooks} with={{}} /> },
  { path: /^settings$/, show: () => <Later key="settings" load={loadSettings} with={{}} /> },
  { path: /^fields$/, show: () => <Later key="fields" load={loadOwnFields} with={{}} /> },
  { path: /^account$/, show: () => <Later key="account" load={loadAccount} with={{}} /> },
]

const historyKinds = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
  series: 'series',
} as const

function historyKind(named: string | undefined) {
  const known = Object.entries(historyKinds).find(([name]) => name === named)
  return known?.[1] ?? 'event'
}

function placedKind(named: string | undefined): 'venues' | 'organizers' {
  return named === 'organizers' ? 'organizers' : 'venues'
}

function termKind(named: string | undefined): 'categories' | 'tags' {
  return named === 'tags' ? 'tags' : 'categories'
}
