import type { Columns } from '../kit/columns.tsx'
import { ownColumns } from '../own/columns.tsx'
import { to } from '../route.ts'
import { numberText, t as tFrame } from '../texts.ts'
import { countIn, type Counts } from './counts.ts'
import { addressOf, type KindFacts, nameOf, type Placed } from './kinds.ts'
import { t } from '../common/texts.ts'

/** What the list shows of places or organizers. `twice`: the ids of those that are perhaps there twice. */
export function columnsOf(
  { kind, isPlaced, own }: KindFacts,
  counts: Counts | undefined,
  twice: ReadonlySet<number>,
): Columns<Placed> {
  return [
    {
      head: tFrame('name'),
      show: (row) => (
        <p class="what">
          <a href={to(`${kind}/${row.id}`)} dir="auto">
            {nameOf(row)}
          </a>
        </p>
      ),
    },
    { head: t('address'), cellClass: 'dim', dir: 'auto', show: addressOf },
    ...ownColumns<Placed>(own),
    {
      head: tFrame('state'),
      show: (row) => <States row={row} isPlaced={isPlaced} isTwice={twice.has(row.id)} />,
    },
    {
      head: t('comingUp'),
      isNumber: true,
      named: true,
      show: ({ id }) => {
        const count = countIn(counts, id)
        return count === undefined ? '' : numberText(count)
      },
    },
  ]
}

function States(props: { readonly row: Placed; readonly isPlaced: boolean; readonly isTwice: boolean }) {
  const { row, isPlaced, isTwice } = props
  const isLost = isPlaced && (row.geo_lat === undefined || row.geo_lat === null)
  return (
    <span class="tags">
      {row.status === 'pending' && <span class="tag info">{tFrame('waitingOne')}</span>}
      {row.status === 'draft' && <span class="tag">{tFrame('draft')}</span>}
      {row.status === 'private' && <span class="tag">{tFrame('private')}</span>}
      {isTwice && <span class="tag warn">{t('twice')}</span>}
      {isLost && <span class="tag bad">{t('noPlace')}</span>}
    </span>
  )
}
