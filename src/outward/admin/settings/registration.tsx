import { NumberOf, Text } from './controls.tsx'
import type { SettingStore } from './store.ts'
import { t } from './texts.ts'

/** How it goes on with who registers for events. */
export function RegistrationPart({ store }: { readonly store: SettingStore }) {
  return (
    <section class="part" aria-labelledby="registration">
      <h2 id="registration">{t('registration')}</h2>
      <div class="pair">
        <NumberOf
          store={store}
          name="registration_confirm_minutes"
          label={t('confirmMinutes')}
          hint={t('confirmMinutesHint')}
          min={0}
        />
        <NumberOf
          store={store}
          name="guests_days"
          label={t('guestsDays')}
          hint={t('guestsDaysHint')}
          min={1}
        />
      </div>
      <Text
        store={store}
        name="registration_privacy_url"
        label={t('privacyPage')}
        hint={t('privacyPageHint')}
        isAddress
      />
    </section>
  )
}
