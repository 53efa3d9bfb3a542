import { t } from '../texts.ts'
import type { State } from './statuses.ts'

/** What a state that is looked for is called. */
export function stateText(state: State): string {
  switch (state) {
    case 'publish':
      return t('statePublic')
    case 'future':
      return t('stateFuture')
    case 'pending':
      return t('waitingOne')
    case 'draft':
      return t('draft')
    case 'private':
      return t('private')
    case 'canceled':
      return t('canceled')
    default:
      return t('postponed')
  }
}
