import type { EventRecord } from '../records.ts'
import { t } from './texts.ts'

/** Says that guests are told, where some come to any of the events. */
export function GuestsHear({ events }: { readonly events: readonly EventRecord[] }) {
  const isAny = events.some(({ status, registration }) => {
    const { taken = 0, waiting = 0, requested = 0 } = registration ?? {}
    return status === 'publish' && taken + waiting + requested > 0
  })
  return isAny ? <p>{t('guestsHear')}</p> : null
}
