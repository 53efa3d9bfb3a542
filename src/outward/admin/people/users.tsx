import { useSignal } from '@preact/signals'
import { Icon } from '../icons.tsx'
import { useRead } from '../kit/read.ts'
import type { Deed } from '../kit/rowMenu.tsx'
import { Screen } from '../kit/screen.tsx'
import { Table } from '../kit/table.tsx'
import { to } from '../route.ts'
import { me } from '../session.ts'
import { t as frame } from '../texts.ts'
import { say } from '../toasts.tsx'
import {
  changePerson,
  type Invited,
  type OfferedLink,
  type Person,
  readPeople,
  sendLink,
  signOutEverywhere,
} from './asks.ts'
import { columnsWith } from './columns.tsx'
import { EditPerson, Invite, LinkFor, RemovePerson } from './dialogs.tsx'
import { Rights } from './rights.tsx'
import { t, tn } from './texts.ts'

/** What stands before the list. */
type Open =
  | { readonly is: 'invite' }
  | { readonly is: 'edit' | 'remove'; readonly person: Person }
  | { readonly is: 'link'; readonly name: string; readonly link: OfferedLink }

/** From so many people on they are searched. */
const fewest = 9

/** Everybody who may sign in: their roles, in place; who is invited, and who goes. */
export function Users({ query }: { readonly query: URLSearchParams }) {
  const search = useSignal(query.get('search') ?? '')
  const read = useRead((signal) => readPeople(search.value, signal), [search.value])
  const open = useSignal<Open | undefined>(undefined)
  const opens = (now: Open | undefined) => {
    open.value = now
  }
  /** Shows the link, or answers where it went. */
  const offered = (name: string, link: OfferedLink | undefined) => {
    if (link?.url !== undefined) opens({ is: 'link', name, link })
    else if (link?.mailed_to !== undefined) return t('mailed', { email: link.mailed_to })
    return undefined
  }
  const send = (person: Person) => read.does(sendLink(person), (link) => offered(person.name, link))
  const done = (said: string | undefined) => {
    if (said !== undefined) say(said)
    read.again()
  }
  const all = read.value ?? []
  return (
    <Screen
      title={frame('people')}
      says={read.value ? countText(all) : '\u00a0'}
      begin={[t('invite'), () => opens({ is: 'invite' })]}
      read={read}
    >
      {(all.length >= fewest || search.value !== '') && (
        <Search
          search={search.peek()}
          onSearch={(sought) => {
            search.value = sought
          }}
        />
      )}
      {read.value && all.length === 0 && <p role="status">{t('nobodyFound')}</p>}
      {all.length > 0 && (
        <Table
          rows={all}
          name={({ name }) => name}
          columns={columnsWith(send, ({ id, name }, role) =>
            read.does(changePerson(id, { roles: [role] }), t('roleChanged', { name, role: frame(role) })),
          )}
          deeds={deedsWith(send, opens, (person) =>
            read.does(signOutEverywhere(person), t('signedOutAll', { name: person.name })),
          )}
        />
      )}
      {/* Not before what stands above it: nothing moves under a finger. */}
      {(read.value || read.fault !== '') && <Rights />}
      <Opened
        open={open.value}
        onClose={() => opens(undefined)}
        onDone={(said) => {
          opens(undefined)
          done(said)
        }}
        onInvited={({ name, invitation }) => {
          opens(undefined)
          done(offered(name, invitation))
        }}
      />
    </Screen>
  )
}

function countText(all: readonly Person[]): string {
  const invited = all.filter(({ invitation }) => invitation).length
  const said = tn('people_', all.length - invited)
  return invited === 0 ? said : `${said} · ${tn('openInvitations', invited)}`
}

function Search(props: { readonly search: string; readonly onSearch: (search: string) => void }) {
  return (
    <form class="tools" role="search" onSubmit={(event) => event.preventDefault()}>
      <div class="search">
        <Icon name="search" />
        <input
          type="search"
          dir="auto"
          aria-label={t('search')}
          placeholder={t('search')}
          defaultValue={props.search}
          onChange={({ currentTarget }) => props.onSearch(currentTarget.value.trim())}
        />
      </div>
    </form>
  )
}

/** What may be done with somebody; not all of it with oneself. */
function deedsWith(
  send: (person: Person) => void,
  opens: (open: Open) => void,
  signOut: (person: Person) => void,
) {
  return ({ id, invitation }: Person): readonly (Deed<Person> | false)[] => {
    const isOneself = id === me.value?.id
    return [
      { icon: 'edit', says: t('nameAndAddress'), does: (person) => opens({ is: 'edit', person }) },
      { icon: 'link', says: invitation ? t('sendAgain') : t('sendLink'), does: send },
      !invitation && !isOneself && { icon: 'out', says: t('signOutAll'), does: signOut },
      { icon: 'calendar', says: t('seeEvents'), href: to('events', { author: String(id) }) },
      !isOneself && {
        icon: 'trash',
        says: t('remove'),
        is: 'danger',
        does: (person) => opens({ is: 'remove', person }),
      },
    ]
  }
}

function Opened(props: {
  readonly open: Open | undefined
  readonly onClose: () => void
  readonly onDone: (said: string) => void
  readonly onInvited: (person: Invited) => void
}) {
  const { open, onClose, onDone, onInvited } = props
  if (!open) return null
  if (open.is === 'invite') return <Invite onClose={onClose} onDone={onInvited} />
  if (open.is === 'link') return <LinkFor name={open.name} link={open.link} onClose={onClose} />
  const { is, person } = open
  if (is === 'edit') return <EditPerson person={person} onClose={onClose} onDone={() => onDone(t('saved'))} />
  const gone = t('removed', { name: person.name })
  return <RemovePerson person={person} onClose={onClose} onDone={() => onDone(gone)} />
}
