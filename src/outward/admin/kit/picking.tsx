import { t } from '../texts.ts'

/** Which rows are chosen, by their ids. */
export interface Picking {
  readonly picked: ReadonlySet<number>
  readonly onPick: (ids: ReadonlySet<number>) => void
}

/** The head of what chooses rows: it chooses all of them, or none. */
export function PickAll({ ids, picking }: { readonly ids: readonly number[]; readonly picking: Picking }) {
  const { picked, onPick } = picking
  const isAll = ids.every((id) => picked.has(id))
  return (
    <th scope="col" class="pick-cell" role="columnheader">
      <label class="pick">
        <input
          type="checkbox"
          checked={isAll}
          indeterminate={!isAll && picked.size > 0}
          aria-label={t('selectAll')}
          onChange={({ currentTarget }) => onPick(new Set(currentTarget.checked ? ids : []))}
        />
      </label>
    </th>
  )
}

/** The cell that chooses a row. */
export function PickCell(props: {
  readonly id: number | string
  readonly says: string
  readonly picking: Picking
}) {
  const { says, picking } = props
  const { picked, onPick } = picking
  const id = Number(props.id)
  return (
    <td class="pick-cell" role="cell">
      <label class="pick">
        <input
          type="checkbox"
          checked={picked.has(id)}
          aria-label={says}
          onChange={({ currentTarget: { checked } }) =>
            onPick(new Set(checked ? [...picked, id] : [...picked].filter((other) => other !== id)))
          }
        />
      </label>
    </td>
  )
}
