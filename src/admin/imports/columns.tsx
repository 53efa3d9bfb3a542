import { compareTexts } from '../texts.ts'
import type { Preview, Remark } from './asks.ts'
import { t } from './texts.ts'
import { fieldText, usualFields } from './words.ts'

/** What a map gives a column that is to be left out. */
const leftOut = 'none'

/** The map that says what the reader has chosen beyond what was guessed. */
export function mapOf(chosen: ReadonlyMap<string, string>): string {
  return [...chosen].map(([header, field]) => `${header}=${field === '' ? leftOut : field}`).join(',')
}

/** What was chosen, as a map says it. */
export function chosenIn(map: string): ReadonlyMap<string, string> {
  const pairs = map.split(',').map((pair) => pair.split('=') as [header: string, field?: string])
  return new Map(
    pairs.flatMap(([header, field = '']) =>
      header === '' ? [] : [[header, field === leftOut ? '' : field] as const],
    ),
  )
}

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
            return (
              <tr key={line} class={fault === undefined ? undefined : 'wrong'}>
                <td class="num">{line}</td>
                {cells.map((cell, at) => (
                  <td
                    key={at}
                    class={preview.columns[at]?.field === null ? 'skip-col' : undefined}
                    dir="auto"
                  >
                    {cell}
                    {at === 0 && fault !== undefined && <span class="fault small">{fault}</span>}
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
