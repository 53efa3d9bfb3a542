import { useRead } from '../kit/read.ts'
import { Tabs } from '../kit/tabs.tsx'
import { proposed, waiting } from '../places.ts'
import { to } from '../route.ts'
import { sayFault } from '../toasts.tsx'
import { countProposals, type Queue } from './queues.ts'
import { t } from './texts.ts'

/** What waits: events of people of the calendar, and what the public proposes, also what was asked about and what is decided. */
export function WaitingTabs({ here }: { readonly here: 'events' | Queue }) {
  useRead(
    async () => {
      if (here !== 'new') proposed.value = await countProposals()
    },
    [here],
    sayFault,
  )
  const tab = (queue: typeof here, says: string, count?: number) => ({
    href: queue === 'events' ? to('waiting') : to('proposals', queue === 'new' ? {} : { queue }),
    says,
    count: count || undefined,
    isHere: here === queue,
  })
  return (
    <Tabs
      label={t('queues')}
      tabs={[
        tab('events', t('forApproval'), waiting.value),
        tab('new', t('proposals'), proposed.value),
        tab('asked', t('askedQueue')),
        tab('decided', t('decidedQueue')),
      ]}
    />
  )
}
