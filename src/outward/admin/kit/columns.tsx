import type { ComponentChildren } from 'preact'
import { t } from '../texts.ts'
import { PickAll, type Picking } from './picking.tsx'

/** A column: its head, and what it shows of a row. */
export interface Column<Row> {
  readonly head: string
  /** `point` opens the menu of the table for another row than the one that is shown. */
  readonly show: (row: Row, point: (row: Row) => void) => ComponentChildren
  /** Whether a card on a phone names it; by itself what it shows is to be understood without. */
  readonly named?: boolean | ((row: Row) => boolean)
  /** It names the row, where not the first one does. */
  readonly isName?: boolean
  /** The head is for who does not see the column. */
  readonly isHidden?: boolean
  readonly isNumber?: boolean
  /** The class of its head and of its cells. */
  readonly class?: string
  /** That of its cells alone. */
  readonly cellClass?: string
  /** What it shows was written by people, in whichever direction. */
  readonly dir?: 'auto'
  /** The rows can be put in order by it. */
  readonly sort?: Sort
}

/** How rows are in order by a column, and where they are in the next order by it. */
interface Sort {
  readonly href: string
  readonly is: 'ascending' | 'descending' | undefined
}

/** The columns of a table; the first one names the row unless another one does. */
export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]]

/** The heads of the columns, and of what chooses rows and opens their menus. */
export function Head<Row extends { readonly id: number | string }>(props: {
  readonly columns: Columns<Row>
  readonly rows: readonly Row[]
  readonly picking: Picking | undefined
}) {
  const { columns, rows, picking } = props
  const menu = { head: t('more'), isHidden: true }
  return (
    <thead role="rowgroup">
      <tr role="row">
        {picking && <PickAll ids={rows.map(({ id }) => Number(id))} picking={picking} />}
        {[...columns, menu].map((column) => (
          <ColumnHead key={column.head} {...column} />
        ))}
      </tr>
    </thead>
  )
}

function ColumnHead(props: Pick<Column<never>, 'head' | 'isHidden' | 'isNumber' | 'class' | 'sort'>) {
  const { head, isHidden = false, isNumber = false, sort } = props
  return (
    <th scope="col" role="columnheader" class={isNumber ? 'c-end' : props.class} aria-sort={sort?.is}>
      {sort ? (
        <a href={sort.href}>
          {head}
          {sort.is && <span aria-hidden="true"> {sort.is === 'descending' ? '\u2193' : '\u2191'}</span>}
        </a>
      ) : isHidden ? (
        <span class="hidden">{head}</span>
      ) : (
        head
      )}
    </th>
  )
}
