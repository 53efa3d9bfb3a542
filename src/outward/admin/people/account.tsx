import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { areKeysOn, setKeys } from '../keys.ts'
import { languageName, languages } from '../languages.ts'
import { Contents, Failed, Field } from '../parts.tsx'
import { home } from '../place.ts'
import { me } from '../session.ts'
import { settle } from '../settle.ts'
import { t as frame } from '../texts.ts'
import { useTitle } from '../title.ts'
import { say } from '../toasts.tsx'
import { changePerson, type Person, readOwn } from './asks.ts'
import { faultsOf } from './dialogs.tsx'
import { Passkeys } from './passkeys.tsx'
import { Programs } from './programs.tsx'
import { Sessions } from './sessions.tsx'
import { t } from './texts.ts'

/** One’s own account: name, password, keys, where one is signed in, and what acts in one’s name. */
export function Account() {
  const own = useSignal<Person | undefined>(undefined)
  const fault = useSignal('')
  const reads = useSignal(0)
  useTitle(t('account'))
  useEffect(() => {
    void settle(
      readOwn<Person>(''),
      (found) => {
        own.value = found
        fault.value = ''
      },
      (error) => {
        fault.value = faultText(error)
      },
    )
  }, [reads.value])
  const person = own.value
  const [role] = person?.roles ?? []
  return (
    <>
      <div class="head">
        <div>
          <h1>{t('account')}</h1>
          {person && (
            <p dir="auto">
              {person.name}
              {role && `, ${frame(role)}`}
            </p>
          )}
        </div>
        <form class="acts" method="post" action={`${home}/signout`}>
          <button class="plain">{t('signOut')}</button>
        </form>
      </div>
      {fault.value !== '' && (
        <Failed
          fault={fault.value}
          onAgain={() => {
            reads.value += 1
          }}
        />
      )}
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
            <You
              person={person}
              onSaved={(saved) => {
                own.value = saved
              }}
            />
            <Password person={person} />
            <Passkeys />
            <Sessions />
            <Programs />
          </div>
        </div>
      )}
    </>
  )
}

function You({ person, onSaved }: { readonly person: Person; readonly onSaved: (saved: Person) => void }) {
  const name = useSignal(person.name)
  const email = useSignal(person.email)
  const language = useSignal(person.locale)
  const faults = useSignal<Readonly<Record<string, string>>>({})
  const tags = new Set<string>(languages)
  // One that was chosen elsewhere, such as de-AT, stays to be chosen.
  if (person.locale !== '') tags.add(person.locale)
  const save = () =>
    void settle(
      changePerson('me', { name: name.value.trim(), email: email.value.trim(), locale: language.value }),
      (saved) => {
        faults.value = {}
        if (me.value) me.value = { ...me.value, name: saved.name }
        email.value = saved.email
        onSaved(saved)
        // The words of this page are in the language that it was opened in.
        if (saved.locale !== person.locale) window.location.reload()
        say(saved.pending_email ? t('pendingEmail', { email: saved.pending_email }) : t('saved'))
      },
      (error) => {
        faults.value = faultsOf(error)
      },
    )
  return (
    <form
      class="part"
      aria-labelledby="you"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <h2 id="you">{t('aboutYou')}</h2>
      {faults.value[''] && (
        <p class="fault" role="alert">
          {faults.value['']}
        </p>
      )}
      <div class="pair">
        <Field label={t('name')} fault={faults.value['name']}>
          {(tied) => (
            <input
              {...tied}
              required
              autocomplete="name"
              dir="auto"
              value={name.value}
              onInput={({ currentTarget }) => {
                name.value = currentTarget.value
              }}
            />
          )}
        </Field>
        <Field
          label={t('email')}
          hint={person.pending_email && t('pendingEmail', { email: person.pending_email })}
          fault={faults.value['email']}
        >
          {(tied) => (
            <input
              {...tied}
              type="email"
              required
              autocomplete="email"
              dir="ltr"
              value={email.value}
              onInput={({ currentTarget }) => {
                email.value = currentTarget.value
              }}
            />
          )}
        </Field>
        <Field label={t('language')} hint={t('languageHint')} fault={faults.value['locale']}>
          {(tied) => (
            <select
              {...tied}
              value={language.value}
              onChange={({ currentTarget }) => {
                language.value = currentTarget.value
              }}
            >
              <option value="">{t('languageSite')}</option>
              {[...tags].map((tag) => (
                <option key={tag} value={tag} lang={tag}>
                  {languageName(tag)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
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
    </form>
  )
}

function Password({ person }: { readonly person: Person }) {
  const current = useSignal('')
  const wanted = useSignal('')
  const faults = useSignal<Readonly<Record<string, string>>>({})
  const save = () =>
    void settle(
      changePerson('me', {
        password: wanted.value,
        ...(current.value === '' ? {} : { current_password: current.value }),
      }),
      () => {
        current.value = ''
        wanted.value = ''
        faults.value = {}
        say(t('passwordChanged'))
      },
      (error) => {
        faults.value = faultsOf(error)
      },
    )
  return (
    <form
      class="part"
      aria-labelledby="password"

      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <h2 id="password">{t('password')}</h2>
      {/* Programs that keep passwords look for whose it is. */}
      <input type="text" hidden autocomplete="username" value={person.username} readOnly />
      {faults.value[''] && (
        <p class="fault" role="alert">
          {faults.value['']}
        </p>
      )}
      <div class="pair">
        <Field label={t('currentPassword')} fault={faults.value['current_password']}>
          {(tied) => (
            <input
              {...tied}
              type="password"
              autocomplete="current-password"
              value={current.value}
              onInput={({ currentTarget }) => {
                current.value = currentTarget.value
              }}
            />
          )}
        </Field>
        <Field label={t('newPassword')} hint={t('newPasswordHint')} fault={faults.value['password']}>
          {(tied) => (
            <input
              {...tied}
              type="password"
              required
              minLength={12}
              autocomplete="new-password"
              value={wanted.value}
              onInput={({ currentTarget }) => {
                wanted.value = currentTarget.value
              }}
            />
          )}
        </Field>
      </div>
      <div class="line">
        <button class="plain">{t('changePassword')}</button>
        <span class="hint">{t('signsOutElsewhere')}</span>
      </div>
    </form>
  )
}
