import { useSignal } from '@preact/signals'
import { Icon } from '../icons.tsx'
import type { Columns } from '../kit/columns.tsx'
import { Table } from '../kit/table.tsx'
import { colours } from '../place.ts'
import { countIn, type Counts } from '../places/counts.ts'
import { t } from '../common/texts.ts'
import type { Term } from '../records.ts'
import { to } from '../route.ts'
import { numberText, t as tFrame } from '../texts.ts'
import type { Kind, Placed } from './kinds.ts'
import { deedsOf } from './menu.tsx'

/** Categories in the order of their tree, or tags, with what finds one of them by its name. */
export function TermList(props: {
  readonly kind: Kind
  readonly lines: readonly Placed[]
  readonly isRead: boolean
  readonly open: Term | undefined
  readonly counts: Counts | undefined
}) {
  const { kind, lines, isRead, open, counts } = props
  const search = useSignal('')
  const wanted = search.value.trim().toLowerCase()
  const shown = lines.filter(({ name }) => name.toLowerCase().includes(wanted))
  // What is found stands for itself, wherever it is in the tree.
  const depthOf = ({ depth }: Placed) => (wanted === '' ? depth : 0)
  return (
    <div>
      <Find
        says={kind === 'categories' ? tFrame('findCategory') : t('findTag')}
        value={search.value}
        onFind={(typed) => (search.value = typed)}
      />
      {isRead && shown.length === 0 && <p class="dim">{tFrame('nothingFound')}</p>}
      {shown.length > 0 && (
        <Table
          class="list terms"
          rows={shown}
          name={({ name }) => name}
          columns={columnsOf({ kind, open, counts, depthOf })}
          rowClass={(line) => classesOf(depthOf(line), line.term === open)}
          deeds={({ term }) => deedsOf(kind, term)}
        />
      )}
    </div>
  )
}

function classesOf(depth: number, isOpen: boolean): string {
  return [depth > 0 && `child depth-${Math.min(depth, 3)}`, isOpen && 'is-open'].filter(Boolean).join(' ')
}

function Find(props: {
  readonly says: string
  readonly value: string
  readonly onFind: (typed: string) => void
}) {
  const { says, value, onFind } = props
  return (
    <div class="tools" role="search">
      <div class="search">
        <Icon name="search" />
        <input
          type="search"
          dir="auto"
          aria-label={says}
          placeholder={says}
          value={value}
          onInput={({ currentTarget }) => onFind(currentTarget.value)}
        />
      </div>
    </div>
  )
}

function columnsOf(list: {
  readonly kind: Kind
  readonly open: Term | undefined
  readonly counts: Counts | undefined
  readonly depthOf: (line: Placed) => number
}): Columns<Placed> {
  const { kind, open, counts, depthOf } = list
  return [
    {
      head: tFrame('name'),
      show: (line) => (
        <p class="what">
          {kind === 'categories' && depthOf(line) === 0 && (
            <span class={`dot c-${colours.indexOf(line.term.color ?? '') + 1}`} />
          )}
          <a
            href={to(kind, { id: line.id })}
            dir="auto"
            aria-current={line.term === open ? 'true' : undefined}
          >
            {line.name}
          </a>
        </p>
      ),
    },
    {
      head: t('comingUp'),
      isNumber: true,
      show: ({ id }) => {
        const count = countIn(counts, id)
        return count === undefined ? '' : numberText(count)
      },
    },
  ]
}
