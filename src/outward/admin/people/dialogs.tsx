import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Answers, Dialog } from '../dialog.tsx'
import { faultText, fieldFaults } from '../faults.ts'
import { dayOf } from '../moments.ts'
import { Copied, Field } from '../parts.tsx'
import { me } from '../session.ts'
import { settle } from '../settle.ts'
import { t as frame } from '../texts.ts'
import {
  changePerson,
  invite,
  type OfferedLink,
  type Person,
  readPeople,
  removePerson,
  type RoleName,
} from './asks.ts'
import { t } from './texts.ts'

/** Which field the refusals are about that name none. */
const fieldOf: Readonly<Record<string, string>> = {
  existing_user_login: 'username',
  existing_user_email: 'email',
  rest_user_invalid_email: 'email',
}

/** What is wrong with each field of an account. */
export function faultsOf(error: unknown): Readonly<Record<string, string>> {
  return fieldFaults(error, fieldOf)
}

/** The roles that people are invited to, from the one that may least, and what each does. */
const invited = ['contributor', 'author', 'editor', 'administrator'] as const
const does = {
  contributor: 'contributorDoes',
  author: 'authorDoes',
  editor: 'editorDoes',
  administrator: 'administratorDoes',
} as const

/** Asks whom to invite. */
export function Invite(props: {
  readonly onClose: () => void
  readonly onDone: (person: Awaited<ReturnType<typeof invite>>) => void
}) {
  const { onClose, onDone } = props
  const email = useSignal('')
  const name = useSignal('')
  const login = useSignal<string | undefined>(undefined)
  const role = useSignal<RoleName>('contributor')
  const faults = useSignal<Readonly<Record<string, string>>>({})
  const username = login.value ?? loginFor(email.value)
  const send = () =>
    void settle(
      invite({
        username,
        email: email.value.trim(),
        roles: [role.value],
        ...(name.value.trim() === '' ? {} : { name: name.value.trim() }),
      }),
      onDone,
      (error) => {
        faults.value = faultsOf(error)
      },
    )
  return (
    <Dialog
      title={t('inviteTitle')}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'yes' ? send() : onClose())}
      foot={
        <Answers
          no={t('notNow')}
          yes={email.value.trim() === '' ? t('invite') : t('inviteThem', { email: email.value.trim() })}
        />
      }
    >
      <p>{t('inviteHint')}</p>
      {faults.value[''] && (
        <p class="fault" role="alert">
          {faults.value['']}
        </p>
      )}
      <Field label={t('email')} fault={faults.value['email']}>
        {(tied) => (
          <input
            {...tied}
            type="email"
            required
            autofocus
            autocomplete="off"
            dir="ltr"
            value={email.value}
            onInput={({ currentTarget }) => {
              email.value = currentTarget.value
            }}
          />
        )}
      </Field>
      <div class="pair">
        <Field
          label={
            <>
              {t('name')} <span class="dim">{frame('optional')}</span>
            </>
          }
          fault={faults.value['name']}
        >
          {(tied) => (
            <input
              {...tied}
              autocomplete="off"
              dir="auto"
              value={name.value}
              onInput={({ currentTarget }) => {
                name.value = currentTarget.value
              }}
            />
          )}
        </Field>
        <Field label={t('login')} hint={t('loginHint')} fault={faults.value['username']}>
          {(tied) => (
            <input
              {...tied}
              required
              autocomplete="off"
              dir="ltr"
              value={username}
              onInput={({ currentTarget }) => {
                login.value = currentTarget.value
              }}
            />
          )}
        </Field>
      </div>
      <fieldset>
        <legend>{t('whatMay')}</legend>
        {invited.map((one) => (
          <label key={one} class="check">
            <input
              type="radio"
              name="role"
              checked={role.value === one}
              onChange={() => {
                role.value = one
              }}
            />
            <span>
              {frame(one)}
              <span class="hint">{t(does[one])}</span>
            </span>
          </label>
        ))}
        {faults.value['roles'] && <p class="fault">{faults.value['roles']}</p>}
      </fieldset>
    </Dialog>
  )
}

