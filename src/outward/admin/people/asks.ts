import type { OfferedLinkRecord } from '../../../people/accounts/offers.view.ts'
import type { PasskeyRecord, RecoveryCodesRecord } from '../../../people/accounts/passkeys.view.ts'
import type { SessionRecord } from '../../../people/accounts/sessions.routes.ts'
import type { IdentitiesRecord } from '../../../people/users/identities.routes.ts'
import type { WpUser } from '../../../people/users/users.view.ts'
import type { Role } from '../../../storage/schema/tables.ts'
import { type Answer, askWp } from '../api.ts'

/** What somebody may be here. */
export type RoleName = Role

/** The roles, from the one that may most. */
export const roles = [
  'administrator',
  'editor',
  'author',
  'contributor',
  'subscriber',
] as const satisfies readonly Role[]

/** Who may sign in, as those who manage people see them. */
export type Person = Pick<WpUser, 'id' | 'name' | 'pending_email' | 'signs_in_with' | 'last_seen'> &
  Required<Pick<WpUser, 'username' | 'email' | 'locale' | 'registered_date'>> & {
    readonly roles: readonly RoleName[]
    readonly invitation?: Pick<NonNullable<WpUser['invitation']>, 'expires'> | null
  }

/** A link by which somebody chooses a password: it was mailed, or is to be handed over. */
export type OfferedLink = OfferedLinkRecord

/** How many are read at a time. */
const most = 100

/** Everybody whose name, login or address has the words. */
export async function readPeople(search: string, signal: AbortSignal): Promise<Person[]> {
  const people: Person[] = []
  for (let page = 1; page <= 10; page += 1) {
    const query = { context: 'edit', per_page: most, page, orderby: 'name', search }
    const { body } = await askWp<readonly Person[]>('users', { query, signal })
    people.push(...body)
    if (body.length < most) break
  }
  return people
}

type Changes = Readonly<Partial<Pick<Person, 'name' | 'email' | 'locale'>>> & {
  readonly roles?: readonly RoleName[]
  readonly password?: string
  readonly current_password?: string
}

/** Changes somebody, or oneself. */
export async function changePerson(who: number | 'me', changes: Changes): Promise<Person> {
  return (await askWp<Person>(`users/${who}`, { method: 'POST', query: { context: 'edit' }, json: changes }))
    .body
}

/** Somebody whose account was just made, and the link by which they choose a password. */
export type Invited = Person & { readonly invitation?: OfferedLink }

/** Makes an account without a password, and the link by which its owner chooses one. */
export async function invite(wanted: {
  readonly username: string
  readonly email: string
  readonly name?: string
  readonly roles: readonly RoleName[]
}): Promise<Invited> {
  return (await askWp<Invited>('users', { method: 'POST', json: wanted })).body
}

/** Sends a link by which a password is chosen. */
export async function sendLink({ id }: Person): Promise<OfferedLink> {
  return (await askWp<OfferedLink>(`users/${id}/link`, { method: 'POST' })).body
}

/** Ends all sessions of somebody: a device was lost, or left open. */
export async function signOutEverywhere({ id }: Person): Promise<void> {
  await askWp(`users/${id}/sessions`, { method: 'DELETE' })
}

/** Removes an account; what it wrote goes to the heir. */
export async function removePerson({ id }: Person, heir: number): Promise<void> {
  await askWp(`users/${id}`, { method: 'DELETE', query: { force: true, reassign: heir } })
}

/** A browser in which one has signed in. */
export type Session = SessionRecord

/** An application password, or a token with what it may and until when. */
export interface Program {
  readonly uuid: string
  readonly name: string
  readonly created: string
  readonly last_used: string | null
  readonly scope?: 'read' | 'write' | 'admin'
  readonly expires?: string | null
  readonly password?: string
  readonly token?: string
}

/** A key that a device keeps. */
export type Passkey = PasskeyRecord

/** How many recovery codes are left; the codes themselves only once. */
export type RecoveryCodes = RecoveryCodesRecord

/** Who one is at the provider of identities, if there is one. */
export type Identities = IdentitiesRecord

/** What belongs to oneself, below `users/me`. */
export async function readOwn<Body>(path: string): Promise<Body> {
  return (await askWp<Body>(`users/me${path}`, { query: { context: path === '' ? 'edit' : undefined } })).body
}

/** Makes something of one’s own. */
export async function makeOwn<Body>(path: string, json: object = {}): Promise<Body> {
  return (await askWp<Body>(`users/me/${path}`, { method: 'POST', json })).body
}

/** Ends something of one’s own. */
export function endOwn(path: string): Promise<Answer<unknown>> {
  return askWp(`users/me/${path}`, { method: 'DELETE' })
}
