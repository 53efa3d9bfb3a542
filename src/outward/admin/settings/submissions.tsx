import { Icon } from '../icons.tsx'
import { Lock, NumberOf } from './controls.tsx'
import { sendsMail } from './mail.tsx'
import type { SettingStore } from './store.ts'
import { t } from './texts.ts'

const senders = [
  ['off', 'nobody'],
  ['accounts', 'accounts'],
  ['everybody', 'everybody'],
] as const

/** Who may propose events. */
export function SubmissionsPart({ store }: { readonly store: SettingStore }) {
  const lock = store.lockOf('submissions')
  return (
    <section class="part" aria-labelledby="submissions">
      <h2 id="submissions">{t('submissions')}</h2>
      <fieldset disabled={lock !== undefined}>
        <legend>{t('whoMaySend')}</legend>
        {senders.map(([value, name]) => (
          <label key={value} class="check top">
            <input
              type="radio"
              name="submissions"
              checked={store.get('submissions') === value}
              onChange={() => store.set('submissions', value)}
            />
            <span>
              {t(name)}
              {value === 'everybody' && <span class="hint">{t('everybodyHint')}</span>}
              {value === 'everybody' && sendsMail.value === false && (
                <span class="hint bad" role="note">
                  <Icon name="warning" /> {t('everybodyNoMail')}
                </span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      {lock !== undefined && <Lock by={lock} />}
      {store.faultOf('submissions') && (
        <p class="fault" role="alert">
          {store.faultOf('submissions')}
        </p>
      )}
      {store.has('submissions_queue') && (
        <div class="pair">
          <NumberOf
            store={store}
            name="submissions_queue"
            label={t('queueLimit')}
            hint={t('queueHint')}
            min={1}
          />
        </div>
      )}
    </section>
  )
}
