import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { dayNumber, dayText, longDay, timeText, wallNow, weekdayShort } from '../dates.ts'
import { titleOf } from '../common/title.ts'
import { faultText } from '../faults.ts'
import { sinceText, wallAt } from '../moments.ts'
import { Icon } from '../icons.tsx'
import { Later } from '../lazyScreen.tsx'
import { proposed, waiting } from '../places.ts'
import { readProposals } from '../proposals/proposals.ask.ts'
import type { EventPage, EventRecord } from '../records.ts'
import { to } from '../route.ts'
import { mayApprove, mayImport, mayManageUsers, me } from '../session.ts'
import { colourClass, needCategories } from '../terms.ts'
import { numberText } from '../texts.ts'
import { useTitle } from '../title.ts'
import { sayFault } from '../toasts.tsx'
import { DemoNotice } from './demo.tsx'
import { Hello } from './hello.tsx'
import { LastImports } from './imports.tsx'
import { Events, Section, useRead } from './parts.tsx'
import { countAll, countUndescribed, lacking, readComing, readOwn } from './read.ts'
import { t, tn } from './texts.ts'
import { mostWaiting, readPending, Waiting } from './waiting.tsx'
import { type Day, readWeek } from './week.ts'

// Its reasons are said in the words of the queue.
const loadContributor = () => import('./contributor.tsx').then(({ Contributor }) => Contributor)

/** The day: what waits, what was begun, what comes. */
export function Today() {
  const count = useRead(countAll)
  const heading = longDay(wallNow())
  useTitle(heading)
  useEffect(() => {
    needCategories().catch((error: unknown) => sayFault(faultText(error)))
  }, [])
  if (count.value === 0) return <Hello />
  // What most calendars need is asked for with the count, not after it.
  const isKnown = count.value !== undefined
  if (mayApprove()) return <Editor heading={heading} isKnown={isKnown} />
  return isKnown ? <Later load={loadContributor} with={{ heading }} /> : <p role="status" />
}

/** So many reads stand above the imports. */
const readFirst = 5

function Editor({ heading, isKnown }: { readonly heading: string; readonly isKnown: boolean }) {
  // Parts are drawn together once all that stands above others is known, so that nothing moves.
  const open = useSignal(readFirst)
  const note = () => void (open.value -= 1)
  const queue = useRead(async () => readPending(mostWaiting), note)
  const proposals = useRead(async () => readProposals('new', new AbortController().signal, mostWaiting), note)
  const drafts = useRead(async () => readOwn(me.peek()?.id, 'draft', 4), note)
  const coming = useRead(async () => readComing(undefined, 50), note)
  const week = useRead(readWeek, note)
  const undescribed = useRead(countUndescribed)
  useEffect(() => {
    if (queue.value) waiting.value = queue.value.total
  }, [queue.value])
  useEffect(() => {
    if (proposals.value) proposed.value = proposals.value.total
  }, [proposals.value])
  const isOpen = !isKnown || open.value > 0
  const own = queue.value?.total ?? 0
  const waits = own + (proposals.value?.total ?? 0)
  const oldest = [
    ...(queue.value?.events ?? []).map(({ modified }) => modified),
    ...(proposals.value?.submissions ?? []).map(({ created }) => wallAt(created)),
  ].toSorted()[0]
  return (
    <>
      <div class="head">
        <div>
          <h1>{heading}</h1>
          <p>
            {isOpen
              ? '\u00a0'
              : waits === 0 || oldest === undefined
                ? t('nothingWaits')
                : tn('waitSince', waits, { when: sinceText(oldest) })}
          </p>
        </div>
      </div>
      {mayManageUsers() && <DemoNotice />}
      <div class="columns" hidden={isOpen}>
        <div>
          <Section
            id="t-waiting"
            title={t('waitingForYou')}
            count={waits}
            action={
              waits > 0 && (
                <a class="button plain" href={to(own > 0 ? 'waiting' : 'proposals')}>
                  {tn('reviewAll', waits)}
                </a>
              )
            }
          >
            <Waiting events={queue.value} proposals={proposals.value?.submissions} />
          </Section>
        </div>
        <div>
          <Section
            id="t-drafts"
            title={t('drafts')}
            count={drafts.value?.total}
            action={<a href={to('events', { tab: 'drafts' })}>{t('allDrafts')}</a>}
          >
            <Events
              page={drafts.value}
              none={t('noDrafts')}
              says={({ modified }) => t('edited', { when: dayText(modified) })}
            />
          </Section>
          <Better coming={coming.value} undescribed={undescribed.value} />
        </div>
      </div>
      {!isOpen && <Week week={week.value} />}
      {!isOpen && mayImport() && <LastImports />}
    </>
  )
}

