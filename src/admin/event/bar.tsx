import { wallNow, timeText } from '../dates.ts'
import { titleOf } from '../events/row.tsx'
import { type IconName, Icon } from '../icons.tsx'
import { to } from '../route.ts'
import { mayPublish } from '../session.ts'
import { plain, t } from '../texts.ts'
import type { Store } from './store.ts'

/** The bar of the editor: where the work is, and what is to be done with it. */
export function Bar({ store, onPreview }: { readonly store: Store; readonly onPreview: () => void }) {
  const { form, record, changed } = store
  const stored = record.value
  const title = plain(form.value.title) || (stored ? titleOf(stored) : t('newEvent'))
  return (
    <div class="editor-bar">
      <a class="button quiet square" href={to('events')} aria-label={t('backToEvents')}>
        <Icon name="back" />
      </a>
      <span class="where">
        <b dir="auto">{title}</b>
      </span>
      <Saved store={store} />
      {stored && (
        <a class="button quiet square" href={to(`history/events/${stored.id}`)} aria-label={t('history')}>
          <Icon name="clock" />
        </a>
      )}
      {stored && (
        <button class="plain" type="button" onClick={onPreview} aria-label={t('preview')}>
          <Icon name="eye" />
          <span class="wordy">{t('preview')}</span>
        </button>
      )}
      <button
        type="submit"
        form="event"
        aria-keyshortcuts="Control+S"
        disabled={stored?.status === form.value.status && changed.value.length === 0}
      >
        {deedText(store)}
      </button>
    </div>
  )
}

/** What saving does, in words. */
function deedText({ form, record }: Store): string {
  const { status } = form.value
  const stored = record.value?.status
  if (status === stored && (status === 'publish' || status === 'future')) return t('update')
  switch (status) {
    case 'publish':
      return stored === 'pending' ? t('approve') : t('publish')
    case 'future':
      return t('schedule')
    case 'pending':
      return mayPublish() && stored === 'pending' ? t('save') : t('sendForApproval')
    default:
      return t('saveDraft')
  }
}

function Saved({ store }: { readonly store: Store }) {
  const progress = store.progress.value
  const shown: Readonly<Record<string, readonly [IconName, string]>> = {
    saving: ['clock', t('saving')],
    saved: ['check', t('savedAt', { time: timeText(wallNow()) })],
    kept: ['check', t('keptHere')],
    failed: ['warning', t('notSaved')],
  }
  const [icon, text] = shown[progress.is] ?? []
  return (
    <span class={progress.is === 'failed' ? 'saved bad' : 'saved'} role="status">
      {icon && <Icon name={icon} />}
      <span>{text}</span>
    </span>
  )
}
