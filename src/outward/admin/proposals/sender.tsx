import { dayText, timeText } from '../dates.ts'
import { Icon } from '../icons.tsx'
import { Face } from '../parts.tsx'
import { numberText } from '../texts.ts'
import { reasonText } from '../waiting/dialogs.tsx'
import { t as tw } from '../waiting/texts.ts'
import { reopen } from './back.ts'
import { nameOf, type Submission, wallOf } from './proposals.ask.ts'
import { t } from './texts.ts'

/** Who sent a proposal and when, what they wrote to the editors, and what was said to them. */
export function Sender({ item }: { readonly item: Submission }) {
  const { submitter, note, state, message } = item
  const when = wallOf(item.created)
  return (
    <>
      <div class="sender">
        <Face of={nameOf(item)} />
        <p>
          <b dir="auto">{nameOf(item)}</b>
          {submitter.name !== '' && submitter.email !== '' && `, ${submitter.email}`}
          <br />
          <span class="dim">
            {[
              tw('sentOn', { when: `${dayText(when)}, ${timeText(when)}` }),
              submitter.accepted === 0
                ? t('firstTime')
                : t('acceptedBefore', { count: numberText(submitter.accepted) }),
              submitter.blocked ? t('isBlocked') : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
      </div>
      {note !== '' && (
        <blockquote class="note" dir="auto">
          {note}
        </blockquote>
      )}
      {state === 'asked' && (
        <p class="dim" dir="auto">
          {t('asked', { message })}
        </p>
      )}
      {item.decided !== null && <Decided item={item} on={item.decided} />}
    </>
  )
}

/** What has become of it, where it was not refused. */
const wasText: Partial<Record<Submission['state'], 'wasTaken' | 'wasSpam' | 'wasWithdrawn'>> = {
  accepted: 'wasTaken',
  spam: 'wasSpam',
  withdrawn: 'wasWithdrawn',
}

/** What has become of it, and what its sender was told. */
function Decided({ item, on }: { readonly item: Submission; readonly on: string }) {
  const { state, reason, message } = item
  const when = dayText(wallOf(on))
  const said = [reason === '' ? '' : reasonText(reason), message].filter(Boolean).join(' · ')
  const isTaken = state === 'accepted'
  return (
    <div class="notice">
      <Icon name={isTaken ? 'check' : 'off'} />
      <div>
        <p>
          <b>{t(wasText[state] ?? 'wasRefused', { when })}</b>
        </p>
        {said !== '' && <p dir="auto">{said}</p>}
        {item.reopens && (
          <p class="acts">
            <button
              class="plain"
              type="button"
              aria-describedby="back-hint"
              onClick={() =>
                reopen(item, state === 'accepted' ? 'accept' : state === 'spam' ? 'spam' : 'reject')
              }
            >
              <Icon name="undo" />
              {t('takeBack')}
            </button>
            <span class="hint" id="back-hint">
              {t(backHint(item))}
            </span>
          </p>
        )}
      </div>
    </div>
  )
}

/** What taking it back does. */
function backHint({ state, kind }: Submission) {
  if (state !== 'accepted' || kind === 'report') return 'backOther'
  return kind === 'new' ? 'backNew' : 'backChange'
}
