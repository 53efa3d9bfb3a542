import type { FieldOf } from '../kit/field.tsx'
import { Dialog } from '../dialog.tsx'
import { faultText, fieldFaults } from '../faults.ts'
import { FormDialog } from '../kit/form.tsx'
import { useRead } from '../kit/read.ts'
import { dayOf } from '../moments.ts'
import { Copied, type Tied } from '../parts.tsx'
import { me } from '../session.ts'
import { t as frame } from '../texts.ts'
import {
  changePerson,
  invite,
  type Invited,
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

const nobody: Invitation = { email: '', name: '', username: '', roles: 'contributor' }

/** Asks whom to invite. */
export function Invite(props: { readonly onClose: () => void; readonly onDone: (person: Invited) => void }) {
  return (
    <FormDialog
      title={t('inviteTitle')}
      intro={<p>{t('inviteHint')}</p>}
      no={t('notNow')}
      yes={({ email }) => (email.trim() === '' ? t('invite') : t('inviteThem', { email: email.trim() }))}
      start={nobody}
      fields={{
        email: {
          label: t('email'),
          input: { type: 'email', required: true, autofocus: true, autocomplete: 'off', dir: 'ltr' },
        },
        name: { label: t('name'), isOptional: true, input: { autocomplete: 'off' } },
        username: {
          label: t('login'),
          hint: t('loginHint'),
          isBeside: true,
          input: { required: true, autocomplete: 'off', dir: 'ltr' },
        },
        roles: { label: t('whatMay'), isSeveral: true, control: rolesControl },
      }}
      // The login follows the address until it is entered.
      follow={({ email, username }, before) =>
        email !== before.email && username === loginFor(before.email) ? { username: loginFor(email) } : {}
      }
      save={({ email, name, username, roles }) =>
        invite({
          username,
          email: email.trim(),
          roles: [roles],
          ...(name.trim() === '' ? {} : { name: name.trim() }),
        })
      }
      faultsOf={faultsOf}
      onClose={props.onClose}
      onDone={props.onDone}
    />
  )
}

interface Invitation {
  readonly email: string
  readonly name: string
  readonly username: string
  readonly roles: RoleName
}

function rolesControl(role: RoleName, onRole: (role: RoleName) => void) {
  return invited.map((one) => (
    <label key={one} class="check">
      <input type="radio" name="role" checked={role === one} onChange={() => onRole(one)} />
      <span>
        {frame(one)}
        <span class="hint">{t(does[one])}</span>
      </span>
    </label>
  ))
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
  return (
    <FormDialog
      title={t('editTitle', { name: person.name })}
      no={t('notNow')}
      yes={t('save')}
      start={{ name: person.name, email: person.email }}
      fields={{
        name: { label: t('name'), input: { required: true, autofocus: true } },
        email: { label: t('email'), input: { type: 'email', required: true, dir: 'ltr' } },
      }}
      save={({ name, email }) => changePerson(person.id, { name: name.trim(), email: email.trim() })}
      faultsOf={faultsOf}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

/** Asks whether somebody is to go, and who gets what they wrote. */
export function RemovePerson(props: {
  readonly person: Person
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { person, onClose, onDone } = props
  return (
    <FormDialog
      title={t('removeTitle', { name: person.name })}
      intro={<p>{t('removeHint')}</p>}
      no={t('keepThem')}
      yes={t('removeIt')}
      isDanger
      start={{ heir: me.value?.id ?? 0 }}
      fields={{
        heir: {
          label: t('heir'),
          control: (heir, onHeir, tied) => <HeirSelect of={person} heir={heir} onHeir={onHeir} tied={tied} />,
        },
      }}
      save={async ({ heir }) => {
        await removePerson(person, heir)
        return true
      }}
      // Whatever is wrong is said beside the only field.
      faultsOf={(error) => ({ heir: faultText(error) })}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

function HeirSelect(props: {
  readonly of: Person
  readonly heir: number
  readonly onHeir: (heir: number) => void
  readonly tied: Tied
}) {
  const { of, heir, onHeir, tied } = props
  const { value, fault } = useRead((signal) => readPeople('', signal), [of.id])
  // Everybody, however the list behind is narrowed; oneself until they are read.
  const all = value?.filter(({ id, invitation }) => id !== of.id && !invitation)
  const offered: readonly Pick<Person, 'id' | 'name'>[] = all ?? (me.value ? [me.value] : [])
  return (
    <>
      <select
        {...tied}
        value={String(heir)}
        onChange={({ currentTarget }) => onHeir(Number(currentTarget.value))}
      >
        {offered.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {id === me.value?.id ? `${name} ${t('you')}` : name}
          </option>
        ))}
      </select>
      {fault !== '' && (
        <p class="fault" role="alert" dir="auto">
          {fault}
        </p>
      )}
    </>
  )
}

/** The field of the password that one has. */
export function currentPassword(more: FieldOf<string>['input'] = {}): FieldOf<string> {
  return {
    label: t('currentPassword'),
    input: { type: 'password', autocomplete: 'current-password', dir: undefined, ...(more as object) },
  }
}
