import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { messageOf } from '../../pure/text/errorDetails.ts'
import { BadUsage, type World } from './command.ts'

/** The variable of the environment that holds the password of the source, where neither an option nor a file does. */
const passwordVariable = 'IMPORT_PASSWORD'

/** How the password of a source is given. */
export interface PasswordWords {
  readonly user: string | undefined
  readonly password: string | undefined
  readonly passwordFile: string | undefined
}

/**
 * The login and password of a source: the password from its option, else the first line of its file, else the environment, else asked
 * for at the terminal. An option shows it to whoever lists processes. Undefined without a login. Throws {@link BadUsage} for a
 * password without a login, for two, and where there is none.
 */
export async function credentialsOf(
  world: World,
  { user, password, passwordFile }: PasswordWords,
): Promise<{ user: string; password: string } | undefined> {
  if (password !== undefined && passwordFile !== undefined)
    throw new BadUsage('--password and --password-file are two passwords; give one of them.')
  if (user === undefined) {
    if (password !== undefined || passwordFile !== undefined)
      throw new BadUsage('--user and --password belong together.')
    return undefined
  }
  const given =
    password ??
    (passwordFile === undefined ? undefined : await firstLineOf(passwordFile)) ??
    (world.environment[passwordVariable] || undefined) ??
    (await world.askHidden?.(`Application password of ${user}: `))
  if (given === undefined || given.trim() === '')
    throw new BadUsage(
      `--user needs a password: by --password-file FILE, by ${passwordVariable} in the environment, or typed at a terminal.`,
    )
  return { user, password: given.trim() }
}

/** The address without the login that may stand in it, as browsers take it, and that login. */
export function withoutLogin(
  source: string,
  { user, password }: { readonly user: string | undefined; readonly password: string | undefined },
): { source: string; user: string | undefined; password: string | undefined } {
  const url = /^https?:\/\//i.test(source) ? URL.parse(source) : null
  if (!url || url.username === '' || user !== undefined) return { source, user, password }
  const login = {
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password) || password,
  }
  url.username = ''
  url.password = ''
  return { source: url.href, ...login }
}

/** The first line of a file that holds a password; throws {@link BadUsage} where it cannot be read. */
export async function firstLineOf(file: string): Promise<string> {
  try {
    return (await readFile(resolve(file), 'utf8')).replace(/^\ufeff/, '').split(/[\r\n]/, 1)[0] ?? ''
  } catch (error) {
    throw new BadUsage(`The password file cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}
