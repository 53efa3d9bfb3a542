import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { MenuCell } from '../parts.tsx'
import { t } from '../texts.ts'
import { type Deed, RowMenu } from './rowMenu.tsx'

/** A column: its head, and what it shows of a row. */
export interface Column<Row> {
  readonly head: string
  readonly show: (row: Row) => ComponentChildren
  /** Whether a card on a phone names it; by itself what it shows is to be understood without. */
  readonly named?: boolean | ((row: Row) => boolean)
  /** The head is for who does not see the column. */
  readonly isHidden?: boolean
  readonly isNumber?: boolean
}

/** The first column names the row. */
export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]]

/** A table of records, each with a menu of what may be done with it; on phones a list of cards. */
export function Table<Row extends { readonly id: number | string }>(props: {
  readonly rows: readonly Row[]
  /** What a row is called. */
  readonly name: (row: Row) => string
  readonly columns: Columns<Row>
  readonly deeds: (row: Row) => readonly (Deed<Row> | false)[]
}) {
  const { rows, name, columns, deeds } = props
  const pointed = useSignal<Row | undefined>(undefined)
  const row = pointed.value
  const menu: Pick<Column<Row>, 'head' | 'isHidden' | 'isNumber'> = { head: t('more'), isHidden: true }
  return (
    <>
      <table class="list cards no-pick" role="table">
        <thead role="rowgroup">
          <tr role="row">
            {[...columns, menu].map(({ head, isHidden = false, isNumber = false }) => (
              <th key={head} scope="col" role="columnheader" class={isNumber ? 'c-end' : undefined}>
                {isHidden ? <span class="hidden">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((one) => (
            <tr key={one.id} role="row">
              <Cells row={one} columns={columns} />
              <MenuCell
                title={name(one)}
                onOpen={() => {
                  pointed.value = one
                }}
              />
            </tr>
          ))}
        </tbody>
      </table>
      <RowMenu row={row} deeds={row ? deeds(row) : []} />
    </>
  )
}

function Cells<Row>({ row, columns }: { readonly row: Row; readonly columns: Columns<Row> }) {
  const [first, ...others] = columns
  return (
    <>
      <th scope="row" role="rowheader">
        {first.show(row)}
      </th>
      {others.map(({ head, show, named = false, isNumber = false }) => {
        const isNamed = typeof named === 'function' ? named(row) : named
        return (
          <td
            key={head}
            role="cell"
            class={isNumber ? 'c-end num' : undefined}
            data-is={isNamed ? head : undefined}
          >
            {show(row)}
          </td>
        )
      })}
    </>
  )
}
