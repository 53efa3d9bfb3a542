import type { Columns } from '../kit/columns.tsx'
import { dayOf, momentText } from '../moments.ts'
import { Face } from '../parts.tsx'
import { me } from '../session.ts'
import { t as frame } from '../texts.ts'
import { type Person, type RoleName, roles } from './asks.ts'
import { t } from './texts.ts'

/** Who somebody is, what they may, how they sign in, and when they were here. */
export function columnsWith(
  send: (person: Person) => void,
  onRole: (person: Person, role: RoleName) => void,
): Columns<Person> {
  return [
    { head: t('name'), show: (person) => <Who person={person} /> },
    { head: t('may'), show: (person) => <RoleSelect person={person} onRole={onRole} /> },
    { head: t('signsIn'), named: (person) => waysOf(person) !== '', show: waysOf },
    {
      head: t('lastHere'),
      named: ({ invitation }) => !invitation,
      show: (person) =>
        person.invitation ? (
          <button class="plain" type="button" onClick={() => send(person)}>
            {t('sendAgain')}
          </button>
        ) : (
          lastSeen(person)
        ),
    },
  ]
}

function Who({ person: { id, name, email, invitation } }: { readonly person: Person }) {
  return (
    <div class="line nowrap-line">
      <Face of={name} isNobody={Boolean(invitation)} />
      <div>
        <p class="what">
          <span dir="auto">{name}</span> {id === me.value?.id && <span class="dim">{t('you')}</span>}
        </p>
        <p class="under">
          <span dir="auto">{email}</span>
          {invitation && <span> · {t('invitedUntil', { date: dayOf(invitation.expires) })}</span>}
        </p>
      </div>
    </div>
  )
}

function lastSeen({ last_seen: seen }: Person): string {
  return seen ? momentText(seen) : t('neverHere')
}

const wayNames = { password: 'wayPassword', passkey: 'wayPasskey', provider: 'wayProvider' } as const

function waysOf({ signs_in_with: ways = [] }: Person): string {
  return ways.map((way) => t(wayNames[way])).join(', ')
}

function RoleSelect(props: {
  readonly person: Person
  readonly onRole: (person: Person, role: RoleName) => void
}) {
  const { person, onRole } = props
  const [role] = person.roles
  return (
    <select
      class="fit quiet-select"
      aria-label={t('roleOf', { name: person.name })}
      value={role}
      onChange={({ currentTarget }) => {
        const chosen = roles.find((one) => one === currentTarget.value)
        if (chosen) onRole(person, chosen)
        // Until the service has said so, what holds is shown.
        currentTarget.value = role ?? ''
      }}
    >
      {roles.map((one) => (
        <option key={one} value={one}>
          {frame(one)}
        </option>
      ))}
    </select>
  )
}
