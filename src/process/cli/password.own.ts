import { linkSiteOf, offerLink } from '../../people/accounts/accounts.links.write.ts'
import { tellOfPassword } from '../../people/accounts/accounts.notices.write.ts'
import {
  hashOwnPassword,
  passwordFault,
  passwordFaults,
  storeOwnPassword,
} from '../../http/auth/ownPassword.ts'
import { requireUser } from '../../http/auth/users.ts'
import { BadUsage, command, type World } from './command.ts'
import { secondsNow, withDatabase } from './database.ts'
import { firstLineOf } from './import.password.ts'

/** The variable of the environment that holds the new password, where no file does. */
const passwordVariable = 'NEW_PASSWORD'

/** The command that prints a link by which a user chooses a password. */
export const linkCommand = command({
  name: 'user link',
  arguments: ['LOGIN'],
  options: {},
  summary: 'Print a link, this once, by which a user chooses a password',
  details:
    'For whoever has forgotten their password, or has none yet. It works once, for an hour; without SITE_URL it leads to this machine.',
  run: async (world, { LOGIN: login }) => {
    const { url } = await withDatabase(world, async (db, config) => {
      const home = config.siteUrl === '' ? `http://localhost:${config.port}` : config.siteUrl
      const site = { ...linkSiteOf(config, home), mails: false }
      const user = await requireUser(db.read, login)
      const wanted = { kind: 'reset', user, now: secondsNow(world) } as const
      return db.write((tx) => offerLink(tx, wanted, site), 'aside')
    })
    world.print(url ?? '')
    world.remark('Whoever opens it first chooses the password. It cannot be shown again.')
  },
})

/** The command that gives a user a password of their own. */
export const ownPasswordCommand = command({
  name: 'user password',
  arguments: ['LOGIN'],
  options: {
    'password-file': { value: 'FILE', says: 'The file whose first line is the new password.' },
    none: {
      says: 'Take the password away: the user signs in no more, but programs with application passwords do.',
    },
  },
  summary: 'Give a user the password with which people sign in',
  details: `The password is the first line of the file, else ${passwordVariable} in the environment, else typed at the terminal. It ends the user’s sessions.`,
  run: async (world, { LOGIN: login, 'password-file': file, none }) => {
    if (none && file !== undefined) throw new BadUsage('Give either --password-file or --none.')
    await withDatabase(world, async (db, config) => {
      const user = await requireUser(db.read, login)
      const hash = none ? null : await hashOf(await newPassword(world, user.login, file), user)
      const site = linkSiteOf(config)
      await db.write(async (tx) => {
        await storeOwnPassword(tx, user, { hash })
        await tellOfPassword(tx, user, site, secondsNow(world))
      }, 'aside')
    })
    world.remark(none ? `“${login}” has no password now.` : `“${login}” signs in with the new password now.`)
  },
})

async function newPassword(world: World, login: string, file: string | undefined): Promise<string> {
  const given = file === undefined ? world.environment[passwordVariable] : await firstLineOf(file)
  if (given) return given
  const typed = await world.askHidden?.(`New password of ${login}: `)
  if (typed === undefined || typed === '')
    throw new BadUsage(
      `A password is missing: give it by --password-file FILE, by ${passwordVariable} in the environment, or type it at a terminal.`,
    )
  if (typed !== (await world.askHidden?.('The same once more: ')))
    throw new BadUsage('The two passwords are not the same; nothing was changed.')
  return typed
}

async function hashOf(
  password: string,
  user: { login: string; name: string; email: string },
): Promise<string> {
  const fault = await passwordFault(password, [user.login, user.name, user.email])
  if (fault !== undefined) throw new Error(passwordFaults[fault])
  return hashOwnPassword(password)
}
