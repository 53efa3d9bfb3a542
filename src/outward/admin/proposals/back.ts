import { signal } from '@preact/signals'
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
    takeBack(id, decision),
    () => {
      taken.value += 1
      say(t('reopened', { title }))
      go(to(`proposals/${id}`))
    },
    (error: unknown) => sayFault(faultText(error)),
  )
}
