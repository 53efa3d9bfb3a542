import { useSignal } from '@preact/signals'
import { type ComponentChildren, Fragment } from 'preact'
import { MenuCell } from '../parts.tsx'
import { t } from '../texts.ts'
import { type Columns, Head } from './columns.tsx'
import { type Picking, PickCell } from './picking.tsx'
import { type Deed, RowMenu } from './rowMenu.tsx'

/** What a table has as a row. */
export interface Identified {
  readonly id: number | string
}

/** Rows under a heading, where they have one. */
export interface Group<Row> {
  readonly heading: string
  readonly rows: readonly Row[]
}

interface Tabled<Row> {
  /** What a row is called. */
  readonly name: (row: Row) => string
  readonly columns: Columns<Row>
  /** How a row looks, where not as all others. */
  readonly rowClass?: (row: Row) => string | undefined
  readonly picking?: Picking | undefined
}

/** A table of records, each with a menu of what may be done with it; on phones a list of cards. */
export function Table<Row extends Identified>(
  props: Tabled<Row> & {
    readonly rows: readonly Row[]
    /** The rows under headings; all of them under none unless it is said. */
    readonly groups?: readonly Group<Row>[]
    readonly class?: string
    readonly deeds: (row: Row) => readonly (Deed<Row> | false)[]
  },
) {
  const {
    rows,
    groups = [{ heading: '', rows }],
    class: looks = 'list cards no-pick',
    deeds,
    ...tabled
  } = props
  const pointed = useSignal<Row | undefined>(undefined)
  const point = (row: Row) => {
    pointed.value = row
  }
  const { columns, picking } = tabled
  return (
    <>
      <table class={looks} role="table">
        <Head columns={columns} rows={rows} picking={picking} />
        <tbody role="rowgroup">
          {groups.map(({ heading, rows: of }) => (
            // Rows under no heading stay the same, whichever is first.
            <Fragment key={heading && `${heading} ${of[0]?.id}`}>
              {heading !== '' && <Heading says={heading} width={columns.length + (picking ? 2 : 1)} />}
              {of.map((row) => (
                <Line key={row.id} row={row} point={point} {...tabled} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      <RowMenu row={pointed.value} deeds={pointed.value ? deeds(pointed.value) : []} />
    </>
  )
}

function Heading({ says, width }: { readonly says: string; readonly width: number }) {
  return (
    <tr class="group" role="row">
      <th scope="rowgroup" colSpan={width} role="rowheader">
        {says}
      </th>
    </tr>
  )
}

function Line<Row extends Identified>(
  props: Tabled<Row> & { readonly row: Row; readonly point: (row: Row) => void },
) {
  const { row, point, name, columns, rowClass, picking } = props
  const title = name(row)
  const naming = columns.findIndex(({ isName }) => isName)
  return (
    <tr role="row" class={rowClass?.(row)} data-id={row.id}>
      {picking && <PickCell id={row.id} says={t('selectOne', { title })} picking={picking} />}
      {columns.map((column, at) => (
        <Cell
          key={column.head}
          isName={at === Math.max(0, naming)}
          data-is={isNamed(column, row) ? column.head : undefined}
          class={
            [column.class, column.cellClass, column.isNumber && 'c-end num'].filter(Boolean).join(' ') ||
            undefined
          }
          dir={column.dir}
        >
          {column.show(row, point)}
        </Cell>
      ))}
      <MenuCell title={title} onOpen={() => point(row)} />
    </tr>
  )
}

function isNamed<Row>({ named = false }: Columns<Row>[number], row: Row): boolean {
  return typeof named === 'function' ? named(row) : named
}

function Cell({
  isName,
  children,
  ...looks
}: {
  readonly isName: boolean
  readonly class: string | undefined
  readonly dir: 'auto' | undefined
  readonly 'data-is': string | undefined
  readonly children: ComponentChildren
}) {
  return isName ? (
    <th scope="row" role="rowheader">
      {children}
    </th>
  ) : (
    <td role="cell" {...looks}>
      {children}
    </td>
  )
}
