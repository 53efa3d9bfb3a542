import { StatusTag } from '../common/stateTags.tsx'
import { titleOf } from '../common/title.ts'
import { type IconName, Icon } from '../icons.tsx'
import { Pop, closePop } from '../pop.tsx'
import { ProgressLine } from '../record/progress.tsx'
import { to } from '../route.ts'
import { mayDelete, mayPublish, mayReadHistory } from '../session.ts'
import { plain, t } from '../texts.ts'
import type { Store } from './store.ts'
import { t as te, tn } from './texts.ts'

/** What can be done with the event besides saving it as is chosen. */
export interface Ways {
  readonly onPreview: () => void
  /** Saves it as is chosen, and begins another one. */
  readonly onAddAnother: () => void
  readonly onDraft: () => void
  readonly onTrash: () => void
}

/** The bar of the editor: where the work is, and what is to be done with it. */
export function Bar({ store, ways }: { readonly store: Store; readonly ways: Ways }) {
  const { form, record, changed } = store
  const stored = record.value
  const title = plain(form.value.title) || (stored ? titleOf(stored) : t('newEvent'))
  return (
    <div class="editor-bar">
      <a class="button quiet square" href={to('events')} aria-label={t('backToEvents')}>
        <Icon name="back" />
      </a>
      <span class="where">
        <b class="wordy" dir="auto">
          {title}
        </b>
        {stored && <StatusTag event={stored} />}
      </span>
      <ProgressLine is={store.progress.value.is} />
      <button class="plain" type="button" onClick={ways.onPreview} aria-label={t('preview')}>
        <Icon name="eye" />
        <span class="wordy">{t('preview')}</span>
      </button>
      <span class="split">
        <button
          type="submit"
          form="event"
          aria-keyshortcuts="Control+S"
          disabled={stored?.status === form.value.status && changed.value.length === 0}
        >
          {deedText(store)}
        </button>
        <button type="button" popovertarget="other-ways" aria-label={te('otherWays')}>
          <Icon name="down" />
        </button>
      </span>
      <Pop id="other-ways" class="menu" label={te('otherWays')}>
        {() => <OtherWays store={store} ways={ways} />}
      </Pop>
    </div>
  )
}

function OtherWays({ store, ways }: { readonly store: Store; readonly ways: Ways }) {
  const stored = store.record.value
  const { status } = store.form.value
  const isSeen = stored?.status === 'publish' || stored?.status === 'future'
  return (
    <ul>
      {!isSeen && (status === 'publish' || status === 'pending') && (
        <li>
          <Way
            icon="check"
            text={te(status === 'publish' ? 'publishAndAdd' : 'sendAndAdd')}
            onChoose={ways.onAddAnother}
          />
        </li>
      )}
      {!isSeen && (
        <li>
          <Way icon="edit" text={t('saveDraft')} onChoose={ways.onDraft} shortcut="Ctrl S" />
        </li>
      )}
      {stored && (
        <li>
          <a href={to('events/new', { like: stored.id })}>
            <Icon name="copy" />
            {t('duplicate')}
          </a>
        </li>
      )}
      {stored && mayReadHistory() && (
        <li>
          <a href={to(`history/events/${stored.id}`)}>
            <Icon name="clock" />
            {t('history')}
          </a>
        </li>
      )}
      {stored && mayDelete(stored) && (
        <li class="rule">
          <Way
            icon="trash"
            text={stored.series ? t('dateToTrash') : t('toTrash')}
            onChoose={ways.onTrash}
            isDanger
          />
        </li>
      )}
    </ul>
  )
}

function Way(props: {
  readonly icon: IconName
  readonly text: string
  readonly onChoose: () => void
  readonly shortcut?: string
  readonly isDanger?: boolean
}) {
  const { icon, text, onChoose, shortcut, isDanger = false } = props
  return (
    <button
      type="button"
      class={isDanger ? 'danger' : undefined}
      onClick={() => {
        closePop('other-ways')
        onChoose()
      }}
    >
      <Icon name={icon} />
      {text}
      {shortcut && <kbd aria-hidden="true">{shortcut}</kbd>}
    </button>
  )
}

/** What saving does, in words. */
function deedText({ form, record, schedule }: Store): string {
  const dates = schedule.value?.total
  const { status } = form.value
  const stored = record.value?.status
  if (status === stored && (status === 'publish' || status === 'future')) return t('update')
  switch (status) {
    case 'publish':
      if (stored === 'pending') return t('approve')
      return typeof dates === 'number' ? tn('publishDates', dates) : t('publish')
    case 'future':
      return t('schedule')
    case 'pending':
      return mayPublish() && stored === 'pending' ? t('save') : t('sendForApproval')
    default:
      return t('saveDraft')
  }
}
