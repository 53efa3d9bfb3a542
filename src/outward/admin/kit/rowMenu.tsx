import { Icon, type IconName } from '../icons.tsx'
import { closingRowMenu } from '../pop.tsx'

/** Something that may be done with a row: an act, or a way elsewhere. */
export interface Deed<Row> {
  readonly icon: IconName
  readonly says: string
  readonly does?: (row: Row) => void
  readonly href?: string
  /** It removes something, or stands apart from those before it. */
  readonly is?: 'danger' | 'apart'
}

/** What may be done with one row: one menu of a table, for the row whose button opened it. */
export function RowMenu<Row>(props: {
  readonly row: Row | undefined
  readonly deeds: readonly (Deed<Row> | false)[]
}) {
  const { row, deeds } = props
  return (
    <div class="menu" id="row-menu" popover="auto">
      {row && (
        <ul>
          {deeds.map(
            (deed) =>
              deed && (
                <li key={deed.says} class={deed.is && 'rule'}>
                  <Act deed={deed} row={row} />
                </li>
              ),
          )}
        </ul>
      )}
    </div>
  )
}

function Act<Row>({ deed, row }: { readonly deed: Deed<Row>; readonly row: Row }) {
  const { icon, says, does, href, is } = deed
  const onClick = closingRowMenu(() => does?.(row))
  const inside = (
    <>
      <Icon name={icon} />
      {says}
    </>
  )
  return href === undefined ? (
    <button type="button" class={is === 'danger' ? 'danger' : undefined} onClick={onClick}>
      {inside}
    </button>
  ) : (
    <a href={href} onClick={onClick}>
      {inside}
    </a>
  )
}
