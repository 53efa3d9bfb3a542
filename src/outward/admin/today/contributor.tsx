import { dayText } from '../dates.ts'
import { titleOf } from '../common/title.ts'
import { Icon } from '../icons.tsx'
import { nearDay } from '../moments.ts'
import type { EventPage, EventRecord } from '../records.ts'
import { to } from '../route.ts'
import { me } from '../session.ts'
import { colourClass } from '../terms.ts'
import { t as tFrame } from '../texts.ts'
import { decisionText } from '../waiting/decision.tsx'
import { readComing, readOwn, readSent } from './read.ts'
import { t } from './texts.ts'
import { Events, Section, useRead } from './parts.tsx'

/** The day of somebody who sends events for approval: once more, what became of what they sent, what is theirs. */
export function Contributor({ heading }: { readonly heading: string }) {
  const own = me.peek()?.id
  const again = useRead(async () => readOwn(own, 'publish', 3))
  const sent = useRead(async () => readSent(own))
  const coming = useRead(async () => readComing(own, 6))
  return (
    <>
      <div class="head">
        <h1>{heading}</h1>
      </div>
      <Section id="t-again" title={again.value?.total === 0 ? t('somethingNew') : t('onceMore')}>
        <Again page={again.value} />
      </Section>
      <div class="columns section">
        <div>
          <Section id="t-sent" title={t('sent')} count={sent.value?.total}>
            <Events
              page={sent.value}
              none={t('sentNothing')}
              says={sentText}
              lamp={lampOf}
              deed={(event) => isAsked(event) && t('answer')}
            />
          </Section>
        </div>
        <div>
          <Section
            id="t-yours"
            title={t('yours')}
            count={coming.value?.total}
            action={<a href={to('events')}>{t('all')}</a>}
          >
            <Events page={coming.value} none={t('noneYours')} />
          </Section>
        </div>
      </div>
    </>
  )
}

/** Whether a question to its author is open: they have not changed it since. */
function isAsked({ status, decision, modified }: EventRecord): boolean {
  return status === 'pending' && decision?.is === 'asked' && modified <= decision.date
}

function lampOf(event: EventRecord): string {
  if (event.status === 'publish') return ''
  if (event.status === 'pending') return isAsked(event) ? 'warn' : 'off'
  return event.decision?.is === 'rejected' ? 'bad' : 'warn'
}

/** What became of it: who asks what, who did not take it and why, since when it waits. */
function sentText(event: EventRecord): string {
  const { status, modified, date, decision } = event
  if (status === 'publish') return t('approvedOn', { when: nearDay(date) })
  if (decision && (isAsked(event) || status === 'draft')) return decisionText(decision)
  return status === 'pending' ? t('waitingSince', { when: dayText(modified) }) : t('isDraft')
}

/** Events to begin from: most of what somebody sends they have sent before. */
function Again({ page }: { readonly page: EventPage | undefined }) {
  return (
    <ul class="again">
      {(page?.events ?? []).map((event) => (
        <li key={event.id} class={event.categories[0] ? colourClass(event.categories[0].id) : 'c-0'}>
          <a href={to('events/new', { like: event.id })}>
            <b dir="auto">{titleOf(event)}</b>
            <span>{t('lastOn', { day: dayText(event.start_date) })}</span>
          </a>
        </li>
      ))}
      <li class="c-0 blank">
        <a href={to('events/new')}>
          <Icon name="plus" />
          <b>{page?.total === 0 ? tFrame('newEvent') : t('somethingNew')}</b>
        </a>
      </li>
    </ul>
  )
}
