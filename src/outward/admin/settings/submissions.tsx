import { Icon } from '../icons.tsx'
import { NumberOf } from './controls.tsx'
import { Radios } from './radios.tsx'
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
  return (
    <section class="part" aria-labelledby="submissions">
      <h2 id="submissions">{t('submissions')}</h2>
      <Radios store={store} name="submissions" label={t('whoMaySend')} options={senders}>
        {(value) => value === 'everybody' && <EverybodyHints />}
      </Radios>
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

function EverybodyHints() {
  return (
    <>
      <span class="hint">{t('everybodyHint')}</span>
      {sendsMail.value === false && (
        <span class="hint bad" role="note">
          <Icon name="warning" /> {t('everybodyNoMail')}
        </span>
      )}
    </>
  )
}
