import { signal } from '@preact/signals'
import { foretold, goBack } from '../common/goBack.ts'
import { faultText } from '../faults.ts'
import { go, to } from '../route.ts'
import { settle } from '../settle.ts'
import { say, sayFault } from '../toasts.tsx'
import { takeBack, type Submission } from './proposals.ask.ts'
import { t } from './texts.ts'

type Decision = Parameters<typeof takeBack>[1]

/** How many decisions were taken back: what shows a queue reads it again. */
export const taken = signal(0)

/** Takes a decision back, and shows the proposal where it waits; what hinders that is said. */
export function reopen({ id, title }: Pick<Submission, 'id' | 'title'>, decision: Decision): void {
  void settle(
    goBack({
      go: () => takeBack(id, decision),
      tells: async () => (decision === 'accept' ? foretold(`submissions/${id}/accept`) : []),
    }),
    (isBack) => {
      if (!isBack) return
      taken.value += 1
      say(t('reopened', { title }))
      go(to(`proposals/${id}`))
    },
    (error: unknown) => sayFault(faultText(error)),
  )
}
