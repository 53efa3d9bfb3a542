import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { dayOf, momentText } from '../moments.ts'
import { Face, Failed, MenuCell } from '../parts.tsx'
import { me } from '../session.ts'
import { settle } from '../settle.ts'
import { t as frame } from '../texts.ts'
import { useTitle } from '../title.ts'
import { say, sayFault } from '../toasts.tsx'
import {
  changePerson,
  type OfferedLink,
  type Person,
  readPeople,
  type RoleName,
  roles,
  sendLink,
} from './asks.ts'
import { EditPerson, Invite, LinkFor, RemovePerson } from './dialogs.tsx'
import { PersonMenu } from './menu.tsx'
import { Rights } from './rights.tsx'
import { t, tn } from './texts.ts'

/** What stands before the list. */
type Open =
  | { readonly is: 'invite' }
  | { readonly is: 'edit' | 'remove'; readonly person: Person }
  | { readonly is: 'link'; readonly name: string; readonly link: OfferedLink }

/** Everybody who may sign in: their roles, in place; who is invited, and who goes. */
export function Users({ query }: { readonly query: URLSearchParams }) {
  const people = useSignal<readonly Person[] | undefined>(undefined)
  const fault = useSignal('')
  const search = useSignal(query.get('search') ?? '')
  const reads = useSignal(0)
  const pointed = useSignal<Person | undefined>(undefined)
  const open = useSignal<Open | undefined>(undefined)
  useTitle(frame('people'))
  useEffect(() => {
    const reading = new AbortController()
    void settle(
      readPeople(search.value, reading.signal),
      (found) => {
        people.value = found
        fault.value = ''
      },
      (error) => {
        if (!reading.signal.aborted) fault.value = faultText(error)
      },
    )
    return () => reading.abort()
  }, [search.value, reads.value])

  const again = () => {
    reads.value += 1
  }
  const close = () => {
    open.value = undefined
  }
  /** Says where the link went, or shows it. */
  const offered = (name: string, link: OfferedLink | undefined) => {
    if (link?.url !== undefined) open.value = { is: 'link', name, link }
    else if (link?.mailed_to !== undefined) say(t('mailed', { email: link.mailed_to }))
  }
  const send = (person: Person) =>
    void settle(
      sendLink(person),
      (link) => {
        offered(person.name, link)
        again()
      },
      (error) => sayFault(faultText(error)),
    )
  const all = people.value ?? []
  const invited = all.filter(({ invitation }) => invitation).length
  const now = open.value
  return (
    <>
      <div class="head">
        <div>
          <h1>{frame('people')}</h1>
          <p>
            {people.value ? tn('people_', all.length - invited) : '\u00a0'}
            {invited > 0 && ` · ${tn('openInvitations', invited)}`}
          </p>
        </div>
        <div class="acts">
          <button
            type="button"
            onClick={() => {
              open.value = { is: 'invite' }
            }}
          >
            <Icon name="plus" />
            {t('invite')}
          </button>
        </div>
      </div>
      {fault.value !== '' && <Failed fault={fault.value} onAgain={again} />}
      {(all.length > 8 || search.value !== '') && (
        <form class="tools" role="search" onSubmit={(event) => event.preventDefault()}>
          <div class="search">
            <Icon name="search" />
            <input
              type="search"
              dir="auto"
              aria-label={t('search')}
              placeholder={t('search')}
              defaultValue={search.peek()}
              onChange={({ currentTarget }) => {
                search.value = currentTarget.value.trim()
              }}
            />
          </div>
        </form>
      )}
      {people.value && all.length === 0 && <p role="status">{t('nobodyFound')}</p>}
      {all.length > 0 && (
        <PeopleTable
          people={all}
          onRole={(person, role) => changeRole(person, role, again)}
          onAgain={send}
          onMenu={(person) => {
            pointed.value = person
          }}
        />
      )}
      {/* Not before what stands above it: nothing moves under a finger. */}
      {(people.value || fault.value !== '') && <Rights />}
      <PersonMenu
        person={pointed.value}
        onLink={send}
        onOpen={(is, person) => {
          open.value = { is, person }
        }}
      />
      {now?.is === 'invite' && (
        <Invite
          onClose={close}
          onDone={(person) => {
            close()
            offered(person.name, person.invitation)
            again()
          }}
        />
      )}
      {now?.is === 'edit' && (
        <EditPerson
          person={now.person}
          onClose={close}
          onDone={() => {
            close()
            say(t('saved'))
            again()
          }}
        />
      )}
      {now?.is === 'remove' && (
        <RemovePerson
          person={now.person}
          onClose={close}
          onDone={() => {
            close()
            say(t('removed', { name: now.person.name }))
            again()
          }}
        />
      )}
      {now?.is === 'link' && <LinkFor name={now.name} link={now.link} onClose={close} />}
    </>
  )
}

function changeRole(person: Person, role: RoleName, again: () => void): void {
  void settle(
    changePerson(person.id, { roles: [role] }),
    () => {
      say(t('roleChanged', { name: person.name, role: frame(role) }))
      again()
    },
    (error) => {
      sayFault(faultText(error))
      // The list shows again what holds.
      again()
    },
  )
}

function PeopleTable(props: {
  readonly people: readonly Person[]
  readonly onRole: (person: Person, role: RoleName) => void
  readonly onAgain: (person: Person) => void
  readonly onMenu: (person: Person) => void
}) {
  const { people, onMenu } = props
  return (
    <table class="list cards no-pick" role="table">
      <thead role="rowgroup">
        <tr role="row">
          {[t('name'), t('may'), t('signsIn'), t('lastHere')].map((head) => (
            <th key={head} scope="col" role="columnheader">
              {head}
            </th>
          ))}
          <th scope="col" role="columnheader">
            <span class="hidden">{frame('more')}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {people.map((person) => (
          <tr key={person.id} role="row">
            <th scope="row" role="rowheader">
              <div class="line nowrap-line">
                <Face of={person.name} isNobody={Boolean(person.invitation)} />
                <div>
                  <p class="what">
                    <span dir="auto">{person.name}</span>{' '}
                    {person.id === me.value?.id && <span class="dim">{t('you')}</span>}
                  </p>
                  <p class="under">
                    <span dir="auto">{person.email}</span>
                    {person.invitation && (
                      <span> · {t('invitedUntil', { date: dayOf(person.invitation.expires) })}</span>
                    )}
                  </p>
                </div>
              </div>
            </th>
            <td role="cell">
              <RoleSelect person={person} onRole={props.onRole} />
            </td>
            <td role="cell" data-is={waysOf(person) === '' ? undefined : t('signsIn')}>
              {waysOf(person)}
            </td>
            <td role="cell" data-is={person.invitation ? undefined : t('lastHere')}>
              {person.invitation ? (
                <button class="plain" type="button" onClick={() => props.onAgain(person)}>
                  {t('sendAgain')}
                </button>
              ) : (
                lastSeen(person)
              )}
            </td>
            <MenuCell title={person.name} onOpen={() => onMenu(person)} />
          </tr>
        ))}
      </tbody>
    </table>
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
