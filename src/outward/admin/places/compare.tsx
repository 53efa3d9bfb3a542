import type { ComponentChildren } from 'preact'
import { t } from '../common/texts.ts'

/** What two records that become one say of one field. */
export interface Differing {
  /** The name of the field at the service. */
  readonly field: string
  readonly label: string
  /** What the record says that stays, and what the other one says, which goes. */
  readonly stays: ComponentChildren
  readonly goes: ComponentChildren
}

/** The fields in which two records differ, with the choice of what is to hold for the one that stays. */
export function Compare(props: {
  readonly rows: readonly Differing[]
  /** How the one that stays is called, and the other one. */
  readonly stays: string
  readonly goes: string
  /** The fields of which what the other one says is to hold. */
  readonly taken: ReadonlySet<string>
  readonly onTake: (field: string, isTaken: boolean) => void
}) {
  const { rows, stays, goes, taken, onTake } = props
  const option = (field: string, name: string, isTaken: boolean, says: ComponentChildren) => (
    <td data-is={name}>
      <label class="check">
        <input
          type="radio"
          name={`m-${field}`}
          checked={taken.has(field) === isTaken}
          onChange={() => onTake(field, isTaken)}
        />
        <span dir="auto">{says}</span>
      </label>
    </td>
  )
  if (rows.length === 0) return null
  return (
    <table class="diff both">
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          {[stays, goes].map((name, at) => (
            <th key={at} scope="col" dir="auto">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.field}>
            <th scope="row">{row.label}</th>
            {option(row.field, stays, false, row.stays)}
            {option(row.field, goes, true, row.goes)}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
