import { ask } from '../api.ts'
import { useRead } from '../kit/read.ts'
import type { EventPage, EventRecord } from '../records.ts'
import { sayFault } from '../toasts.tsx'
import { hasGuests } from './hears.ts'
import { t } from './texts.ts'

/** The most events that an answer has. */
const mostAsked = 100

/** Whether guests come to any of the events with the ids. Throws what {@link ask} throws. */
async function anyHasGuests(ids: readonly number[], signal: AbortSignal): Promise<boolean> {
  for (let at = 0; at < ids.length; at += mostAsked) {
    const include = ids.slice(at, at + mostAsked)
    const query = { include, per_page: mostAsked, status: 'publish', registration: 'any' }
    const { body } = await ask<EventPage>('events', { query, signal })
    if (body.events.some(hasGuests)) return true
  }
  return false
}

/**
 * Says that guests are told, where some come to any of the events, or of those with the ids: which a change of a series reaches, or that are
 * not read yet.
 */
export function GuestsHear(props: {
  readonly events?: readonly EventRecord[]
  readonly ids?: readonly number[] | undefined
  /** They are told once it is public. */
  readonly isLater?: boolean
}) {
  const { events = [], ids = [], isLater = false } = props
  const isKnown = events.some(hasGuests)
  // What says nothing of who may come has no dates to which somebody comes.
  const mayCome = events.length === 0 || events.some(({ registration }) => registration)
  const others = mayCome && !isKnown ? ids : []
  const found = useRead((signal) => anyHasGuests(others, signal), [others.join()], sayFault)
  return isKnown || found.value ? <p>{t(isLater ? 'guestsHearLater' : 'guestsHear')}</p> : null
}
