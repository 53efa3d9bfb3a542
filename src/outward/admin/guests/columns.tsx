import { Icon } from '../icons.tsx'
import type { Columns } from '../kit/columns.tsx'
import { momentText } from '../moments.ts'
import { to } from '../route.ts'
import { numberText, t as frame } from '../texts.ts'
import { t as common } from '../common/texts.ts'
import { AnswersOf } from './answers.tsx'
import type { Answers, Guest, Question } from './asks.ts'
import type { Does } from './menu.ts'
import { t } from './texts.ts'

/** What the list shows of guests of an event. */
export function columnsOf(
  event: number,
  questions: readonly Question[],
  { guests, does }: { readonly guests: readonly Guest[]; readonly does: Does },
): Columns<Guest> {
  const answers: Columns<Guest>[number] = {
    head: t('answers'),
    class: 'c-answers',
    // The service knows no other answers.
    show: (guest) => <AnswersOf questions={questions} answers={guest.answers as Answers} />,
  }
  const notes: Columns<Guest>[number] = {
    head: t('note'),
    class: 'c-note',
    dir: 'auto',
    show: ({ note }) => note,
  }
  return [
    { head: frame('name'), show: (guest) => <Who event={event} guest={guest} /> },
    {
      head: t('people'),
      class: 'c-people',
      cellClass: 'num',
      named: true,
      show: ({ party }) => numberText(party),
    },
    ...(questions.length > 0 ? [answers] : []),
    // Most lists have no notes: then the answers have the room.
    ...(guests.some(({ note }) => note !== '') ? [notes] : []),
    { head: frame('state'), class: 'c-state', show: (guest) => <State guest={guest} does={does} /> },
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
function State({ guest, does }: { readonly guest: Guest; readonly does: Does }) {
  const { state, confirmed, call, arrived, party, offer_until_utc: until } = guest
  return (
    <span class="tags">
      {arrived > 0 && (
        <span class="tag open">
          <Icon name="check" />
          {arrived < party
            ? common('someHere', { arrived: numberText(arrived), party: numberText(party) })
            : t('here')}
        </span>
      )}
      {state === 'offered' && (
        <span class="tag info">
          {until === null ? t('offered') : t('offeredUntil', { date: momentText(until) })}
        </span>
      )}
      {state === 'waiting' && <span class="tag warn">{t('waits')}</span>}
      {state === 'requested' && (
        <button class="plain small" type="button" onClick={() => does.decide(guest, 'approve')}>
          <Icon name="check" />
          {t('approve')}
          <span class="hidden"> {guest.name}</span>
        </button>
      )}
      {state === 'canceled' && <span class="tag off">{t('canceled')}</span>}
      {state === 'refused' && <span class="tag off">{t('refused')}</span>}
      {state === 'expired' && <span class="tag off">{t('expired')}</span>}
      {call && <span class="tag warn">{t('callThem')}</span>}
      {!confirmed && <span class="tag">{t('unconfirmed')}</span>}
    </span>
  )
}
