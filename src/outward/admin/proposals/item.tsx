import type { ComponentChildren } from 'preact'
import { Icon } from '../icons.tsx'
import { GuestsHear } from '../registration/guestsHear.tsx'
import { numberText } from '../texts.ts'
import { say } from '../toasts.tsx'
import { AskDialog, RejectDialog } from '../waiting/dialogs.tsx'
import { Approve } from '../waiting/queueParts.tsx'
import { t as tw } from '../waiting/texts.ts'
import { reopen } from './back.ts'
import { type Deciding, useDeciding } from './deciding.ts'
import { Deeds } from './deeds.tsx'
import { DifferenceTable } from './difference.tsx'
import { NewEvent, SentPicture } from './new.tsx'
import { markSpam, nameOf, question, reject, type Submission } from './proposals.ask.ts'
import { Sender } from './sender.tsx'
import { SpamDialog } from './spam.tsx'
import { t } from './texts.ts'
import { Trust } from './trust.tsx'

/** What guests are told of, if it changes. */
const ofGuests = new Set([
  'start_date',
  'end_date',
  'timezone',
  'all_day',
  'venue',
  'online_url',
  'event_status',
])

/** One proposal: who sent it, what it would change, and what is decided about it. */
export function ProposedItem(props: Deciding & { readonly walk: ComponentChildren }) {
  const { item, walk } = props
  const { title, kind } = item
  const deciding = useDeciding(props)
  const { isGone, differences, taken, isTrusted } = deciding
  return (
    <div class="item">
      <div class="line">
        <h1 dir="auto">
          {kind === 'new' ? t('newEvent') : t(kind === 'change' ? 'changeOf' : 'reportOf', { title })}
        </h1>
        {walk}
      </div>
      <Sender item={item} />
      {isGone && (
        <div class="notice bad">
          <Icon name="warning" />
          <p>{t('goneEvent')}</p>
        </div>
      )}
      {kind === 'new' && <NewEvent item={item} />}
      {kind === 'change' && item.picture && <SentPicture item={item} />}
      {kind === 'change' && (
        <DifferenceTable differences={differences} taken={taken} onTake={deciding.take} />
      )}
      {kind === 'change' && item.event && [...taken].some((name) => ofGuests.has(name)) && (
        <GuestsHear ids={[item.event.id]} />
      )}
      <Trust item={item} isOn={isTrusted} onChange={deciding.changeTrust} />
      <Deeds
        item={item}
        deed={deedText(item, taken.size, Object.keys(differences).length)}
        isBusy={deciding.isBusy}
        mayTake={deciding.isDecidable && !(kind === 'change' && (isGone || taken.size === 0))}
        onTake={deciding.accepted}
        onEdit={deciding.edit}
        onAsk={deciding.ask}
      />
      <Asked {...props} asking={deciding} />
    </div>
  )
}

/** What it says to accept it. */
function deedText({ kind }: Submission, count: number, all: number): ComponentChildren {
  if (kind === 'new') return <Approve />
  return kind === 'report' ? t('done') : t('takeSome', { count: numberText(count), all: numberText(all) })
}

/** What is asked before something is decided that its sender hears of, or everything else of theirs. */
function Asked(
  props: Pick<Deciding, 'item' | 'onChanged' | 'onGone'> & {
    readonly asking: Pick<ReturnType<typeof useDeciding>, 'asks' | 'act'>
  },
) {
  const { item, onChanged, onGone, asking } = props
  const { asks, act } = asking
  const { title } = item
  const name = nameOf(item)
  const onClose = () => {
    asks.value = undefined
  }
  /** It is decided: it is said, with the way back. */
  const decided = (said: string, decision: 'reject' | 'spam') => () => {
    onClose()
    say(said, () => reopen(item, decision))
    onGone()
  }
  switch (asks.value) {
    case 'question': {
      const asked = (changed: Submission) => {
        onClose()
        say(tw('asked', { name }))
        onChanged(changed)
      }
      return (
        <AskDialog
          name={name}
          hint={t('askHint', { queue: tw('askedQueue') })}
          onClose={onClose}
          onSend={(message) => act(() => question(item, message), asked)}
        />
      )
    }
    case 'reject':
      return (
        <RejectDialog
          title={title}
          name={name}
          hint={t('rejectHint', { name })}
          onClose={onClose}
          onReject={(reason, message) =>
            act(() => reject(item, reason, message), decided(t('refused', { title }), 'reject'))
          }
        />
      )
    case 'spam':
      return (
        <SpamDialog
          title={title}
          email={item.submitter.email}
          onClose={onClose}
          onSpam={(block) => act(() => markSpam(item, block), decided(t('marked', { title }), 'spam'))}
        />
      )
    default:
      return null
  }
}
