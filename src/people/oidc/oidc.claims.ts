import type { RoleTable } from '../../config/config.readers.oidc.ts'
import type { Role } from '../../storage/schema/tables.ts'
import { isEmail } from '../../pure/text/address.ts'

/** What an identity provider says of somebody: members of its ID token and its answer about the user. */
export type Claims = Readonly<Record<string, unknown>>

/** Who somebody is, as far as an account takes it. */
export interface Person {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  /** Whether the provider has seen that the address is theirs: an account is never found by one that it has not. */
  readonly isEmailVerified: boolean
  /** What they would like to be called when they sign in. */
  readonly login: string | undefined
  readonly name: string | undefined
  /** The role that they get: undefined for none, `null` where the roles are managed here. */
  readonly role: Role | undefined | null
}

/** Reads who somebody is. */
export function personOf(
  issuer: string,
  claims: Claims,
  { claim, table }: { readonly claim: string; readonly table: RoleTable },
): Person {
  const email = textOf(claims['email'])
  return {
    issuer,
    subject: textOf(claims['sub']) ?? '',
    email: email !== undefined && isEmail(email) ? email : undefined,
    // Some write it as a text.
    isEmailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    login: textOf(claims['preferred_username']),
    name: textOf(claims['name']) ?? textOf(claims['given_name']),
    role: table.length === 0 ? null : roleIn(valuesOf(claims, claim), table),
  }
}

/** The values of the claim: the whole name first, as names may have dots in them, then along the dots. */
export function valuesOf(claims: Claims, name: string): readonly string[] {
  const value = Object.hasOwn(claims, name)
    ? claims[name]
    : name.split('.').reduce<unknown>((found, part) => memberOf(found, part), claims)
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  return all.filter((one) => ['string', 'number', 'boolean'].includes(typeof one)).map(String)
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Claims)[name]
}

/** The rows are in the order of their roles, so that the first one that fits has the highest. */
function roleIn(values: readonly string[], table: RoleTable): Role | undefined {
  return table.find(({ value }) => value === '*' || values.includes(value))?.role
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}
