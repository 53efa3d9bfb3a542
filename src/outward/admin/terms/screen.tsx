import { useMemo } from 'preact/hooks'
import { useRead } from '../kit/read.ts'
import { Screen } from '../kit/screen.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { readCounts } from '../places/counts.ts'
import { t } from '../common/texts.ts'
import { go, route, to } from '../route.ts'
import { type Branch, categories, countTerms, readTerms, treeOf } from '../terms.ts'
import { t as tFrame } from '../texts.ts'
import { deeds, type Kind, type Placed } from './kinds.ts'
import { TermList } from './list.tsx'
import { TermPanel } from './panel.tsx'

function linesOf(branches: readonly Branch[], depth = 0): readonly Placed[] {
  return branches.flatMap(({ term, name, below }) => [
    { id: term.id, term, name, depth },
    ...linesOf(below, depth + 1),
  ])
}

/** What the screen has read: all of the kind, how many there are of the other one, and what is coming up with each. */
function useTerms(kind: Kind) {
  const isCategories = kind === 'categories'
  const read = useRead(async () => {
    const found = await readTerms(kind)
    // The list of events and the editor show the categories as they are now.
    if (isCategories) categories.value = new Map(found.map((term) => [term.id, term]))
    return found
  })
  // The list is there without what is coming up, and says what is wrong.
  const coming = useRead(() => readCounts(kind), [read.reads])
  const others = useRead(() => countTerms(isCategories ? 'tags' : 'categories'), [read.reads])
  const lines = useMemo(
    () => linesOf(treeOf(new Map((read.value ?? []).map((term) => [term.id, term])))),
    [read.value],
  )
  return { read, lines, counts: coming.value, others: others.value }
}

/** Categories as a tree, or tags; the one that is chosen is changed beside them. */
export function Terms({ kind, query }: { readonly kind: Kind; readonly query: URLSearchParams }) {
  const { read, lines, counts, others } = useTerms(kind)
  const chosen = query.get('id')
  const term = read.value?.find(({ id }) => String(id) === chosen)
  const does = deeds.find((one) => one === query.get('does'))
  const again = (id?: number) => {
    read.again()
    // Who has gone on to another one meanwhile stays there.
    const here = route.peek()
    if (here.path === kind && here.query.get('id') === chosen) go(to(kind, { id }), true)
  }
  return (
    <Screen
      title={tFrame('categoriesAndTags')}
      begin={[t(kind === 'categories' ? 'newCategory' : 'newTag'), to(kind, { id: 'new' })]}
      tabs={<TermTabs here={kind} count={read.value?.length} others={others} />}
      read={read}
    >
      <div class="beside">
        <TermList kind={kind} lines={lines} isRead={read.value !== undefined} open={term} counts={counts} />
        <aside>
          {read.value && (chosen === 'new' || term) && (
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
    </Screen>
  )
}

function TermTabs(props: {
  readonly here: Kind
  readonly count: number | undefined
  readonly others: number | undefined
}) {
  const { here, count, others } = props
  const all = (['categories', 'tags'] as const).map((one) => ({
    href: to(one),
    says: tFrame(one),
    count: one === here ? count : others,
    isHere: one === here,
  }))
  return <Tabs label={t('whichOnes')} tabs={all} />
}
