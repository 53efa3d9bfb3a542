import { recordText } from '../refusals/said.ts'
import { compareTexts } from '../texts.ts'
import type { Preview, Remark } from './asks.ts'
import { wrongColumn } from './map.ts'
import { t } from './texts.ts'
import { fieldText, usualFields } from './words.ts'

/** The columns of a table with its first rows, each with what it holds; what cannot be read is said at its row. */
export function Columns(props: {
  readonly preview: Preview
  readonly faults: readonly Remark[]
  readonly onChoose: (header: string, field: string) => void
}) {
  const { preview, faults, onChoose } = props
  const others = preview.fields
    .filter((field) => !usualFields.some((usual) => usual === field))
    .toSorted((a, b) => compareTexts(fieldText(a), fieldText(b)))
  const faultAt = new Map(faults.map(({ at = '', says }) => [at, says]))
  return (
    <div class="sheet" role="group" aria-labelledby="columns" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">{t('row')}</span>
            </th>
            {preview.columns.map(({ header, field }, at) => (
              <th key={`${at} ${header}`} scope="col" class={field === null ? 'skip-col' : undefined}>
                <span dir="auto">{header}</span>
                <select
                  aria-label={t('columnIs', { header })}
                  // A map cannot name such a header.
                  disabled={/^$|[,=]/.test(header)}
                  value={field ?? ''}
                  onChange={({ currentTarget }) => onChoose(header, currentTarget.value)}
                >
                  <option value="">{t('leaveOut')}</option>
                  {[...usualFields, ...others].map((one) => (
                    <option key={one} value={one}>
                      {fieldText(one)}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map(({ line, cells }) => {
            const fault = faultAt.get(`line ${line}`)
            const wrong = fault === undefined ? -1 : wrongColumn(preview.columns, fault)
            return (
              <tr key={line}>
                <td class="num">{line}</td>
                {cells.map((cell, at) => (
                  <td
                    key={at}
                    class={
                      at === wrong ? 'wrong' : preview.columns[at]?.field === null ? 'skip-col' : undefined
                    }
                    dir="auto"
                  >
                    {cell}
                    {at === wrong && <span class="fault small">{fault && recordText(fault)}</span>}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
