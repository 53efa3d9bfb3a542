import { useRef } from 'preact/hooks'
import { Icon } from '../icons.tsx'
import { recordText } from '../refusals/said.ts'
import { compareTexts, numberText } from '../texts.ts'
import type { Preview, Remark } from './asks.ts'
import { type Group, groupOf, groups, groupsOf } from './groups.ts'
import { wrongColumn } from './map.ts'
import { t } from './texts.ts'
import { fieldText, usualFields } from './words.ts'

interface Shown {
  readonly preview: Preview
  readonly faults: readonly Remark[]
  readonly onChoose: (header: string, field: string) => void
}

const names = { what: 'gWhat', when: 'gWhen', where: 'gWhere', who: 'gWho', rest: 'gRest' } as const

function nameOf(group: Group): string {
  return t(names[group])
}

/**
 * The columns of a table with its first rows, each with what it holds; what cannot be read is said at its row. Many columns are shown
 * by what they are about, where they stay while something else is chosen for them.
 */
export function Columns(props: Shown) {
  const { preview } = props
  const atFirst = useRef(groupsOf(preview.columns))
  return (
    <>
      {atFirst.current.map(({ is, columns }) =>
        is === undefined ? (
          <Sheet key="all" {...props} columns={columns} name={t('whichColumn')} />
        ) : (
          <details key={is} class="fold column-group" open={is !== 'rest' || !preview.ready}>
            <summary>
              <h3>{nameOf(is)}</h3>
              <span class="dim count">{numberText(columns.length)}</span>
              <span class="dim headers" dir="auto">
                {columns.map((at) => preview.columns[at]?.header).join(' · ')}
              </span>
              <Icon name="down" />
            </summary>
            <Sheet {...props} columns={columns} name={nameOf(is)} />
          </details>
        ),
      )}
    </>
  )
}

/** How many rows are shown of each of several groups, beside those with a fault. */
const mostOfGroup = 3

/** Some columns of a table, side by side. */
function Sheet(props: Shown & { readonly columns: readonly number[]; readonly name: string }) {
  const { preview, faults, columns, name, onChoose } = props
  const faultAt = new Map(faults.map(({ at = '', says }) => [at, says]))
  const titleAt = preview.columns.findIndex(({ field }) => field === 'title')
  const isGroup = columns.length < preview.columns.length
  // In a group of its own a row is known by its title.
  const isPart = isGroup && titleAt >= 0 && !columns.includes(titleAt)
  const rows = preview.rows.filter(
    ({ line }, at) => !isGroup || at < mostOfGroup || faultAt.has(`line ${line}`),
  )
  return (
    <div class="sheet" role="group" aria-label={name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">{t('row')}</span>
            </th>
            {isPart && (
              <th scope="col" class="skip-col">
                {fieldText('title')}
              </th>
            )}
            {columns.map((at) => {
              const { header = '', field = null } = preview.columns[at] ?? {}
              return (
                <th key={`${at} ${header}`} scope="col" class={field === null ? 'skip-col' : undefined}>
                  <span dir="auto">{header}</span>
                  <FieldSelect
                    header={header}
                    field={field}
                    fields={preview.fields}
                    onChoose={(chosen) => onChoose(header, chosen)}
                  />
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, cells }) => {
            const fault = faultAt.get(`line ${line}`)
            const wrong = fault === undefined ? -1 : wrongColumn(preview.columns, fault)
            return (
              <tr key={line}>
                <td class="num">{line}</td>
                {isPart && (
                  <td class="skip-col" dir="auto">
                    {cells[titleAt]}
                  </td>
                )}
                {columns.map((at) => (
                  <td
                    key={at}
                    class={
                      at === wrong ? 'wrong' : preview.columns[at]?.field === null ? 'skip-col' : undefined
                    }
                    dir="auto"
                  >
                    {cells[at]}
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

/** Chooses what a column holds: what most tables have stands first, all else by what it is about. */
function FieldSelect(props: {
  readonly header: string
  readonly field: string | null
  readonly fields: readonly string[]
  readonly onChoose: (field: string) => void
}) {
  const { header, field, fields, onChoose } = props
  // Several names of a table may mean the same: one of them is enough, but for the one that was found.
  const said = new Set(usualFields.map(fieldText))
  const others = fields
    .filter((one) => !usualFields.some((usual) => usual === one))
    .filter((one) => one === field || said.size < said.add(fieldText(one)).size)
    .toSorted((a, b) => compareTexts(fieldText(a), fieldText(b)))
  return (
    <select
      aria-label={t('columnIs', { header })}
      // A map cannot name such a header.
      disabled={/^$|[,=]/.test(header)}
      value={field ?? ''}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <option value="">{t('leaveOut')}</option>
      {usualFields.map(option)}
      {groups.map((group) => {
        const own = others.filter((one) => groupOf(one) === group)
        return (
          own.length > 0 && (
            <optgroup key={group} label={nameOf(group)}>
              {own.map(option)}
            </optgroup>
          )
        )
      })}
    </select>
  )
}

function option(field: string) {
  return (
    <option key={field} value={field}>
      {fieldText(field)}
    </option>
  )
}
