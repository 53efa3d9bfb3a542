import type { SettingsRecord } from '../../../people/settings/settings.view.ts'
import type { ThemeColours } from '../../../people/settings/theme.ts'
import { ask } from '../api.ts'
import { changedIn } from '../record/merge.ts'
import type { Editing, RecordStore } from '../record/record.ts'

/** The colours of light or of dark pages. */
export type Colours = NonNullable<ThemeColours['light']>

/** A link of one’s own. */
export type OwnLink = SettingValues['site_links'][number]

/** The settings as the service tells them; some may be missing in other versions of it. */
export type SettingValues = Omit<SettingsRecord, 'locked' | 'posts_per_page'>
export type SettingName = keyof SettingValues

/** The settings in effect, and what fixes some of them. */
export type Told = SettingValues & Pick<SettingsRecord, 'locked'>

/** The only one of its kind. */
const theOne = 1

/** How the settings are edited. */
export const settingsEditing: Omit<Editing<Told, SettingValues>, 'says'> = {
  kind: 'settings',
  id: theOne,
  // Nothing is shown before they are read.
  blank: {} as SettingValues,
  load: async () => {
    const { body, etag, allow } = await ask<Told>('settings')
    return { record: body, form: formOf(body), etag, allow }
  },
  send: async ({ form, changed, ifMatch }) => {
    const json = Object.fromEntries(changed.map((name) => [name, form[name]]))
    return (await ask<Told>('settings', { method: 'POST', json, ifMatch })).body
  },
}

/** What is changed here: what the environment fixes is not. */
function formOf({ locked, ...values }: Told): SettingValues {
  // Those that are missing here are neither shown nor sent.
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => !Object.hasOwn(locked, name)),
  ) as unknown as SettingValues
}

/** The settings on the screen: as they are, and as they are to be. */
export class SettingStore {
  readonly record

  constructor(record: RecordStore<Told, SettingValues>) {
    this.record = record
  }

  get #told(): Told | undefined {
    return this.record.stored.value?.record
  }

  /** Whether the service knows the setting. */
  has(name: SettingName): boolean {
    return Object.hasOwn(this.#told ?? {}, name)
  }

  /** What the setting is to be, or is where it is fixed. */
  get<Name extends SettingName>(name: Name): SettingValues[Name] {
    const { value: form } = this.record.form
    return (Object.hasOwn(form, name) || !this.#told ? form : this.#told)[name]
  }

  /** What fixes the setting, if something does. */
  lockOf(name: SettingName): string | undefined {
    return this.#told?.locked[name]
  }

  /** What is wrong with the setting. */
  faultOf(name: SettingName): string | undefined {
    return this.record.faults.value[name]
  }

  /** Says what a setting is to be. */
  set<Name extends SettingName>(name: Name, value: SettingValues[Name]): void {
    this.record.set({ [name]: value })
  }

  /** How many settings differ from what is in effect. */
  get changes(): number {
    return changedIn(this.record.base.value, this.record.form.value).length
  }
}
