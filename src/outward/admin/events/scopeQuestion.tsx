import { useSignal } from '@preact/signals'
import { Dialog } from '../dialog.tsx'
import type { EventRecord } from '../records.ts'
import { GuestsHear } from '../registration/guestsHear.tsx'
import { t as tFrame, tn as tnFrame } from '../texts.ts'
import type { Wish } from './bulk.tsx'
import type { Deed } from '../common/deed.ts'
import { reasonLimit } from './deeds.tsx'
import { useReach } from './scopeDialog.tsx'
import { titleOf } from '../common/title.ts'
import { t, tn } from './texts.ts'

/** What guests are told of. */
const tellsGuests = new Set<Wish['does']>(['cancel', 'trash', 'restore', 'untrash'])

/** How many events are named. */
const named = 5

/** Says what will happen, asks which dates of series are meant, and says first how many events that reaches. */
export function AskMore(props: {
  readonly wish: Wish
  readonly onClose: () => void
  readonly onDeed: (deed: Deed) => void
}) {
  const { wish, onClose, onDeed } = props
  const { does, events } = wish
  const reason = useSignal('')
  const deed: Deed = does === 'cancel' ? { does, reason: reason.value.trim() } : { does }
  const { scope, count, ids, part } = useReach(events, deed)
  return (
    <Dialog
      title={titleText(does, events)}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'yes' ? onDeed({ ...deed, scope }) : onClose())}
      foot={
        <>
          <button class="plain" value="no">
            {does === 'restore' || does === 'publish' ? t('leaveAsIs') : tnFrame('keep', events.length)}
          </button>
          <button
            class={does === 'cancel' || does === 'trash' || does === 'remove' ? 'danger' : undefined}
            value="yes"
            disabled={count === 0}
          >
            {buttonText(does, count)}
          </button>
        </>
      }
    >
      {does === 'cancel' && <p>{tFrame('cancelHint')}</p>}
      {tellsGuests.has(does) && <GuestsHear events={events} ids={ids} isLater={does === 'restore'} />}
      {does === 'remove' && <p>{tFrame('removeHint')}</p>}
      {does === 'publish' && <p>{t('publishManyHint')}</p>}
      {does === 'trash' && <p>{t('trashManyHint')}</p>}
      {does === 'restore' && <p>{t('restoreManyHint')}</p>}
      {events.length > 1 && (
        <ul class="stack tight">
          {events.slice(0, named).map((event) => (
            <li key={event.id} dir="auto">
              {titleOf(event)}
            </li>
          ))}
          {events.length > named && <li class="dim">{tn('andMore', events.length - named)}</li>}
        </ul>
      )}
      {part}
      {does === 'cancel' && (
        <div class="field">
          <label for="cancel-reason">
            {tFrame('cancelReason')} <span class="dim">{tFrame('optional')}</span>
          </label>
          <textarea
            id="cancel-reason"
            rows={3}
            dir="auto"
            maxLength={reasonLimit}
            placeholder={tFrame('cancelReasonHint')}
            value={reason.value}
            onInput={({ currentTarget: { value } }) => {
              reason.value = value
            }}
          />
        </div>
      )}
    </Dialog>
  )
}

function titleText(does: Wish['does'], events: readonly EventRecord[]): string {
  const [event] = events
  const title = events.length === 1 && event ? titleOf(event) : tnFrame('events_', events.length)
  switch (does) {
    case 'publish':
      return t('publishTitle', { title })
    case 'cancel':
      return tFrame('cancelTitle', { title })
    case 'trash':
      return t('trashTitle', { title })
    case 'restore':
    case 'untrash':
      return t('restoreTitle', { title })
    default:
      return tFrame('removeTitle', { title })
  }
}

function buttonText(does: Wish['does'], count: number): string {
  switch (does) {
    case 'publish':
      return tn('publishMany', count)
    case 'cancel':
      return tnFrame('cancelMany', count)
    case 'trash':
      return tn('trashMany', count)
    case 'restore':
    case 'untrash':
      return tn('restoreMany', count)
    default:
      return tnFrame('removeMany', count)
  }
}
