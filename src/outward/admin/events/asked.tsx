import { Later } from '../lazyScreen.tsx'
import { closePop, Pop } from '../pop.tsx'
import { t } from '../texts.ts'
import type { Deed } from '../common/deed.ts'
import type { Doing } from './doing.ts'

// What asks for more than an answer is loaded when it is first asked.
const loadAsk = () => import('./deeds.tsx').then(({ Ask }) => Ask)
const loadAskMore = () => import('./scopeQuestion.tsx').then(({ AskMore }) => AskMore)
const loadMove = () => import('./moveDialog.tsx').then(({ MoveDialog }) => MoveDialog)
const loadSortCategories = () => import('./sorting.tsx').then(({ SortCategories }) => SortCategories)
const loadSortPlaces = () => import('./sorting.tsx').then(({ SortPlaces }) => SortPlaces)
const loadSetField = () => import('./setField.tsx').then(({ SetField }) => SetField)
const loaded = { place: loadSortPlaces, categorize: loadSortCategories, fields: loadSetField }
const closeSorting = () => closePop('sorting')

/** What is asked before something is done with events: which dates and why, to which day, and of which categories or at which places. */
export function Asked({ doing }: { readonly doing: Doing }) {
  const { moved, again, move } = doing
  return (
    <>
      <Pop id="sorting" class="menu form sorting" label={t('withSelection')}>
        {() => <Sort doing={doing} />}
      </Pop>
      {moved.value && (
        <Later
          load={loadMove}
          with={{ event: moved.value, onMoved: again, onClose: () => move(undefined) }}
        />
      )}
      <Before doing={doing} />
    </>
  )
}

function Sort({ doing: { sorting, carryOut } }: { readonly doing: Doing }) {
  if (!sorting.value) return null
  const { does, events } = sorting.value
  const onDeed = (deed: Deed) => {
    closeSorting()
    void carryOut(events, deed)
  }
  return <Later load={loaded[does]} with={{ events, onClose: closeSorting, onDeed }} />
}

/** What is asked of one event that is no date of a series in few words. */
const isAlone = new Set<Deed['does']>(['cancel', 'remove'])

function Before({ doing: { wish, carryOut } }: { readonly doing: Doing }) {
  if (!wish.value) return null
  const { events } = wish.value
  const asked = {
    wish: wish.value,
    onClose: () => {
      wish.value = undefined
    },
    onDeed: (deed: Deed) => void carryOut(events, deed),
  }
  const isMore = events.length > 1 || events.some(({ series }) => series) || !isAlone.has(wish.value.does)
  return <Later load={isMore ? loadAskMore : loadAsk} with={asked} />
}

/** Opens what sorts an event, beside the button that its menu was opened by: it has the focus again. */
export function openSorting(): void {
  const by = document.activeElement
  document
    .querySelector<HTMLElement>('#sorting')
    ?.showPopover(by instanceof HTMLElement ? { source: by } : {})
}
