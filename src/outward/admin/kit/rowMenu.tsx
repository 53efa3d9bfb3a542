import { Icon, type IconName } from '../icons.tsx'
import { closePop } from '../pop.tsx'

/** Something that may be done with a row: an act, or a way elsewhere. */
export interface Deed<Row> {
  readonly icon: IconName
  readonly says: string
  readonly does?: (row: Row) => void
  readonly href?: string
  /** It removes something, or stands apart from those before it. */
  readonly is?: 'danger' | 'apart'
  /** The key that does it as well. */
  readonly key?: string
}

/** What may be done with one row: one menu of a table, for the row whose button opened it; or that of a record which is open. */
export function RowMenu<Row>(props: {
  readonly row: Row | undefined
  readonly deeds: readonly (Deed<Row> | false)[]
  readonly id?: string
}) {
  const { row, deeds, id = 'row-menu' } = props
  return (
    <div class="menu" id={id} popover="auto">
      {row && (
        <ul>
          {deeds.map(
            (deed) =>
              deed && (
                <li key={deed.says} class={deed.is && 'rule'}>
                  <Act deed={deed} row={row} menu={id} />
                </li>
              ),
          )}
        </ul>
      )}
    </div>
  )
}

function Act<Row>(props: { readonly deed: Deed<Row>; readonly row: Row; readonly menu: string }) {
  const { icon, says, does, href, is, key } = props.deed
  const looks = is === 'danger' ? is : undefined
  const onClick = () => {
    closePop(props.menu)
    does?.(props.row)
  }
  const inside = (
    <>
      <Icon name={icon} />
      {says}
      {key && <kbd aria-hidden="true">{key}</kbd>}
    </>
  )
  return href === undefined ? (
    <button type="button" class={looks} onClick={onClick}>
      {inside}
    </button>
  ) : (
    <a href={href} class={looks} onClick={onClick}>
      {inside}
    </a>
  )
}
