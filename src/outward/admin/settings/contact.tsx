import { Lines, Lock, Text } from './controls.tsx'
import type { SettingStore } from './store.ts'
import { t } from './texts.ts'

const statuses = [
  ['full', 'statusFull', 'statusFullHint'],
  ['partial', 'statusPartial', 'statusPartialHint'],
  ['none', 'statusNone', 'statusNoneHint'],
] as const

/** Whom people write to of holes and of barriers, and what the accessibility statement says. */
export function ContactPart({ store }: { readonly store: SettingStore }) {
  return (
    <section class="part" aria-labelledby="contact">
      <h2 id="contact">{t('contact')}</h2>
      <Text
        store={store}
        name="security_contact"
        label={t('securityContact')}
        hint={t('securityContactHint')}
        isAddress
      />
      <Text
        store={store}
        name="accessibility_contact"
        label={t('accessContact')}
        hint={t('accessContactHint')}
        isAddress
      />
      <Text
        store={store}
        name="accessibility_enforcement"
        label={t('accessEnforcement')}
        hint={t('accessEnforcementHint')}
        isAddress
      />
      <Status store={store} />
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

function Status({ store }: { readonly store: SettingStore }) {
  const lock = store.lockOf('accessibility_status')
  return (
    <>
      <fieldset disabled={lock !== undefined}>
        <legend>{t('accessStatus')}</legend>
        {statuses.map(([value, name, hint]) => (
          <label key={value} class="check top">
            <input
              type="radio"
              name="accessibility_status"
              checked={store.get('accessibility_status') === value}
              onChange={() => store.set('accessibility_status', value)}
            />
            <span>
              {t(name)}
              <span class="hint">{t(hint)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {lock !== undefined && <Lock by={lock} />}
    </>
  )
}
