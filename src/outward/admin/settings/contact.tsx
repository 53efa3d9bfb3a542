import { Lines, Text } from './controls.tsx'
import { Radios } from './radios.tsx'
import type { SettingStore } from './store.ts'
import { t } from './texts.ts'

const statuses = [
  ['full', 'statusFull'],
  ['partial', 'statusPartial'],
  ['none', 'statusNone'],
] as const

const hints = { full: 'statusFullHint', partial: 'statusPartialHint', none: 'statusNoneHint' } as const

const addresses = [
  ['security_contact', 'securityContact', 'securityContactHint'],
  ['accessibility_contact', 'accessContact', 'accessContactHint'],
  ['accessibility_enforcement', 'accessEnforcement', 'accessEnforcementHint'],
] as const

/** Whom people write to of holes and of barriers, and what the accessibility statement says. */
export function ContactPart({ store }: { readonly store: SettingStore }) {
  return (
    <section class="part" aria-labelledby="contact">
      <h2 id="contact">{t('contact')}</h2>
      {addresses.map(([name, label, hint]) => (
        <Text key={name} store={store} name={name} label={t(label)} hint={t(hint)} isAddress />
      ))}
      <Radios store={store} name="accessibility_status" label={t('accessStatus')} options={statuses}>
        {(value) => <span class="hint">{t(hints[value])}</span>}
      </Radios>
      <Lines
        store={store}
        name="accessibility_exceptions"
        label={t('accessExceptions')}
        hint={t('accessExceptionsHint')}
        rows={4}
      />
    </section>
  )
}
