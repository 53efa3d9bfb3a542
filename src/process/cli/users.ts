import { linkSiteOf } from '../../people/accounts/accounts.links.write.ts'
import { tellOfAddress } from '../../people/accounts/accounts.notices.write.ts'
import { changeUser, createUser, listUsers, removeUser, setRole, type User } from '../../http/auth/users.ts'
import { roles } from '../../storage/schema/tables.ts'
import { command } from './command.ts'
import { linkCommand, ownPasswordCommand } from './password.own.ts'
import { moment, secondsNow, withDatabase } from './database.ts'
import { type Columns, printList } from './table.ts'

const columns: Columns<User> = {
  id: ({ id }) => id,
  login: ({ login }) => login,
  email: ({ email }) => email,
  name: ({ name }) => name,
  role: ({ role }) => role,
  created: ({ created_at }) => moment(created_at),
}

const roleNames = roles.join(', ')

/** The commands for users. */
export const userCommands = [
  command({
    name: 'user add',
    arguments: ['LOGIN'],
    options: {
      role: { value: 'ROLE', required: true, says: `What the user may do: ${roleNames}.` },
      email: {
        value: 'MAIL',
        required: true,
        says: 'The e-mail address, with which the user can log in as well.',
      },
      name: { value: 'NAME', says: 'The name shown; the login when it is not given.' },
    },
    summary: 'Add a user and print the id',
    run: async (world, { LOGIN: login, role, email, name }) => {
      const user = await withDatabase(world, (db) =>
        createUser(db, { login, role, email, name }, secondsNow(world)),
      )
      world.print(String(user.id))
      world.remark(
        `Added “${user.login}” as ${user.role}. Next: kalends password add ${quoted(user.login)} --name NAME`,
      )
    },
  }),
  command({
    name: 'user list',
    arguments: [],
    options: { json: { says: 'Print JSON.' } },
    summary: 'List the users',
    run: async (world, { json }) => {
      const users = await withDatabase(world, (db) => listUsers(db.read))
      printList(world, users, columns, json)
    },
  }),
  command({
    name: 'user role',
    arguments: ['LOGIN', 'ROLE'],
    options: {},
    summary: 'Give a user another role',
    details: `Roles: ${roleNames}. It holds from the user’s next request on.`,
    run: async (world, { LOGIN: login, ROLE: role }) => {
      await withDatabase(world, (db) => setRole(db, login, role))
      world.remark(`“${login}” is ${role} now.`)
    },
  }),
  command({
    name: 'user email',
    arguments: ['LOGIN', 'MAIL'],
    options: {},
    summary: 'Give a user another e-mail address',
    details: 'It holds at once. Where mails are sent, the former address is told.',
    run: async (world, { LOGIN: login, MAIL: email }) => {
      const to = email.trim()
      await withDatabase(world, (db, config) =>
        changeUser(db, login, { email }, async (tx, user) => {
          if (user.email !== to) await tellOfAddress(tx, user, linkSiteOf(config), { at: secondsNow(world) })
        }),
      )
      world.remark(`The e-mail address of “${login}” is ${to} now.`)
    },
  }),
  command({
    name: 'user name',
    arguments: ['LOGIN', 'NAME'],
    options: {},
    summary: 'Give a user another name to be shown; the login stays',
    run: async (world, { LOGIN: login, NAME: name }) => {
      await withDatabase(world, (db) => changeUser(db, login, { name }))
      world.remark(`“${login}” is shown as “${name.trim()}” now.`)
    },
  }),
  ownPasswordCommand,
  linkCommand,
  command({
    name: 'user remove',
    arguments: ['LOGIN'],
    options: { reassign: { value: 'LOGIN', says: 'Who is to have what the user wrote.' } },
    summary: 'Remove a user with all credentials',
    run: async (world, { LOGIN: login, reassign }) => {
      await withDatabase(world, (db) => removeUser(db, login, reassign))
      world.remark(`Removed “${login}”.`)
    },
  }),
]

function quoted(login: string): string {
  return login.includes(' ') ? `'${login}'` : login
}
