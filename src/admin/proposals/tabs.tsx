import { to } from '../route.ts'
import { t } from './texts.ts'

/** What waits: events of people of the calendar, and what the public proposes. */
export function WaitingTabs({ here }: { readonly here: 'events' | 'proposals' }) {
  return (
    <nav class="tabs" aria-label={t('proposals')}>
      <a href={to('waiting')} aria-current={here === 'events' ? 'page' : undefined}>
        {t('forApproval')}
      </a>
      <a href={to('proposals')} aria-current={here === 'proposals' ? 'page' : undefined}>
        {t('proposals')}
      </a>
    </nav>
  )
}