/** A login out of an address, as far as that goes. */
function loginFor(email: string): string {
  return (email.trim().split('@')[0] ?? '').normalize('NFC').replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
}

/** Shows a link that was not mailed, this once. */
export function LinkFor(props: {
  readonly name: string
  readonly link: OfferedLink
  readonly onClose: () => void
}) {
  const { name, link, onClose } = props
  return (
    <Dialog
      title={t('linkTitle', { name })}
      onClose={onClose}
      onAnswer={onClose}
      foot={<button value="done">{t('done')}</button>}
    >
      <p>{t('linkHint', { date: dayOf(link.expires) })}</p>
      <Copied label={t('theLink')} value={link.url ?? ''} />
    </Dialog>
  )
}

/** Asks for the name and the address of somebody. */
export function EditPerson(props: {
  readonly person: Person
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { person, onClose, onDone } = props
  const name = useSignal(person.name)
  const email = useSignal(person.email)
  const faults = useSignal<Readonly<Record<string, string>>>({})
  const save = () =>
    void settle(
      changePerson(person.id, { name: name.value.trim(), email: email.value.trim() }),
      onDone,
      (error) => {
        faults.value = faultsOf(error)
      },
    )
  return (
    <Dialog
      title={t('editTitle', { name: person.name })}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'yes' ? save() : onClose())}
      foot={<Answers no={t('notNow')} yes={t('save')} />}
    >
      {faults.value[''] && (
        <p class="fault" role="alert">
          {faults.value['']}
        </p>
      )}
      <Field label={t('name')} fault={faults.value['name']}>
        {(tied) => (
          <input
            {...tied}
            required
            autofocus
            dir="auto"
            value={name.value}
            onInput={({ currentTarget }) => {
              name.value = currentTarget.value
            }}
          />
        )}
      </Field>
      <Field label={t('email')} fault={faults.value['email']}>
        {(tied) => (
          <input
            {...tied}
            type="email"
            required
            dir="ltr"
            value={email.value}
            onInput={({ currentTarget }) => {
              email.value = currentTarget.value
            }}
          />
        )}
      </Field>
    </Dialog>
  )
}

/** Asks whether somebody is to go, and who gets what they wrote. */
export function RemovePerson(props: {
  readonly person: Person
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { person, onClose, onDone } = props
  const heir = useSignal(me.value?.id ?? 0)
  // Everybody, however the list behind is narrowed; oneself until they are read.
  const all = useSignal<readonly Pick<Person, 'id' | 'name'>[]>(me.value ? [me.value] : [])
  const fault = useSignal('')
  useEffect(() => {
    const reading = new AbortController()
    void settle(
      readPeople('', reading.signal),
      (found) => {
        all.value = found.filter(({ id, invitation }) => id !== person.id && !invitation)
      },
      (error) => {
        if (!reading.signal.aborted) fault.value = faultText(error)
      },
    )
    return () => reading.abort()
  }, [person.id])
  const remove = () =>
    void settle(removePerson(person, heir.value), onDone, (error) => {
      fault.value = faultText(error)
    })
  return (
    <Dialog
      title={t('removeTitle', { name: person.name })}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'yes' ? remove() : onClose())}
      foot={<Answers no={t('keepThem')} yes={t('removeIt')} isDanger />}
    >
      <p>{t('removeHint')}</p>
      <Field label={t('heir')} fault={fault.value}>
        {(tied) => (
          <select
            {...tied}
            value={String(heir.value)}
            onChange={({ currentTarget }) => {
              heir.value = Number(currentTarget.value)
            }}
          >
            {all.value.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {id === me.value?.id ? `${name} ${t('you')}` : name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Dialog>
  )
}
