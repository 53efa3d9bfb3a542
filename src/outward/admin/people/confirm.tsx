import { FormDialog } from '../kit/form.tsx'
import { me, signInUrl } from '../session.ts'
import { t as frame } from '../texts.ts'
import { makeOwn } from './asks.ts'
import { currentPassword, faultsOf } from './dialogs.tsx'
import { t } from './texts.ts'

/** Asks whoever signed in a while ago to prove again who they are, by their password, or by signing in again in another tab. */
export function Confirm({ onDone }: { readonly onDone: (isDone: boolean) => void }) {
  const hasPassword = me.value?.signs_in_with?.includes('password') ?? true
  return (
    <FormDialog
      title={t('confirmTitle')}
      intro={<p>{t('confirmHint')}</p>}
      no={t('notNow')}
      yes={hasPassword ? t('confirm') : frame('haveSignedIn')}
      start={{ password: '' }}
      fields={hasPassword ? { password: currentPassword({ autofocus: true }) } : {}}
      save={async ({ password }) => {
        // Without one they have signed in in the other tab, or are asked again.
        if (hasPassword && password !== '') await makeOwn('confirmation', { password })
        return true
      }}
      faultsOf={faultsOf}
      outro={
        <p>
          <a href={`${signInUrl()}&again=1`} target="_blank">
            {t('confirmOther')}
          </a>
        </p>
      }
      onClose={() => onDone(false)}
      onDone={() => onDone(true)}
    />
  )
}
