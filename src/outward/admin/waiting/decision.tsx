import { dayText } from '../dates.ts'
import { Icon } from '../icons.tsx'
import type { Decision } from '../records.ts'
import { apart } from '../texts.ts'
import { reasonText } from './dialogs.tsx'
import { reasons } from './queue.ts'
import { t } from './texts.ts'

/** What a reviewer said of an event, in a line: who asks what, or who did not take it, and why. */
export function decisionText({ is, reason, message, by }: Decision): string {
  const name = apart(by) || t('somebody')
  if (is === 'asked') return t('asks', { name, message: apart(message) })
  const known = reasons.find((one) => one === reason) ?? 'other'
  return [t('notTaken', { name, reason: reasonText(known) }), apart(message)].filter(Boolean).join(' ')
}

/** The same with its day, where the event is. */
export function DecisionNote({ decision }: { readonly decision: Decision }) {
  return (
    <div class="notice faults-head" role="note">
      <Icon name="warning" />
      <p dir="auto">
        {decisionText(decision)} <span class="dim">{dayText(decision.date)}</span>
      </p>
    </div>
  )
}
