import type { EventRecord } from '../records.ts'
import { longDay, timeText } from '../dates.ts'
import { compareTexts, numberText, t as frame } from '../texts.ts'
import { titleOf } from '../common/title.ts'
import { type AtDoor, tabs } from './asks.ts'
import { t, tn } from './texts.ts'

/** The list on paper, in the order of names: without addresses or answers, which are nobody’s business at the door. */
export function Sheet({
  event,
  guests,
}: {
  readonly event: EventRecord
  readonly guests: readonly AtDoor[]
}) {
  const coming = guests
    .filter(({ state }) => tabs.coming.some((one) => one === state))
    .toSorted((one, other) => compareTexts(one.name, other.name))
  const people = coming.reduce((sum, { party }) => sum + party, 0)
  const { start_date: start, all_day: isAllDay } = event
  return (
    <section class="guest-sheet" aria-hidden="true">
      <h1 dir="auto">{titleOf(event)}</h1>
      <p>
        {isAllDay ? longDay(start) : `${longDay(start)}, ${timeText(start)}`} · {tn('comingPeople_', people)}
      </p>
      <table>
        <thead>
          <tr>
            <th>{t('number')}</th>
            <th>{frame('name')}</th>
            <th>{t('people')}</th>
            <th>{t('here')}</th>
          </tr>
        </thead>
        <tbody>
          {coming.map(({ id, number, name, party }) => (
            <tr key={id}>
              <td>{numberText(number)}</td>
              <td>
                <bdi>{name}</bdi>
              </td>
              <td>{numberText(party)}</td>
              <td>
                <span class="box" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
