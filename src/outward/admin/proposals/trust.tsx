import type { Submission } from './proposals.ask.ts'
import { t } from './texts.ts'

/** How many were accepted, this one among them, before a sender may be trusted. */
const needed = 3

/** Whether what the sender proposes from now on is published at once; nothing for those of whom it cannot be said yet. */
export function Trust(props: {
  readonly item: Submission
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  const { item, isOn, onChange } = props
  const { accepted, trusted, email } = item.submitter
  const isTaken = item.state === 'accepted'
  const isKnown = email !== '' && (trusted || accepted >= (isTaken ? needed : needed - 1))
  if (!isKnown || item.state === 'withdrawn' || item.state === 'spam') return null
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
      />
      <span>{t('trust')}</span>
    </label>
  )
}
