import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import type { EventRecord } from '../records.ts'
import { Scopes } from '../scopes.tsx'
import { settle } from '../settle.ts'
import { t as tFrame, tn as tnFrame } from '../texts.ts'
import type { Wish } from './bulk.tsx'
import { Categories, type Chosen, none } from './categories.tsx'
import { type Deed, type Scope, tryAll } from './change.ts'
import { reasonLimit } from './deeds.tsx'
import { titleOf } from './row.tsx'
import { t, tn } from './texts.ts'

const scopes: readonly Scope[] = ['this', 'following', 'all']

/** Asks which dates of series are meant, or which categories, and says first how many events that reaches. */
export function AskMore(props: {
  readonly wish: Wish
  readonly onClose: () => void
  readonly onDeed: (deed: Deed) => void
}) {
  const { wish, onClose, onDeed } = props
  const { does, events } = wish
  const scope = useSignal<Scope>('this')
  const reason = useSignal('')
  const chosen = useSignal<Chosen>(none)
  const reaches = useSignal<Readonly<Partial<Record<Scope, number | string>>>>({})
  const hasSeries = events.some(({ series }) => series)
  const deed = deedOf(does, { reason: reason.value.trim(), ...chosen.value })
  const isNothing = does === 'categorize' && chosen.value.add.length + chosen.value.remove.length === 0
  const asked = JSON.stringify(chosen.value)
  useEffect(() => {
    let isOld = false
    reaches.value = {}
    if (isNothing) return () => {}
    for (const one of hasSeries ? scopes : scopes.slice(0, 1)) {
      const tell = (says: number | string) => {
        if (!isOld) reaches.value = { ...reaches.value, [one]: says }
      }
      void settle(tryAll(events, { ...deed, scope: one }), tell, (error: unknown) => tell(faultText(error)))
    }
    return () => {
      isOld = true
    }
  }, [asked])
  const reach = isNothing ? 0 : reaches.value[scope.value]
  return (
    <Dialog
      title={titleText(does, events)}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'yes' ? onDeed({ ...deed, scope: scope.value }) : onClose())}
      foot={
        <>
          <button class="plain" value="no">
            {does === 'categorize' || does === 'restore' || does === 'publish'
              ? t('leaveAsIs')
              : tnFrame('keep', events.length)}
          </button>
          <button
            class={does === 'cancel' || does === 'trash' || does === 'remove' ? 'danger' : undefined}
            value="yes"
            disabled={typeof reach !== 'number' || reach === 0}
          >
            {buttonText(does, typeof reach === 'number' ? reach : 0)}
          </button>
        </>
      }
    >
      {does === 'cancel' && <p>{tFrame('cancelHint')}</p>}
      {does === 'remove' && <p>{tFrame('removeHint')}</p>}
      {hasSeries && (
        <Scopes
          label={t('whichDates')}
          scopes={scopes}
          names={scopeNames(events)}
          chosen={scope.value}
          onChoose={(one) => {
            scope.value = one
          }}
          hintOf={(one) => reachText(reaches.value[one])}
        />
      )}
      {does === 'categorize' && (
        <Categories
          events={events}
          chosen={chosen.value}
          onChoose={(now) => {
            chosen.value = now
          }}
        />
      )}
      {!hasSeries && typeof reach === 'string' && (
        <p class="fault" role="alert" dir="auto">
          {reach}
        </p>
      )}
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

function deedOf(does: Deed['does'], more: Chosen & { readonly reason: string }): Deed {
  switch (does) {
    case 'cancel':
      return { does, reason: more.reason }
    case 'categorize':
      return { does, add: more.add, remove: more.remove }
    default:
      return { does }
  }
}

function titleText(does: Deed['does'], events: readonly EventRecord[]): string {
  const [event] = events
  const title = events.length === 1 && event ? titleOf(event) : tnFrame('events_', events.length)
  switch (does) {
    case 'publish':
      return t('publishTitle', { title })
    case 'cancel':
      return tFrame('cancelTitle', { title })
    case 'categorize':
      return t('categoryTitle', { title })
    case 'trash':
      return t('trashTitle', { title })
    case 'restore':
    case 'untrash':
      return t('restoreTitle', { title })
    default:
      return tFrame('removeTitle', { title })
  }
}

function buttonText(does: Deed['does'], count: number): string {
  switch (does) {
    case 'publish':
      return tn('publishMany', count)
    case 'cancel':
      return tnFrame('cancelMany', count)
    case 'categorize':
      return tn('changeMany', count)
    case 'trash':
      return tn('trashMany', count)
    case 'restore':
    case 'untrash':
      return tn('restoreMany', count)
    default:
      return tnFrame('removeMany', count)
  }
}

function scopeNames({ length }: readonly EventRecord[]): Readonly<Record<Scope, string>> {
  return length === 1
    ? { this: tFrame('scopeThis'), following: tFrame('scopeFollowing'), all: tFrame('scopeAll') }
    : { this: t('chosen'), following: t('chosenFollowing'), all: tFrame('scopeAll') }
}

function reachText(reach: number | string | undefined): string {
  if (reach === 0) return t('nothingChanges')
  return typeof reach === 'number' ? tn('reached', reach) : (reach ?? '')
}
