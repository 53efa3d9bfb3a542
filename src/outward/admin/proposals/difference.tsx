import { dayText, timeText } from '../dates.ts'
import { nameOf } from '../fieldNames.ts'
import { plain } from '../texts.ts'
import type { Difference, Differences } from './proposals.ask.ts'
import { t } from './texts.ts'

/** The fields in the order in which they are decided on. */
const order = [
  'title',
  'start_date',
  'end_date',
  'all_day',
  'timezone',
  'venue',
  'organizer',
  'description',
  'excerpt',
  'cost',
  'website',
  'categories',
  'tags',
  'event_status',
  'event_status_reason',
  'attendance_mode',
  'online_url',
  'recurrence',
  'image',
]

/** A value as people read it, on one line. */
function shown(value: unknown, field: string): string {
  if (value === null || value === undefined || value === '') return t('none')
  if (typeof value === 'boolean') return value ? '✓' : '–'
  if (Array.isArray(value)) return value.length === 0 ? t('none') : value.map(memberText).join(', ')
  if (typeof value === 'object') return memberText(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  return field === 'start_date' || field === 'end_date'
    ? `${dayText(value)}, ${timeText(value)}`
    : plain(value)
}

function memberText(member: unknown): string {
  if (typeof member !== 'object' || member === null) return String(member)
  const texts = Object.entries(member).flatMap(([name, text]) =>
    name !== 'id' && typeof text === 'string' && text !== '' ? [plain(text)] : [],
  )
  return texts.length > 0 ? texts.join(' · ') : t('picture')
}

/** What two texts have in common at their beginnings and their ends, by whole words. */
function apart(one: string, other: string) {
  const [left, right] = [one.split(/(?<=\s)/), other.split(/(?<=\s)/)]
  let [from, until] = [0, 0]
  while (from < Math.min(left.length, right.length) && left[from] === right[from]) from += 1
  while (until < Math.min(left.length, right.length) - from && left.at(-1 - until) === right.at(-1 - until))
    until += 1
  const middle = (words: readonly string[]) => words.slice(from, words.length - until).join('')
  return {
    head: left.slice(0, from).join(''),
    gone: middle(left),
    come: middle(right),
    tail: until === 0 ? '' : left.slice(-until).join(''),
  }
}

/** The differences field by field, each of which is taken or not. */
export function DifferenceTable(props: {
  readonly differences: Differences
  readonly taken: ReadonlySet<string>
  readonly onTake: (field: string, isTaken: boolean) => void
}) {
  const { differences, taken, onTake } = props
  return (
    <table class="diff">
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('publicNow')}</th>
          <th scope="col">{t('proposed')}</th>
          <th scope="col">{t('takeIt')}</th>
        </tr>
      </thead>
      <tbody>
        {inOrder(differences).map(([field, one]) => (
          <Row
            key={field}
            field={field}
            one={one}
            isTaken={taken.has(field)}
            onTake={(isTaken) => onTake(field, isTaken)}
          />
        ))}
      </tbody>
    </table>
  )
}

function Row(props: {
  readonly field: string
  readonly one: Difference
  readonly isTaken: boolean
  readonly onTake: (isTaken: boolean) => void
}) {
  const { field, one, isTaken, onTake } = props
  const { head, gone, come, tail } = apart(shown(one.current, field), shown(one.proposed, field))
  const name = nameOf(field)
  return (
    <tr>
      <th scope="row">
        {name}
        {one.conflict && (
          <>
            <br />
            <span class="tag warn">{t('changedSince')}</span>
          </>
        )}
      </th>
      <td dir="auto">
        {head}
        {gone !== '' && <del>{gone}</del>}
        {tail}
        {one.conflict && <p class="dim">{t('before', { value: shown(one.base, field) })}</p>}
      </td>
      <td dir="auto">
        {head}
        {come !== '' && <ins>{come}</ins>}
        {tail}
      </td>
      <td>
        <label class="check">
          <input
            type="checkbox"
            checked={isTaken}
            aria-label={`${t('take')}: ${name}`}
            onChange={({ currentTarget }) => onTake(currentTarget.checked)}
          />
          <span aria-hidden="true">{t('take')}</span>
        </label>
      </td>
    </tr>
  )
}

function inOrder<Value>(fields: Readonly<Record<string, Value>>): readonly (readonly [string, Value])[] {
  return Object.entries(fields).toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
}
