import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type Environment, fileEnding, fileText, type Filled, withFiles } from './config.files.ts'
import type { Reader } from './config.readers.ts'
import { settings } from './config.settings.ts'
import { withoutSecrets } from '../pure/text/address.ts'
import { nearest } from '../pure/text/nearestWords.ts'
import { codeOf, messageOf } from '../pure/text/errorDetails.ts'

type Settings = typeof settings
type Name = keyof Settings

const names = Object.keys(settings)

/** Settings that are shown to nobody. */
const secrets: ReadonlySet<string> = new Set<Name>(['METRICS_TOKEN', 'OIDC_CLIENT_SECRET'])

/** The settings as read, each under its name in camel case: `PER_PAGE_MAX` is `perPageMax`. */
export type Config = {
  readonly [Key in Name as CamelCase<Key>]: Exclude<ReturnType<Settings[Key]['value']['read']>, undefined>
} & {
  /** The names of those that the environment sets: nothing else can change them. */
  readonly fixed: ReadonlySet<string>
}

/** The settings that may be changed while the service runs. */
export type RunTimeName = {
  [Key in Name]: Settings[Key] extends { readonly rest: string } ? Key : never
}[Name]

/** What such a setting is called over REST. */
export type RestName<Key extends RunTimeName> = Settings[Key]['rest']

/** The texts of settings that the database has, by name. */
export type StoredSettings = ReadonlyMap<string, string>

type CamelCase<Text extends string> = Text extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Text>

export type { Environment } from './config.files.ts'

