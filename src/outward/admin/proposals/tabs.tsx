import type { ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { proposed, waiting } from '../places.ts'
import { to } from '../route.ts'
import { settle } from '../settle.ts'
import { numberText } from '../texts.ts'
import { sayFault } from '../toasts.tsx'
import { countProposals, type Queue } from './proposals.ask.ts'
import { t } from './texts.ts'

/** What waits: events of people of the calendar, and what the public proposes, also what was asked about and what is decided. */
export function WaitingTabs({ here }: { readonly here: 'events' | Queue }) {
  useEffect(() => {
    if (here === 'new') return
    void settle(
      countProposals(),
      (count) => {
        proposed.value = count
      },
      (error: unknown) => sayFault(faultText(error)),
    )
  }, [here])
  const current = (queue: typeof here) => (here === queue ? 'page' : undefined)
  return (
    <nav class="tabs" aria-label={t('queues')}>
      <a href={to('waiting')} aria-current={current('events')}>
        {t('forApproval')}
        <Count of={waiting} />
      </a>
      <a href={to('proposals')} aria-current={current('new')}>
        {t('proposals')}
        <Count of={proposed} />
      </a>
      <a href={to('proposals', { queue: 'asked' })} aria-current={current('asked')}>
        {t('askedQueue')}
      </a>
      <a href={to('proposals', { queue: 'decided' })} aria-current={current('decided')}>
        {t('decidedQueue')}
      </a>
    </nav>
  )
}

function Count({ of }: { readonly of: ReadonlySignal<number | undefined> }) {
  return of.value ? <span class="n">{numberText(of.value)}</span> : null
}
