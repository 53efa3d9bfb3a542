import { useSignal } from '@preact/signals'
import { Answers, Dialog } from './dialog.tsx'
import { faultText } from './faults.ts'
import { Field } from './parts.tsx'
import { isSignedOut, me, readMe, signInAgain, signInUrl } from './session.ts'
import { settle } from './settle.ts'
import { t } from './texts.ts'

/** Where whoever is signed out meanwhile signs in again, and goes on where they were: nothing that was typed is lost. */
export function SignedOut() {
  const password = useSignal('')
  const fault = useSignal('')
  const { username, name = '', signs_in_with: ways = [] } = me.value ?? {}
  const login = ways.includes('password') ? username : undefined
  const enter = async () => {
    if (login !== undefined && password.value !== '') {
      const wrong = await signInAgain(login, password.value)
      if (wrong !== undefined) {
        fault.value = wrong === 'wait' ? t('waitSignIn') : t('wrongPassword')
        return
      }
    }
    await readMe()
  }
  const answer = (given: string) => {
    if (given !== 'yes') {
      later()
      return
    }
    void settle(
      enter(),
      () => {},
      (error) => {
        fault.value = faultText(error)
      },
    )
  }
  return (
    <Dialog
      title={t('signedOutTitle')}
      onClose={later}
      onAnswer={answer}
      foot={<Answers no={t('later')} yes={login === undefined ? t('haveSignedIn') : t('signIn')} />}
    >
      <p>{t('signedOutHint')}</p>
      {login === undefined ? (
        fault.value !== '' && (
          <p class="fault" role="alert">
            {fault.value}
          </p>
        )
      ) : (
        <Field label={t('passwordOf', { name })} fault={fault.value}>
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
        <a href={signInUrl()} target="_blank">
          {t('signInElsewhere')}
        </a>
      </p>
    </Dialog>
  )
}

function later(): void {
  isSignedOut.value = false
}
