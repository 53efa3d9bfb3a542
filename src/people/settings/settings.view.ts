import { Type, type Static } from 'typebox'
import { byAnyName } from '../../pure/params/byAnyName.ts'
import { type Config, type RestName, type RunTimeName, runTimeNames } from '../../config/config.ts'
import type { Site } from '../../http/site.ts'
import type { Theme } from './theme.ts'
import { forms, restName } from './settings.params.ts'

/** The schemas of the settings that may be changed, by their names over REST. */
type Schemas = { [Name in RunTimeName as RestName<Name>]: (typeof forms)[Name]['schema'] }

/** The settings as clients of the original know them, and ours. */
export const settingsRecord = Type.Object({
  // The names that stand in the table of settings.
  ...(Object.fromEntries(runTimeNames.map((name) => [restName(name), forms[name].schema])) as Schemas),
  url: Type.String({ format: 'uri', description: 'The address of the public pages, by SITE_URL.' }),
  posts_per_page: Type.Integer({ description: 'The records on a page of a list, by PER_PAGE.' }),
  locked: byAnyName(Type.String(), {
    description:
      'By the name of each member that cannot be changed here: what sets it, such as a variable of the environment.',
  }),
})

export type SettingsRecord = Static<typeof settingsRecord>

/** What fixes each setting that cannot be changed over REST, by its name there. */
export type Locked = Readonly<Record<string, string>>

/** The settings in effect, as their record; what the theme file says goes before them. */
export function settingsView(
  config: Config,
  theme: Pick<Theme, 'name' | 'colours'>,
  { site, locked }: { readonly site: Site; readonly locked: Locked },
): Record<string, unknown> {
  return {
    ...Object.fromEntries(runTimeNames.map((name) => [restName(name), forms[name].shown(config)])),
    ...(theme.name === undefined ? {} : { title: theme.name }),
    ...(theme.colours === undefined ? {} : { theme: theme.colours }),
    url: site.home,
    posts_per_page: config.perPage,
    locked,
  }
}
