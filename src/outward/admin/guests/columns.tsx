import { Icon } from '../icons.tsx'
import type { Columns } from '../kit/columns.tsx'
import { momentText } from '../moments.ts'
import { to } from '../route.ts'
import { numberText, t as frame } from '../texts.ts'
import { AnswersOf } from './answers.tsx'
import type { Answers, Guest, Question } from './asks.ts'
import { t } from './texts.ts'

/** What the list shows of guests of an event. */
export function columnsOf(event: number, questions: readonly Question[]): Columns<Guest> {
  const answers: Columns<Guest>[number] = {
    head: t('answers'),
    class: 'c-answers',
    // The service knows no other answers.
    show: (guest) => <AnswersOf questions={questions} answers={guest.answers as Answers} />,
  }
  return [
    { head: t('name'), show: (guest) => <Who event={event} guest={guest} /> },
    {
      head: t('people'),
      class: 'c-people',
      cellClass: 'num',
      named: true,
      show: ({ party }) => numberText(party),
    },
    ...(questions.length > 0 ? [answers] : []),
    { head: t('note'), class: 'c-note', dir: 'auto', show: ({ note }) => note },
    { head: frame('state'), class: 'c-state', show: (guest) => <State guest={guest} /> },
  ]
}

function Who({ event, guest }: { readonly event: number; readonly guest: Guest }) {
  const { id, name, email } = guest
  return (
    <>
      <p class="what">
        <a href={to(`events/${event}/guests`, { guest: id })} dir="auto">
          {name}
        </a>
      </p>
      {email !== '' && (
        <p class="under">
          <bdi dir="ltr">{email}</bdi>
        </p>
      )}
    </>
  )
}

/** What is to be said of a guest: nothing of one who simply comes. */
function State({ guest }: { readonly guest: Guest }) {
  const { state, confirmed, call, arrived, party, offer_until_utc: until } = guest
  return (
    <span class="tags">
      {arrived > 0 && (
        <span class="tag open">
          <Icon name="check" />
          {arrived < party
            ? t('someHere', { arrived: numberText(arrived), party: numberText(party) })
            : t('here')}
        </span>
      )}
      {state === 'offered' && (
        <span class="tag info">
          {until === null ? t('offered') : t('offeredUntil', { date: momentText(until) })}
        </span>
      )}
      {state === 'waiting' && <span class="tag warn">{t('waits')}</span>}
      {state === 'requested' && <span class="tag warn">{t('wantsTo')}</span>}
      {state === 'canceled' && <span class="tag off">{t('canceled')}</span>}
      {state === 'refused' && <span class="tag off">{t('refused')}</span>}
      {state === 'expired' && <span class="tag off">{t('expired')}</span>}
      {call && <span class="tag warn">{t('callThem')}</span>}
      {!confirmed && <span class="tag">{t('unconfirmed')}</span>}
    </span>
  )
}
