import { firstDayOf } from '../../pure/calendar/period.ts'
import type { Config } from '../../config/config.ts'
import { mediaPath } from '../../records/media/media.record.ts'
import { following, type InEffect, type Shown } from '../../people/settings/settings.live.ts'
import { type Assets, loadAssets, withTheme } from './assets.ts'
import { createLocales } from '../../pure/locale/locale.ts'
import type { WebOptions } from './pages.options.ts'
import { readTheme, stylesheetOf, type Theme, themeFault } from '../../people/settings/theme.ts'
import type { Visit } from './visit.ts'

/** What pages show of the settings. */
export type Look = Pick<
  WebOptions,
  | 'siteName'
  | 'siteDescription'
  | 'assets'
  | 'logo'
  | 'tiles'
  | 'siteLinks'
  | 'footerLinks'
  | 'contact'
  | 'formerBases'
  | 'localeFor'
  | 'firstDay'
>

/** The theme of the settings; throws an error with a sentence for the operator where it, or SITE_THEME, is not acceptable. */
export async function themeOf({ themeFile, siteTheme, fixed }: Config): Promise<Theme> {
  const fault = fixed.has('SITE_THEME') ? await themeFault(siteTheme) : undefined
  if (fault !== undefined) throw new Error(`SITE_THEME ${fault}`)
  return readTheme(themeFile)
}

/** What pages show of the settings, at any time the current ones. */
export async function followLook({ live, theme }: Shown): Promise<Look> {
  const assets = await loadAssets(theme)
  const made = (of: InEffect) => ({ of, look: lookOf(of, theme, assets) })
  let last = made(live.inEffect)
  return following(last.look, () => {
    if (last.of !== live.inEffect) last = made(live.inEffect)
    return last.look
  })
}

function lookOf({ config, logoFile }: InEffect, theme: Theme, assets: Assets): Look {
  return {
    siteName: theme.name ?? config.siteName,
    siteDescription: config.siteDescription,
    assets: withTheme(assets, theme.colours ? theme.css : stylesheetOf(config.siteTheme)),
    logo: theme.logo ? assets.url({ path: '' }, theme.logo.name) : logoFile && `${mediaPath}/${logoFile}`,
    tiles: { url: config.mapTiles, attribution: config.mapAttribution },
    siteLinks: config.siteLinks,
    footerLinks: config.footerLinks,
    contact: {
      security: config.securityContact,
      accessibility: config.accessibilityContact,
      enforcement: config.accessibilityEnforcement,
      status: config.accessibilityStatus,
      exceptions: config.accessibilityExceptions,
    },
    formerBases: config.formerPaths,
    localeFor: createLocales(config.siteLocale, config.weekStarts),
    firstDay: firstDayOf(config.weekStarts),
  }
}

/** The address of the picture that stands for the site: its logo, else ours. */
export function iconUrl({ site, assets, logo }: Pick<Visit, 'site' | 'assets' | 'logo'>): string {
  return logo === undefined ? assets.url(site, 'icon.svg') : site.path + logo
}
