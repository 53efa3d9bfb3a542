import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useAct } from '../act.ts'
import { dayText, timeText } from '../dates.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { onKey } from '../keys.ts'
import { siteZone } from '../place.ts'
import { go, to } from '../route.ts'
import { settle } from '../settle.ts'
import { numberText } from '../texts.ts'
import { say, sayFault } from '../toasts.tsx'
import { AskDialog, RejectDialog } from '../waiting/dialogs.tsx'
import { t as tw } from '../waiting/texts.ts'
import { DifferenceTable, ProposedFields } from './difference.tsx'
import {
  accept,
  type Differences,
  markSpam,
  question,
  readDifferences,
  readSimilar,
  reject,
  type Similar,
  type Submission,
} from './proposals.ask.ts'
import { t } from './texts.ts'

/** Who sent it: their name, else their address. */
export function nameOf({ submitter: { name, email } }: Submission): string {
  return name === '' ? email : name
}

/** The moment on the clock of the site. */
export function wallOf(iso: string): string {
  return new Date(iso).toLocaleString('sv-SE', { timeZone: siteZone })
}

/** What has become of it, and what its sender was told. */
function Decided({ item }: { readonly item: Submission }) {
  const { decided, state, reason, message } = item
  const when = decided === null ? '' : dayText(wallOf(decided))
  const said = [reason, message].filter((text) => text !== '').join(' · ')
  const isTaken = state === 'accepted'
  return (
    <div class="notice">
      <Icon name={isTaken ? 'check' : 'off'} />
      <div>
        <p>
          <b>
            {isTaken
              ? t('wasTaken', { when })
              : state === 'spam'
                ? t('wasSpam', { when })
                : state === 'withdrawn'
                  ? t('wasWithdrawn', { when })
                  : t('wasRefused', { when })}
          </b>
        </p>
        {said !== '' && <p dir="auto">{said}</p>}
      </div>
    </div>
  )
}

