import type { ComponentChild } from 'preact'
import { t as tw } from '../waiting/texts.ts'
import type { Submission } from './proposals.ask.ts'
import { t } from './texts.ts'

/** What can be decided about a proposal, as it stands. */
export function Deeds(props: {
  readonly item: Submission
  /** What it says to accept it. */
  readonly deed: ComponentChild
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
  return (
    <div class="decide" role="region" aria-label={tw('decide')}>
      {!isOver && (
        <button
          class="big"
          type="button"
          aria-keyshortcuts="a"
          disabled={isBusy || !mayTake}
          onClick={onTake}
        >
          {deed} <Key name="A" isOn />
        </button>
      )}
      {mayEdit && (
        <button class="plain big" type="button" aria-keyshortcuts="e" disabled={isBusy} onClick={onEdit}>
          {tw('editFirst')} <Key name="E" />
        </button>
      )}
      {isOpen && (
        <>
          <button class="plain big" type="button" aria-keyshortcuts="q" onClick={() => onAsk('question')}>
            {tw('ask')} <Key name="Q" />
          </button>
          <button
            class="danger plain big"
            type="button"
            aria-keyshortcuts="r"
            onClick={() => onAsk('reject')}
          >
            {tw('reject')} <Key name="R" />
          </button>
          <button class="quiet" type="button" onClick={() => onAsk('spam')}>
            {t('spam')}
          </button>
        </>
      )}
    </div>
  )
}

function Key({ name, isOn = false }: { readonly name: string; readonly isOn?: boolean }) {
  return (
    <kbd class={isOn ? 'on' : undefined} aria-hidden="true">
      {name}
    </kbd>
  )
}
