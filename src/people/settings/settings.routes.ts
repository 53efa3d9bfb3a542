import { isDeepStrictEqual } from 'node:util'
import { type Caller, can } from '../../http/auth/rights.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { type Config, type RunTimeName, runTimeNames, withStored } from '../../config/config.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { type RootResource, wpNamespace } from '../../http/discovery.ts'
import type { Ask, Endpoint, Faults, Lacking, Resource } from '../../http/resource.ts'
import type { Site } from '../../http/site.ts'
import { noParams } from '../../pure/params/path.ts'
import type { Shown } from './settings.live.ts'
import { themeFault } from './theme.ts'
import { forms, restName, type SentSettings, settingNamed, settingsParams } from './settings.params.ts'
import { logoFile } from './settings.query.ts'
import { type Locked, settingsView } from './settings.view.ts'
import { type SettingChanges, storeSettings } from './settings.write.ts'

/** What settings are told and changed by. */
export interface SettingsParts extends Shown {
  readonly db: Database
}

const path = '/settings'

/** The address of the settings below each namespace. */
export function settingsResource(parts: SettingsParts): Resource {
  return { ...described(parts), path, isExtension: true }
}

/** The same where clients of the original look for them. */
export function wpSettingsResource(parts: SettingsParts): RootResource {
  return { ...described(parts), namespace: wpNamespace, path: `/${wpNamespace}${path}` }
}

function described(parts: SettingsParts) {
  return { pathParams: noParams, endpoints: [readEndpoint(parts), changeEndpoint(parts)], lacks }
}

async function lacks(caller: Caller): Promise<Lacking> {
  if (can(caller, 'manage_settings')) return {}
  const right = 'manage_settings'
  return { GET: right, POST: right, PUT: right, PATCH: right }
}

function readEndpoint(parts: SettingsParts): Endpoint {
  return {
    methods: ['GET'],
    summary: 'Read the settings that may be changed while the service runs, and what fixes the others.',
    title: 'Read the settings that may be changed',
    params: noParams,
    answer: { status: 200, says: 'The settings in effect.', schema: 'Settings' },
    handle: async ({ site }) => ({ body: viewOf(parts, site) }),
  }
}

function changeEndpoint(parts: SettingsParts): Endpoint<object, SentSettings> {
  return {
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Change settings: what is sent changes, what is not stays, and null is as it was without.',
    params: settingsParams,
    answer: { status: 200, says: 'The settings in effect.', schema: 'Settings' },
    check: ({ params }) => faultsIn(parts, params),
    handle: async (ask) => {
      const { live, db } = parts
      await ask.assertMatch(async () => viewOf(parts, ask.site))
      const changes = changesIn(parts, ask)
      const body = await db.write(async (tx) => {
        await storeSettings(tx, changes, { by: ask.caller.id, now: epochSeconds(ask.now) })
        return viewOf(parts, ask.site, await live.foreseen(tx))
      })
      await live.follow()
      return { body }
    },
  }
}

function viewOf(
  parts: SettingsParts,
  site: Site,
  config: Config = parts.live.config,
): Record<string, unknown> {
  return settingsView(config, parts.theme, { site, locked: lockedBy(parts) })
}

/** What a setting would be told as with this text. */
function valueOf({ live }: SettingsParts, name: RunTimeName, text: string): unknown {
  const unfixed = { ...live.config, fixed: new Set<string>() }
  return forms[name].shown(withStored(unfixed, new Map([[name, text]])))
}

/** Faults that take looking elsewhere. */
async function faultsIn({ db }: SettingsParts, { theme, site_logo: logo }: SentSettings): Promise<Faults> {
  const fault = typeof theme === 'string' ? await themeFault(JSON.parse(theme)) : undefined
  const isMissing = typeof logo === 'string' && Number(logo) > 0 && !(await logoFile(db.read, Number(logo)))
  return {
    ...(fault === undefined ? {} : { theme: fault }),
    ...(isMissing ? { site_logo: `must be the ID of an image, and none has the ID ${logo}` } : {}),
  }
}

/** What fixes the settings that cannot be changed here. */
function lockedBy({ live, theme }: SettingsParts): Locked {
  const fixed = runTimeNames.filter((name) => live.config.fixed.has(name))
  return {
    ...Object.fromEntries(fixed.map((name) => [restName(name), name])),
    ...(theme.name === undefined ? {} : { title: 'THEME_FILE' }),
    ...(theme.logo ? { site_logo: 'THEME_FILE' } : {}),
    ...(theme.colours ? { theme: 'THEME_FILE' } : {}),
    url: 'SITE_URL',
    posts_per_page: 'PER_PAGE',
  }
}

/** The changes that were sent; throws 409 where one is of what is fixed and would not leave it as it is. */
function changesIn(parts: SettingsParts, { params, site }: Ask<object, SentSettings>): SettingChanges {
  const locked = lockedBy(parts)
  const shown = viewOf(parts, site)
  const isLocked = (name: string) => Object.hasOwn(locked, name)
  const refused = Object.entries(params).filter(([name, sent]) => {
    if (name === 'locked' || !isLocked(name)) return false
    const setting = settingNamed(name)
    if (setting === undefined) return !isDeepStrictEqual(sent, shown[name])
    return typeof sent !== 'string' || !isDeepStrictEqual(valueOf(parts, setting, sent), shown[name])
  })
  if (refused.length > 0) {
    const names = refused.map(([name]) => `“${name}” (${locked[name]})`).join(', ')
    throw new ApiError('rest_setting_locked', { names }, { data: { params: refused.map(([name]) => name) } })
  }
  const changes = Object.entries(params).flatMap(([name, sent]) => {
    const setting = isLocked(name) ? undefined : settingNamed(name)
    return setting === undefined ? [] : [[setting, sent] as const]
  })
  // Each was read into a text, or null.
  return Object.fromEntries(changes) as SettingChanges
}