/** One proposal: who sent it, what it would change, and what is decided about it. */
export function ProposedItem(props: {
  readonly item: Submission
  readonly place: string
  readonly onWalk: (step: 1 | -1) => void
  readonly onChanged: (item: Submission) => void
  readonly onGone: () => void
}) {
  const { item, place, onWalk, onChanged, onGone } = props
  const differences = useSignal<Differences>({})
  const taken = useSignal<ReadonlySet<string>>(new Set())
  const alike = useSignal<readonly Similar[]>([])
  const asks = useSignal<'question' | 'reject' | undefined>(undefined)
  const trusts = useSignal(false)
  const { isBusy, act } = useAct()
  useEffect(() => {
    const reading = new AbortController()
    const isWanted = () => !reading.signal.aborted
    if (item.kind === 'change')
      void settle(
        readDifferences(item.id, reading.signal),
        (found) => {
          differences.value = found
          // What was changed here since is not taken unless somebody says so.
          taken.value = new Set(Object.keys(found).filter((field) => found[field]?.conflict !== true))
        },
        (error: unknown) => isWanted() && sayFault(faultText(error)),
      )
    if (item.kind === 'new')
      void settle(
        readSimilar(item, reading.signal),
        (found) => {
          alike.value = found
        },
        // It is only a hint.
        () => {},
      )
    return () => reading.abort()
  }, [])
  const isGone = item.kind !== 'new' && item.event_state !== 'here'
  const isOpen = item.state === 'waiting' || item.state === 'asked'
  const isNothing = item.kind === 'change' && (isGone || taken.value.size === 0)
  // What was refused can be taken back as long as it is kept.
  const canTake = (isOpen || item.state === 'rejected' || item.state === 'spam') && !isNothing
  const trust = trusts.value ? { trust: true } : {}
  const take = () => {
    if (!canTake) return
    const fields = item.kind === 'change' ? { fields: [...taken.value] } : {}
    act(
      () => accept(item, { ...fields, ...trust }),
      () => {
        say(t('taken', { title: item.title }))
        onGone()
      },
    )
  }
  const canEdit = item.kind === 'new' ? isOpen : item.event !== null
  const edit = () => {
    if (item.kind !== 'new') return item.event && go(to(`events/${item.event.id}`))
    // A new one is a draft first, which the editor opens.
    const draft = async () => {
      const { event } = await accept(item, { fields: { status: 'draft' }, ...trust })
      if (event) go(to(`events/${event.id}`))
    }
    return act(draft, () => {})
  }
  useEffect(() => {
    const keys = [
      onKey('j', () => onWalk(1)),
      onKey('k', () => onWalk(-1)),
      onKey('a', take),
      onKey('e', () => canEdit && edit()),
      onKey('q', () => {
        if (isOpen) asks.value = 'question'
      }),
      onKey('r', () => {
        if (isOpen) asks.value = 'reject'
      }),
    ]
    return () => {
      for (const off of keys) off()
    }
  })
  const name = nameOf(item)
  const all = Object.keys(differences.value).length
  const heading = {
    new: t('newEvent'),
    change: t('changeOf', { title: item.title }),
    report: t('reportOf', { title: item.title }),
  }[item.kind]
  const deed = {
    new: t('acceptNew'),
    change: t('takeSome', { count: numberText(taken.value.size), all: numberText(all) }),
    report: t('done'),
  }[item.kind]
  return (
    <div class="item">
      <div class="line">
        <h1 dir="auto">{heading}</h1>
        <nav class="walk push" aria-label={tw('walk')}>
          <button class="quiet square" type="button" aria-label={tw('before')} onClick={() => onWalk(-1)}>
            <Icon name="back" />
          </button>
          <span role="status">{place}</span>
          <button class="quiet square" type="button" aria-label={tw('next')} onClick={() => onWalk(1)}>
            <Icon name="forward" />
          </button>
        </nav>
      </div>
      <div class="sender">
        <p>
          <b dir="auto">{name}</b>
          {item.submitter.name !== '' && item.submitter.email !== '' && `, ${item.submitter.email}`}
          <br />
          <span class="dim">
            {`${tw('sentOn', { when: `${dayText(wallOf(item.created))}, ${timeText(wallOf(item.created))}` })} · ${t('acceptedBefore', { count: numberText(item.submitter.accepted) })}`}
          </span>
        </p>
      </div>
      {item.note !== '' && (
        <blockquote class="note" dir="auto">
          {item.note}
        </blockquote>
      )}
      {item.state === 'asked' && <p class="dim">{t('asked', { message: item.message })}</p>}
      {item.decided !== null && <Decided item={item} />}
      {isGone && (
        <div class="notice bad">
          <Icon name="warning" />
          <p>{t('goneEvent')}</p>
        </div>
      )}
      {alike.value.map(({ id, title, start_date, venue }) => (
        <div class="notice" key={id}>
          <Icon name="warning" />
          <p dir="auto">
            <a href={to(`events/${id}`)} target="_blank" rel="noopener">
              {tw('perhapsHere', { title })}
            </a>{' '}
            {[dayText(start_date), timeText(start_date), venue].filter(Boolean).join(' · ')}
          </p>
        </div>
      ))}
      {item.picture && (
        <figure>
          <img class="sent" src={item.picture.url} alt={item.picture.alt_text || t('picture')} width="480" />
        </figure>
      )}
      {item.kind === 'new' && <ProposedFields fields={item.fields} />}
      {item.kind === 'change' && (
        <DifferenceTable
          differences={differences.value}
          taken={taken.value}
          onTake={(field, isTaken) => {
            const next = new Set(taken.value)
            if (isTaken) next.add(field)
            else next.delete(field)
            taken.value = next
          }}
        />
      )}
      {item.submitter.accepted >= 2 && !item.submitter.trusted && item.kind !== 'report' && (
        <label class="check">
          <input
            type="checkbox"
            checked={trusts.value}
            onChange={({ currentTarget }) => {
              trusts.value = currentTarget.checked
            }}
          />
          <span>{t('trust')}</span>
        </label>
      )}
      <div class="decide" role="region" aria-label={tw('decide')}>
        {(isOpen || canTake) && (
          <button
            class="big"
            type="button"
            aria-keyshortcuts="a"
            disabled={isBusy.value || !canTake}
            onClick={take}
          >
            {deed}
          </button>
        )}
        {canEdit && (
          <button class="plain big" type="button" aria-keyshortcuts="e" onClick={edit}>
            {tw('editFirst')}
          </button>
        )}
        {isOpen && (
          <>
            <button
              class="plain big"
              type="button"
              aria-keyshortcuts="q"
              onClick={() => {
                asks.value = 'question'
              }}
            >
              {tw('ask')}
            </button>
            <button
              class="danger plain big"
              type="button"
              aria-keyshortcuts="r"
              onClick={() => {
                asks.value = 'reject'
              }}
            >
              {tw('reject')}
            </button>
            <button
              class="quiet"
              type="button"
              onClick={() =>
                act(
                  () => markSpam(item),
                  () => {
                    say(t('marked', { title: item.title }))
                    onGone()
                  },
                )
              }
            >
              {t('spam')}
            </button>
          </>
        )}
      </div>
      {asks.value === 'question' && (
        <AskDialog
          name={name}
          onClose={() => {
            asks.value = undefined
          }}
          onSend={(message) =>
            act(
              () => question(item, message),
              () => {
                asks.value = undefined
                say(tw('asked', { name }))
                onChanged({ ...item, state: 'asked', message })
              },
            )
          }
        />
      )}
      {asks.value === 'reject' && (
        <RejectDialog
          title={item.title}
          name={name}
          onClose={() => {
            asks.value = undefined
          }}
          onReject={(reason, message) =>
            act(
              () => reject(item, reason, message),
              () => {
                asks.value = undefined
                say(t('refused', { title: item.title }))
                onGone()
              },
            )
          }
        />
      )}
    </div>
  )
}
