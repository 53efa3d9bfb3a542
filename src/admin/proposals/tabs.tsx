import type { ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { proposed, waiting } from '../places.ts'
import { to } from '../route.ts'
import { settle } from '../settle.ts'
import { numberText } from '../texts.ts'
import { sayFault } from '../toasts.tsx'
import { countProposals } from './proposals.ask.ts'
import { t } from './texts.ts'

/** What waits: events of people of the calendar, and what the public proposes. */
export function WaitingTabs({ here }: { readonly here: 'events' | 'proposals' }) {
  useEffect(() => {
    if (here === 'proposals') return
    void settle(
      countProposals(),
      (count) => {
        proposed.value = count
      },
      (error: unknown) => sayFault(faultText(error)),
    )
  }, [here])
  return (
    <nav class="tabs" aria-label={t('proposals')}>
      <a href={to('waiting')} aria-current={here === 'events' ? 'page' : undefined}>
        {t('forApproval')}
        <Count of={waiting} />
      </a>
      <a href={to('proposals')} aria-current={here === 'proposals' ? 'page' : undefined}>
        {t('proposals')}
        <Count of={proposed} />
      </a>
    </nav>
  )
}

function Count({ of }: { readonly of: ReadonlySignal<number | undefined> }) {
  return of.value ? <span class="n">{numberText(of.value)}</span> : null
}
