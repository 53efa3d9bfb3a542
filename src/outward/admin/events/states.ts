import { t as tFrame } from '../texts.ts'
import type { Coming, State } from './filterValues.ts'
import { t } from './texts.ts'

/** What a state that is looked for is called. */
export function stateText(state: State): string {
  switch (state) {
    case 'publish':
      return t('statePublic')
    case 'future':
      return t('stateFuture')
    case 'pending':
      return tFrame('waitingOne')
    case 'draft':
      return tFrame('draft')
    case 'private':
      return tFrame('private')
    case 'canceled':
      return tFrame('canceled')
    default:
      return tFrame('postponed')
  }
}

/** What events that come from somewhere are called. */
export function comingText(from: Coming): string {
  return from === 'imported' ? t('imported') : t('notImported')
}