/** Thrown for settings that are not acceptable; the message has a line for each. */
export class BadSettings extends Error {
  override readonly name = 'BadSettings'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** The environment, on top of the file `.env` in the folder if there is one. */
export function readEnvironment(directory: string, environment: Environment): Environment {
  const path = join(directory, '.env')
  try {
    return { ...readFileOf(path), ...environment }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return environment
    throw new BadSettings([`The file ${path} cannot be read: ${messageOf(error)}.`])
  }
}

/** The settings in a file. */
function readFileOf(path: string): Environment {
  return parseEnv(fileText(path))
}

/** What programs that run here, or with us, know by themselves, so that it may stand in a file `.env`. */
const ofOthers =
  /^(?:AWS|PG|POSTGRES|NODE|NPM|UV|LC|SSL|COMPOSE|DOCKER|CADDY|XDG|MALLOC)_?|^(?:TZ|LANG|PATH|HOME|USER|SHELL|NO_COLOR|FORCE_COLOR)$|_PROXY$/i

/** How long a name of the environment is at least to be taken for a setting with a slip in it. */
const tellingName = 8

/**
 * A sentence for each name in the file `.env` of the folder that is no setting, and for each one of the environment that is nearly one:
 * whoever wrote it believes that it is in effect.
 */
export function unknownNames(directory: string, environment: Environment): string[] {
  const file = join(directory, '.env')
  const inFile = existsSync(file) ? Object.keys(readFileOf(file)).filter((name) => !isKnown(name)) : []
  const told = inFile.toSorted().map((name) => {
    const meant = meantBy(name)
    const hint = meant === undefined ? '“kalends config” lists those there are.' : `Did you mean ${meant}?`
    return `The file ${file} sets ${name}, which is no setting. ${hint}`
  })
  const around = Object.keys(environment).flatMap((name) => {
    const meant = name.length < tellingName || isKnown(name) ? undefined : meantBy(name)
    return meant === undefined
      ? []
      : [`The environment sets ${name}, which is no setting. Did you mean ${meant}?`]
  })
  return [...told, ...around]
}

function isKnown(name: string): boolean {
  return isName(name) || isName(settingOfFile(name)) || ofOthers.test(name)
}

/** The setting that `NAME_FILE` gives the file of. */
function settingOfFile(name: string): string {
  return name.endsWith(fileEnding) ? name.slice(0, -fileEnding.length) : ''
}

/** The setting that a name with a slip in it means, or the file of one; undefined where there is none like it. */
function meantBy(name: string): string | undefined {
  const setting = settingOfFile(name)
  const ofFile = setting.length < tellingName ? undefined : nearest(setting, names)
  return nearest(name, names) ?? (ofFile && `${ofFile}${fileEnding}`)
}

/**
 * Reads the settings; throws {@link BadSettings} with every fault found. Those that `fixing` sets are fixed: without it, all that the
 * environment sets.
 */
export function readConfig(environment: Environment, fixing: Environment = environment): Config {
  const filled = withFiles(environment, names)
  const problems = [...filled.problems.values()]
  const entries = Object.entries(settings).map(([name, { value }]) => {
    const text = textOf(filled.environment, name)
    const isTold = filled.problems.has(name)
    const read = isTold ? undefined : value.read(text)
    if (read === undefined && !isTold)
      problems.push(sentenceOn(name, value, { text, file: filled.files.get(name) }))
    return [camelCase(name), read] as const
  })
  // Each value comes from the reader of its setting in the table, and so has the type that `Config` derives from it.
  const config = { ...Object.fromEntries(entries), fixed: namesSetIn(withFiles(fixing, names)) } as Config
  problems.push(...conflictsIn(config))
  if (problems.length > 0) throw new BadSettings(problems)
  return config
}

/** What is wrong with the text of a setting. What stands in a file is shown to nobody. */
function sentenceOn(
  name: string,
  value: Reader<unknown>,
  { text, file }: { readonly text: string; readonly file: string | undefined },
): string {
  const fault = value.fault?.(text)
  if (file !== undefined) return `${name}, from the file ${file}, ${fault ?? `must be ${value.takes}`}.`
  return `${name} ${fault ?? `must be ${value.takes}${secrets.has(name) ? '' : quoted(text)}`}.`
}

function namesSetIn({ environment }: Filled): ReadonlySet<string> {
  return new Set(names.filter((name) => (environment[name]?.trim() ?? '') !== ''))
}

/**
 * The settings with those that the database has in the place of defaults: what the environment sets goes before them. A text that is
 * not acceptable, as another version may have stored it, counts for nothing.
 */
export function withStored(config: Config, stored: StoredSettings): Config {
  const entries = [...stored].flatMap(([name, text]) => {
    const value = isRunTime(name) && !config.fixed.has(name) ? settings[name].value.read(text) : undefined
    return value === undefined ? [] : [[camelCase(name), value] as const]
  })
  // Each value comes from the reader of its setting.
  return { ...config, ...(Object.fromEntries(entries) as Partial<Config>) }
}

/** Whether a setting may be changed while the service runs. */
export function isRunTime(name: string): name is RunTimeName {
  return isName(name) && 'rest' in settings[name]
}

/** The settings that may be changed while the service runs, in the order of the documentation. */
export const runTimeNames: readonly RunTimeName[] = Object.keys(settings).filter(isRunTime)

/** What is wrong with a text for a setting, as the end of a sentence that begins with the name of the setting; undefined for nothing. */
export function faultOf(name: RunTimeName, text: string): string | undefined {
  const { value } = settings[name]
  return value.read(text) === undefined ? `must be ${value.takes}${quoted(text)}` : undefined
}

/** The value of a setting under its own name. */
export function settingOf<Key extends RunTimeName>(config: Config, name: Key): Config[CamelCase<Key>] {
  // The key that `Config` derives from this name.
  return config[camelCase(name) as CamelCase<Key>]
}

/** Settings that are acceptable by themselves, but not together. */
function conflictsIn({ perPage, perPageMax, ...rest }: Partial<Config>): string[] {
  const conflicts = [...mailConflicts(rest), ...providerConflicts(rest), ...oauthConflicts(rest)]
  if (perPage !== undefined && perPageMax !== undefined && perPage > perPageMax)
    conflicts.push(`PER_PAGE must not be more than PER_PAGE_MAX: ${perPage} is more than ${perPageMax}.`)
  return conflicts
}

/** What an identity provider takes beside its address. */
function providerConflicts({ oidcIssuer, oidcClientId, siteUrl }: Partial<Config>): string[] {
  if (!oidcIssuer) return []
  return [
    ...(oidcClientId === '' ? ['OIDC_CLIENT_ID must be set where OIDC_ISSUER is.'] : []),
    ...(siteUrl === '' ? ['SITE_URL must be set where OIDC_ISSUER is: the provider leads back to it.'] : []),
  ]
}

/** What assistants need to sign people in. */
function oauthConflicts({ mcpOauth, mcp, oidcIssuer, siteUrl }: Partial<Config>): string[] {
  if (mcpOauth !== 'on') return []
  return [
    ...(oidcIssuer === '' ? ['OIDC_ISSUER must be set where MCP_OAUTH is on: it issues the tokens.'] : []),
    ...(siteUrl === ''
      ? ['SITE_URL must be set where MCP_OAUTH is on: tokens are issued for an address.']
      : []),
    ...(mcp !== 'full' ? [`MCP must be full where MCP_OAUTH is on: it is ${String(mcp)}.`] : []),
  ]
}

/** What mails need beside a server: a sender, and an address that links begin with whoever asks for them by which name of the host. */
function mailConflicts({ smtpUrl, mailFrom, siteUrl }: Partial<Config>): string[] {
  if (!smtpUrl) return []
  return [
    ...(mailFrom === null ? ['MAIL_FROM must be set where SMTP_URL is: mails need a sender.'] : []),
    ...(siteUrl === '' ? ['SITE_URL must be set where SMTP_URL is: the links in mails begin with it.'] : []),
  ]
}

/** How a process opens its database: its limits on a server, and where a copy of a file is put before it is brought up to date. */
export function limitsOf({ databasePoolSize, databaseTimeoutMs, backupBeforeUpgrade, dataDir }: Config) {
  return {
    connections: databasePoolSize,
    timeout_ms: databaseTimeoutMs,
    copiesIn: backupBeforeUpgrade === 'on' ? backupsIn(dataDir) : undefined,
  }
}

/** The folder of the backups that are made here. */
export function backupsIn(dataDir: string): string {
  return join(dataDir, 'backups')
}

/** A row for every setting: its documentation, the text in effect, and where that comes from. */
export function settingsTable(environment: Environment = {}, stored: StoredSettings = new Map()) {
  const filled = withFiles(environment, names)
  const fixed = namesSetIn(filled)
  return Object.entries(settings).map(([name, setting]) => {
    const isStored = !fixed.has(name) && isRunTime(name) && stored.has(name)
    const text = isStored ? (stored.get(name) ?? '') : textOf(filled.environment, name)
    const file = filled.files.get(name)
    const outside = file === undefined ? 'environment' : `the file ${file}`
    return {
      name,
      default: setting.default,
      takes: setting.value.takes,
      says: setting.says,
      example: setting.example,
      rest: 'rest' in setting ? setting.rest : undefined,
      value: shown(name, text),
      from: fixed.has(name) ? outside : isStored ? 'database' : 'default',
    }
  })
}

/** The settings that the file `.env` of the folder has as they are in effect. */
export function namesFromFile(directory: string, environment: Environment): ReadonlySet<string> {
  const file = join(directory, '.env')
  const read = existsSync(file) ? readFileOf(file) : {}
  return new Set(Object.keys(read).filter((name) => read[name] === environment[name]))
}

function shown(name: string, text: string): string {
  return secrets.has(name) && text !== '' ? '…' : withoutSecrets(text)
}

/** The text given for a setting, or its default with the settings that it names filled in. */
function textOf(environment: Environment, name: string): string {
  const given = environment[name]?.trim() ?? ''
  if (given !== '' || !isName(name)) return given
  return settings[name].default.replaceAll(/\$\{(\w+)\}/g, (_, other: string) => textOf(environment, other))
}

function isName(name: string): name is Name {
  return Object.hasOwn(settings, name)
}

function camelCase(name: string): string {
  return name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** The text that was not acceptable, on one line and without keys, unless it looks like an address with a password in it. */
function quoted(text: string): string {
  if (/\/\/.*@/s.test(text)) return ''
  const shown = withoutSecrets(text).replaceAll(/\p{Cc}+/gu, ' ')
  return `, not “${shown.slice(0, longestShown)}”`
}

const longestShown = 100
