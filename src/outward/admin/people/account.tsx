import { FormPart } from '../kit/formPart.tsx'
import { useRead } from '../kit/read.ts'
import { Screen } from '../kit/screen.tsx'
import { areKeysOn, setKeys } from '../keys.ts'
import { languageName, languages } from '../languages.ts'
import { Contents } from '../parts.tsx'
import { home } from '../place.ts'
import { me } from '../session.ts'
import { t as frame } from '../texts.ts'
import { say } from '../toasts.tsx'
import { changePerson, type Person, readOwn } from './asks.ts'
import { currentPassword, faultsOf } from './dialogs.tsx'
import { Passkeys } from './passkeys.tsx'
import { Programs } from './programs.tsx'
import { Sessions } from './sessions.tsx'
import { t } from './texts.ts'

/** One’s own account: name, password, keys, where one is signed in, and what acts in one’s name. */
export function Account() {
  const read = useRead(() => readOwn<Person>(''))
  const person = read.value
  const [role] = person?.roles ?? []
  return (
    <Screen
      title={t('account')}
      says={person && <span dir="auto">{[person.name, ...(role ? [frame(role)] : [])].join(', ')}</span>}
      acts={<SignOut />}
      read={read}
    >
      {person && (
        <div class="settings">
          <Contents
            label={t('onThisPage')}
            parts={[
              ['you', t('aboutYou')],
              ['password', t('password')],
              ['passkeys', t('passkeys')],
              ['sessions', t('whereSignedIn')],
              ['programs', t('programsShort')],
            ]}
          />
          <div>
            <You person={person} onSaved={read.take} />
            <Password person={person} />
            <Passkeys />
            <Sessions />
            <Programs />
          </div>
        </div>
      )}
    </Screen>
  )
}

function SignOut() {
  return (
    <form method="post" action={`${home}/signout`}>
      <button class="plain">{t('signOut')}</button>
    </form>
  )
}

function You({ person, onSaved }: { readonly person: Person; readonly onSaved: (saved: Person) => void }) {
  const { name, email, locale, pending_email: pending } = person
  return (
    <FormPart
      class="part"
      heading={['you', t('aboutYou')]}
      start={{ name, email, locale }}
      fields={{
        name: { label: t('name'), input: { required: true, autocomplete: 'name' } },
        email: {
          label: t('email'),
          hint: pending && t('pendingEmail', { email: pending }),
          isBeside: true,
          input: { type: 'email', required: true, autocomplete: 'email', dir: 'ltr' },
        },
        locale: {
          label: t('language'),
          hint: t('languageHint'),
          isBeside: true,
          options: [
            ['', t('languageSite')],
            ...tagsWith(locale).map((tag) => [tag, languageName(tag), tag] as const),
          ],
        },
      }}
      save={(entered) =>
        changePerson('me', { ...entered, name: entered.name.trim(), email: entered.email.trim() })
      }
      faultsOf={faultsOf}
      onDone={(saved, enter) => {
        if (me.value) me.value = { ...me.value, name: saved.name }
        enter({ email: saved.email })
        onSaved(saved)
        // The words of this page are in the language that it was opened in.
        if (saved.locale !== locale) window.location.reload()
        say(saved.pending_email ? t('pendingEmail', { email: saved.pending_email }) : t('saved'))
      }}
      foot={
        <>
          <div class="acts">
            <button class="plain">{t('save')}</button>
          </div>
          <label class="check keys">
            <input
              type="checkbox"
              defaultChecked={areKeysOn()}
              onChange={({ currentTarget: { checked } }) => setKeys(checked)}
            />
            <span>{t('keys')}</span>
          </label>
        </>
      }
    />
  )
}

/** The languages that may be chosen; one that was chosen elsewhere, such as de-AT, stays to be chosen. */
function tagsWith(locale: string): readonly string[] {
  return [...new Set<string>([...languages, ...(locale === '' ? [] : [locale])])]
}

function Password({ person }: { readonly person: Person }) {
  return (
    <FormPart
      class="part"
      heading={['password', t('password')]}
      // Programs that keep passwords look for whose it is.
      intro={<input type="text" hidden autocomplete="username" value={person.username} readOnly />}
      start={{ current_password: '', password: '' }}
      fields={{
        current_password: currentPassword(),
        password: {
          label: t('newPassword'),
          hint: t('newPasswordHint'),
          isBeside: true,
          input: {
            type: 'password',
            required: true,
            minLength: 12,
            autocomplete: 'new-password',
            dir: undefined,
          },
        },
      }}
      save={({ password, current_password }) =>
        changePerson('me', { password, ...(current_password === '' ? {} : { current_password }) })
      }
      faultsOf={faultsOf}
      onDone={(_saved, enter) => {
        enter({ current_password: '', password: '' })
        say(t('passwordChanged'))
      }}
      foot={
        <div class="line">
          <button class="plain">{t('changePassword')}</button>
          <span class="hint">{t('signsOutElsewhere')}</span>
        </div>
      }
    />
  )
}
