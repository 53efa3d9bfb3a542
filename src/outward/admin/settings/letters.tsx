import { Icon } from '../icons.tsx'
import { Lines, NumberOf } from './controls.tsx'
import { sendsMail } from './mail.tsx'
import { Radios } from './radios.tsx'
import type { SettingStore } from './store.ts'
import { t } from './texts.ts'

const offered = [
  ['off', 'lettersNo'],
  ['on', 'lettersYes'],
] as const

/** Whether visitors are told by mail, and how. */
export function LettersPart({ store }: { readonly store: SettingStore }) {
  return (
    <section class="part" aria-labelledby="letters">
      <h2 id="letters">{t('letters')}</h2>
      <Radios store={store} name="letters" label={t('lettersOffered')} options={offered}>
        {(value) => value === 'on' && <OfferedHints />}
      </Radios>
      <Lines
        store={store}
        name="letters_imprint"
        label={t('lettersImprint')}
        hint={t('lettersImprintHint')}
        rows={3}
      />
      <div class="pair">
        <NumberOf store={store} name="letters_per_minute" label={t('lettersPace')} min={1} />
        <NumberOf store={store} name="letters_settle" label={t('lettersSettle')} min={0} />
      </div>
    </section>
  )
}

function OfferedHints() {
  return (
    <>
      <span class="hint">{t('lettersHint')}</span>
      {sendsMail.value === false && (
        <span class="hint bad" role="note">
          <Icon name="warning" /> {t('lettersNoMail')}
        </span>
      )}
    </>
  )
}
