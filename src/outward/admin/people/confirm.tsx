import { useSignal } from '@preact/signals'
import { Answers, Dialog } from '../dialog.tsx'
import { Field } from '../parts.tsx'
import { me, signInUrl } from '../session.ts'
import { settle } from '../settle.ts'
import { t as frame } from '../texts.ts'
import { makeOwn } from './asks.ts'
import { faultsOf } from './dialogs.tsx'
import { t } from './texts.ts'

/** Asks whoever signed in a while ago to prove again who they are, by their password, or by signing in again in another tab. */
export function Confirm({ onDone }: { readonly onDone: (isDone: boolean) => void }) {
  const password = useSignal('')
  const faults = useSignal<Readonly<Record<string, string>>>({})
  const hasPassword = me.value?.signs_in_with?.includes('password') ?? true
  const confirm = () =>
    void settle(
      makeOwn('confirmation', { password: password.value }),
      () => onDone(true),
      (error) => {
        faults.value = faultsOf(error)
      },
    )
  const answer = (given: string) => {
    if (given !== 'yes') onDone(false)
    else if (hasPassword && password.value !== '') confirm()
    // They have signed in in the other tab, or are asked again.
    else onDone(true)
  }
  return (
    <Dialog
      title={t('confirmTitle')}
      onClose={() => onDone(false)}
      onAnswer={answer}
      foot={<Answers no={t('notNow')} yes={hasPassword ? t('confirm') : frame('haveSignedIn')} />}
    >
      <p>{t('confirmHint')}</p>
      {faults.value[''] && (
        <p class="fault" role="alert">
          {faults.value['']}
        </p>
      )}
      {hasPassword && (
        <Field label={t('currentPassword')} fault={faults.value['password']}>
          {(tied) => (
            <input
              {...tied}
              type="password"
              autofocus
              autocomplete="current-password"
              value={password.value}
              onInput={({ currentTarget }) => {
                password.value = currentTarget.value
              }}
            />
          )}
        </Field>
      )}
      <p>
        <a href={`${signInUrl()}&again=1`} target="_blank">
          {t('confirmOther')}
        </a>
      </p>
    </Dialog>
  )
}
