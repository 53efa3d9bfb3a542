import type { ComponentChildren } from 'preact'
import { Decide } from '../waiting/queueParts.tsx'
import { t as tw } from '../waiting/texts.ts'
import type { Submission } from './proposals.ask.ts'
import { t } from './texts.ts'

/** What can be decided about a proposal, as it stands. */
export function Deeds(props: {
  readonly item: Submission
  /** What it says to accept it. */
  readonly deed: ComponentChildren
  readonly isBusy: boolean
  readonly mayTake: boolean
  readonly onTake: () => void
  readonly onEdit: () => void
  readonly onAsk: (what: 'question' | 'reject' | 'spam') => void
}) {
  const { item, deed, isBusy, mayTake, onTake, onEdit, onAsk } = props
  const isOpen = item.state === 'waiting' || item.state === 'asked'
  const isOver = item.state === 'accepted' || item.state === 'withdrawn'
  const mayEdit = item.event !== null || (item.kind === 'new' && !isOver)
  if (isOver && !mayEdit) return null
  const [plain, danger] = ['plain big', 'danger plain big']
  return (
    <Decide
      choices={[
        !isOver && { says: deed, looks: 'big', hotkey: 'a', isOff: isBusy || !mayTake, does: onTake },
        mayEdit && { says: tw('editFirst'), looks: plain, hotkey: 'e', isOff: isBusy, does: onEdit },
        isOpen && { says: tw('ask'), looks: plain, hotkey: 'q', does: () => onAsk('question') },
        isOpen && { says: tw('reject'), looks: danger, hotkey: 'r', does: () => onAsk('reject') },
        isOpen && { says: t('spam'), looks: 'quiet', does: () => onAsk('spam') },
      ]}
    />
  )
}
