import {
  type Credential,
  type CredentialTable,
  listCredentials,
  revokeCredentials,
} from '../auth/credentials.ts'
import { addPassword, inGroups } from '../auth/passwords.ts'
import { addToken } from '../auth/tokens.ts'
import { requireUser, type User } from '../auth/users.ts'
import type { Database } from '../db/dialect.ts'
import { BadUsage, command, type World } from './command.ts'
import { moment, secondsNow, withDatabase } from './database.ts'
import { type Columns, printList } from './table.ts'

const columns: Columns<Credential> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  created: ({ created_at }) => moment(created_at),
  last_used: ({ last_used_at }) => moment(last_used_at),
}

/** A kind of credential, and how it is made and shown. */
interface Kind {
  readonly word: string
  readonly table: CredentialTable
  readonly one: string
  readonly many: string
  readonly details: string
  readonly add: (db: Database, user: User, name: string, now: number) => Promise<string>
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
  add: addPassword,
  show: (world, secret) => (world.isTerminal ? inGroups(secret) : secret),
}

const tokens: Kind = {
  word: 'token',
  table: 'tokens',
  one: 'a bearer token',
  many: 'bearer tokens',
  details: 'Send it as “Authorization: Bearer TOKEN”.',
  add: addToken,
  show: (_, secret) => secret,
}

/** The commands for application passwords and tokens, which are the same. */
export const credentialCommands = [passwords, tokens].flatMap((kind) => [
  addCommand(kind),
  listCommand(kind),
  revokeCommand(kind),
])

function addCommand({ word, one, details, add, show }: Kind) {
  return command({
    name: `${word} add`,
    arguments: ['LOGIN'],
    options: {
      name: { value: 'NAME', required: true, says: 'What it is for, so that you know which one to revoke.' },
    },
    summary: `Make ${one} and print it, this once`,
    details,
    run: async (world, { LOGIN: login, name }) => {
      const secret = await withDatabase(world, async (db) => {
        return add(db, await requireUser(db.read, login), name, secondsNow(world))
      })
      world.print(show(world, secret))
      world.remark('It cannot be shown again.')
    },
  })
}

function listCommand({ word, many, table }: Kind) {
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
