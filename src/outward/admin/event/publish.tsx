import { reasonField } from '../../../fields/happening.ts'
import { addDays, wallNow } from '../dates.ts'
import { StatusTag } from '../common/stateTags.tsx'
import type { Happening, Status } from '../records.ts'
import { mayPublish } from '../session.ts'
import { t } from '../texts.ts'
import { NoteField, NoteRead } from './note.tsx'
import { Fault, faultOf, faulty, Part } from './parts.tsx'
import type { Store } from './store.ts'
import { t as te, tn } from './texts.ts'

/** When the event becomes public. */
export function Publish({ store }: { readonly store: Store }) {
  const { status, publishAt } = store.form.value
  const stored = store.record.value
  const fault = faultOf(store, 'date')
  const dates = store.schedule.value?.total
  if (!mayPublish()) return <Sending store={store} />
  const choice = (value: Status, text: string) => (
    <label class="check">
      <input
        type="radio"
        name="publish"
        checked={status === value}
        onChange={() =>
          store.set({
            status: value,
            // Tomorrow morning, to begin with.
            ...(value === 'future' && publishAt === ''
              ? { publishAt: `${addDays(wallNow().slice(0, 10), 1)}T09:00` }
              : {}),
          })
        }
      />
      <span>{text}</span>
    </label>
  )
  return (
    <section class="part" aria-labelledby="p-publish" id="e-publish">
      <div class="part-head">
        <h2 id="p-publish">{t('publishing')}</h2>
        {stored && <StatusTag event={stored} />}
      </div>
      <NoteRead store={store} />
      <fieldset>
        <legend class="hidden">{t('publishWhen')}</legend>
        {choice('publish', stored?.status === 'publish' ? t('isPublic') : t('publishNow'))}
        {stored?.status !== 'publish' && choice('future', t('publishLater'))}
        {status === 'future' && (
          <div class="field">
            <label for="e-publish-at" class="hidden">
              {t('publicSince')}
            </label>
            <input
              id="e-publish-at"
              type="datetime-local"
              value={publishAt}
              {...faulty('e-publish-at', fault)}
              onInput={({ currentTarget: { value } }) => store.set({ publishAt: value })}
            />
            <Fault id="e-publish-at" says={fault} />
          </div>
        )}
        {choice('pending', t('forApproval'))}
        {choice('draft', t('keepDraft'))}
        {status === 'private' && choice('private', t('private'))}
      </fieldset>
      {status === 'publish' && stored?.status !== 'publish' && typeof dates === 'number' && (
        <p class="hint">{tn('becomePublic', dates)}</p>
      )}
      <Fault id="e-publish" says={faultOf(store, 'status')} />
      <label class="check">
        <input
          type="checkbox"
          checked={store.form.value.isFeatured}
          onChange={({ currentTarget: { checked } }) => store.set({ isFeatured: checked })}
        />
        <span>{t('featureIt')}</span>
      </label>
    </section>
  )
}

/** What becomes of the event of somebody who may not publish. */
function Sending({ store }: { readonly store: Store }) {
  const stored = store.record.value
  return (
    <section class="part" aria-labelledby="p-publish" id="e-publish">
      <div class="part-head">
        <h2 id="p-publish">{t('sendForApproval')}</h2>
        {stored && <StatusTag event={stored} />}
      </div>
      <p>{te('editorLooks')}</p>
      <NoteField store={store} />
      <Fault id="e-publish" says={faultOf(store, 'status')} />
    </section>
  )
}

/** The reason for a change has so many characters at most. */
const reasonLimit = 500

/** Whether the event takes place. */
export function TakesPlace({ store }: { readonly store: Store }) {
  const { happening, reason } = store.form.value
  const [fault, faultOfReason] = [faultOf(store, 'event_status'), faultOf(store, reasonField)]
  const options: readonly (readonly [Happening, string])[] = [
    ['scheduled', t('asPlanned')],
    ['canceled', t('canceled')],
    ['postponed', t('postponedLong')],
    ['rescheduled', t('onAnotherDay')],
    ['moved_online', t('movedOnline')],
  ]
  return (
    <Part id="p-happening" title={t('takesPlace')}>
      <select
        id="e-happening"
        aria-labelledby="p-happening"
        value={happening}
        {...faulty('e-happening', fault)}
        onChange={({ currentTarget: { value } }) =>
          store.set({ happening: options.find(([option]) => option === value)?.[0] ?? 'scheduled' })
        }
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      <Fault id="e-happening" says={fault} />
      {happening !== 'scheduled' && (
        <div class="field">
          <label for="e-reason">
            {t('cancelReason')} <span class="dim">{t('optional')}</span>
          </label>
          <textarea
            id="e-reason"
            rows={2}
            dir="auto"
            maxLength={reasonLimit}
            value={reason}
            {...faulty('e-reason', faultOfReason)}
            onInput={({ currentTarget: { value } }) => store.set({ reason: value })}
          />
          <Fault id="e-reason" says={faultOfReason} />
        </div>
      )}
      <p class="hint">{t('takesPlaceHint')}</p>
    </Part>
  )
}
