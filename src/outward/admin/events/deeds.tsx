import { useRef } from 'preact/hooks'
import { Dialog } from '../dialog.tsx'
import { GuestsHear } from '../registration/guestsHear.tsx'
import { t, tn } from '../texts.ts'
import type { Wish } from './bulk.tsx'
import type { Deed } from '../common/deed.ts'
import { titleOf } from '../common/title.ts'

/** The most characters of the reason for a cancellation. */
export const reasonLimit = 500

/** Asks before something is done that does not lead back easily. */
export function Ask(props: {
  readonly wish: Wish
  readonly onClose: () => void
  readonly onDeed: (deed: Deed) => void
}) {
  const { wish, onClose, onDeed } = props
  const { does, events } = wish
  const reason = useRef<HTMLTextAreaElement>(null)
  const isCancelling = does === 'cancel'
  const [event] = events
  const title = events.length === 1 && event ? titleOf(event) : tn('events_', events.length)
  return (
    <Dialog
      title={isCancelling ? t('cancelTitle', { title }) : t('removeTitle', { title })}
      onClose={onClose}
      onAnswer={(answer) => {
        if (answer !== 'yes') onClose()
        else if (isCancelling) onDeed({ does: 'cancel', reason: reason.current?.value.trim() ?? '' })
        else onDeed({ does: 'remove' })
      }}
      foot={
        <>
          <button class="plain" value="no" autofocus={!isCancelling}>
            {tn('keep', events.length)}
          </button>
          <button class="danger" value="yes">
            {isCancelling ? tn('cancelMany', events.length) : tn('removeMany', events.length)}
          </button>
        </>
      }
    >
      <p>{isCancelling ? t('cancelHint') : t('removeHint')}</p>
      {isCancelling && <GuestsHear events={events} />}
      {isCancelling && (
        <div class="field">
          <label for="cancel-reason">
            {t('cancelReason')} <span class="dim">{t('optional')}</span>
          </label>
          <textarea
            id="cancel-reason"
            ref={reason}
            rows={3}
            dir="auto"
            maxLength={reasonLimit}
            placeholder={t('cancelReasonHint')}
          />
        </div>
      )}
    </Dialog>
  )
}