function Better(props: { readonly coming: EventPage | undefined; readonly undescribed: number | undefined }) {
  const { coming, undescribed = 0 } = props
  if (!coming) return null
  const { pictures, places } = lacking(coming.events)
  // Of very many only the next are looked at, and that is said.
  const count = numberText(coming.events.length)
  const isCut = coming.total > coming.events.length
  return (
    <Section id="t-better" title={t('better')}>
      {pictures.length + places.length + undescribed === 0 ? (
        <p class="dim">{isCut ? t('nextFine', { count }) : t('allFine')}</p>
      ) : (
        <>
          <Lack title={t('noPicture')} events={pictures} />
          <Lack title={t('noPlace')} events={places} />
          {isCut && <p class="hint">{t('amongNext', { count })}</p>}
          {undescribed > 0 && (
            <p class="lack">
              <a href={to('pictures', { tab: 'notDescribed' })}>{t('undescribed')}</a>{' '}
              <span class="count">{numberText(undescribed)}</span>
            </p>
          )}
        </>
      )}
    </Section>
  )
}

function Lack({ title, events }: { readonly title: string; readonly events: readonly EventRecord[] }) {
  if (events.length === 0) return null
  return (
    <details class="lack">
      <summary>
        <b>{title}</b> <span class="count">{numberText(events.length)}</span>
      </summary>
      <ul>
        {events.slice(0, 10).map((event) => (
          <li key={event.id}>
            <a href={to(`events/${event.id}`)} dir="auto">
              {titleOf(event)}
            </a>{' '}
            <span class="dim">{dayText(event.start_date)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** How many events of a day are named. */
const shown = 3

function Week({
  week,
}: {
  readonly week: { readonly total: number; readonly days: readonly Day[] } | undefined
}) {
  return (
    <section class="section" aria-labelledby="t-week">
      <div class="section-head">
        <h2 id="t-week">
          {t('seven')}
          {week && <span class="count"> {tn('events', week.total)}</span>}
        </h2>
        <a href={to('events', { view: 'month' })}>{t('wholeMonth')}</a>
      </div>
      {week && (
        <ul class="week">
          {week.days.map(({ day, events }, at) => (
            <li key={day}>
              <h3>
                <span>
                  <b>{dayNumber(day)}</b> {at === 0 ? t('today') : weekdayShort(day)}
                </span>
                <span>{events.length > 0 && numberText(events.length)}</span>
              </h3>
              <div class="day-list">
                {events.slice(0, shown).map((event) => (
                  <Entry key={event.id} event={event} />
                ))}
                {events.length > shown && (
                  <a class="entry more-of" href={to('events', { view: 'month', day })}>
                    {t('more', { count: numberText(events.length - shown) })}
                  </a>
                )}
              </div>
              {events.length > 0 && (
                <a class="day-line" href={to('events', { view: 'month', day })}>
                  <span dir="auto">
                    {events
                      .slice(0, 2)
                      .map((event) => titleOf(event))
                      .join(', ')}{' '}
                    {events.length > 2 && (
                      <span class="dim">{t('more', { count: numberText(events.length - 2) })}</span>
                    )}
                  </span>
                </a>
              )}
              <a class="button plus" href={to('events/new', { day })}>
                <Icon name="plus" />
                <span class="word">{t('add')}</span>
                <span class="hidden">{t('addOn', { day: longDay(day) })}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** An event in a day: its colour, time and title. */
function Entry({ event }: { readonly event: EventRecord }) {
  const [category] = event.categories
  const isOff = event.event_status === 'canceled'
  return (
    <a class={isOff ? 'entry off' : 'entry'} href={to(`events/${event.id}`)}>
      <span class={`dot ${category ? colourClass(category.id) : 'c-0'}`} />
      <time>{event.all_day ? t('allDay') : timeText(event.start_date)}</time>{' '}
      <b dir="auto">{titleOf(event)}</b>
    </a>
  )
}
