import {
  type Credential,
  type CredentialTable,
  listCredentials,
  revokeCredentials,
} from '../../http/auth/credentials.ts'
import { addPassword, inGroups } from '../../http/auth/passwords.ts'
import { addToken, readExpiry, readScope } from '../../http/auth/tokens.ts'
import { requireUser, type User } from '../../http/auth/users.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { BadUsage, command, type World } from './command.ts'
import { moment, secondsNow, withDatabase } from './database.ts'
import { type Columns, printList } from './table.ts'

const columns: Columns<Credential> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  created: ({ created_at }) => moment(created_at),
  last_used: ({ last_used_at }) => moment(last_used_at),
}

const tokenColumns: Columns<Credential> = {
  ...columns,
  scope: ({ scope }) => scope,
  expires: ({ expires_at }) => moment(expires_at),
}

const tokenOptions = {
  scope: { value: 'SCOPE', says: 'What it may be used for: read, write or admin; write unless you say so.' },
  expires: {
    value: 'WHEN',
    says: 'When it ends: 90d, 2031-12-31 or 2031-12-31T18:00:00Z; never unless you say so.',
  },
} as const

/** A kind of credential, and how it is made and shown. */
interface Kind {
  readonly word: string
  readonly table: CredentialTable
  readonly one: string
  readonly many: string
  readonly details: string
  /** Options of its own for making one. */
  readonly options: typeof tokenOptions | Record<string, never>
  readonly columns: Columns<Credential>
  readonly add: (
    db: Database,
    user: User,
    wanted: { name: string; now: number; scope?: string | undefined; expires?: string | undefined },
  ) => Promise<string>
  readonly show: (world: World, secret: string) => string
}

const passwords: Kind = {
  word: 'password',
  table: 'app_passwords',
  one: 'an application password',
  many: 'application passwords',
  details:
    'Send it with the login or the e-mail address as HTTP Basic authentication. Blanks in it do not matter: on a ' +
    'terminal it is printed in groups, elsewhere without blanks.',
  options: {},
  columns,
  add: (db, user, { name, now }) => addPassword(db, user, name, now),
  show: (world, secret) => (world.isTerminal ? inGroups(secret) : secret),
}

const tokens: Kind = {
  word: 'token',
  table: 'tokens',
  one: 'a bearer token',
  many: 'bearer tokens',
  details:
    'Send it as “Authorization: Bearer TOKEN”. Scopes: read, write (what the user may read and write; the default), and admin (users, ' +
    'credentials and settings as well).',
  options: tokenOptions,
  columns: tokenColumns,
  add: (db, user, { name, now, scope, expires }) =>
    addToken(db, user, name, now, {
      scope: scope === undefined ? undefined : readScope(scope),
      expires_at: expires === undefined ? undefined : readExpiry(expires, now),
    }),
  show: (_, secret) => secret,
}

/** The commands for application passwords and tokens, which are the same. */
export const credentialCommands = [passwords, tokens].flatMap((kind) => [
  addCommand(kind),
  listCommand(kind),
  revokeCommand(kind),
])

function addCommand({ word, one, details, options, add, show }: Kind) {
  return command({
    name: `${word} add`,
    arguments: ['LOGIN'],
    options: {
      name: { value: 'NAME', required: true, says: 'What it is for, so that you know which one to revoke.' },
      ...options,
    },
    summary: `Make ${one} and print it, this once`,
    details,
    run: async (world, { LOGIN: login, name, ...limits }) => {
      const secret = await withDatabase(world, async (db) => {
        return add(db, await requireUser(db.read, login), { name, now: secondsNow(world), ...limits })
      })
      world.print(show(world, secret))
      world.remark('It cannot be shown again.')
    },
  })
}

function listCommand({ word, many, table, columns }: Kind) {
  return command({
    name: `${word} list`,
    arguments: ['LOGIN'],
    options: { json: { says: 'Print JSON.' } },
    summary: `List the ${many} of a user`,
    run: async (world, { LOGIN: login, json }) => {
      const list = await withDatabase(world, async (db) => {
        return listCredentials(db.read, table, await requireUser(db.read, login))
      })
      printList(world, list, columns, json)
    },
  })
}

function revokeCommand({ word, many, table }: Kind) {
  return command({
    name: `${word} revoke`,
    arguments: ['LOGIN', 'ID|NAME?'],
    options: { all: { says: 'Revoke all of the user’s.' } },
    summary: `Revoke ${many} by id or name`,
    details: 'It holds from the next request on. If several have the name, all of them are revoked.',
    run: async (world, { LOGIN: login, 'ID|NAME': which, all }) => {
      if (all === (which !== undefined)) throw new BadUsage('Give either an id or a name, or --all.')
      const count = await withDatabase(world, async (db) => {
        return revokeCredentials(db, table, { user: await requireUser(db.read, login), which })
      })
      world.remark(`Revoked ${count}.`)
    },
  })
}
