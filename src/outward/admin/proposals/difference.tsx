import { moved } from '../../../fields/declare.ts'
import { declaredField } from '../../../fields/everyField.ts'
import { nameOf, ownIn, told, useOwnNames } from '../fieldNames.ts'
import { ownSays } from '../own/declared.ts'
import { apart, valueText } from '../history/values.ts'
import { plain } from '../texts.ts'
import type { Difference, Differences } from './proposals.ask.ts'
import { t } from './texts.ts'

/** The fields in the order in which they are decided on: first when and where, then what. */
const order = Object.keys(
  moved(Object.fromEntries(told.map((name) => [name, name])), {
    description: 'organizer',
    excerpt: 'description',
    cost: 'excerpt',
    website: 'cost',
    recurrence: 'online_url',
    image: 'recurrence',
  }),
)

/** A value as people read it, on one line. */
function shown(value: unknown, field: string): string {
  if (value === null || value === undefined || value === '') return t('none')
  const own = ownIn(field)
  if (own !== undefined) return ownSays(own, value)
  if (typeof value === 'boolean') return value ? '✓' : '–'
  if (Array.isArray(value)) return value.length === 0 ? t('none') : value.map(memberText).join(', ')
  if (typeof value === 'object') return memberText(value)
  return typeof value === 'string' ? valueText(value, declaredField(field)) : JSON.stringify(value)
}

function memberText(member: unknown): string {
  if (typeof member !== 'object' || member === null) return String(member)
  const texts = Object.entries(member).flatMap(([name, text]) =>
    name !== 'id' && typeof text === 'string' && text !== '' ? [plain(text)] : [],
  )
  return texts.length > 0 ? texts.join(' · ') : t('picture')
}

/** The differences field by field, each of which is taken or not. */
export function DifferenceTable(props: {
  readonly differences: Differences
  readonly taken: ReadonlySet<string>
  readonly onTake: (field: string, isTaken: boolean) => void
}) {
  const { differences, taken, onTake } = props
  useOwnNames(Object.keys(differences))
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
  const pieces = apart(shown(one.current, field), shown(one.proposed, field))
  const [head, gone, come, tail] = [pieces.head, pieces.gone, pieces.come, pieces.tail].map((words) =>
    words.join(''),
  )
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

/** Fields of the calendar come last. */
const placeOf = (field: string) => (ownIn(field) === undefined ? order.indexOf(field) : order.length)

function inOrder<Value>(fields: Readonly<Record<string, Value>>): readonly (readonly [string, Value])[] {
  return Object.entries(fields).toSorted(([one], [other]) => placeOf(one) - placeOf(other))
}
