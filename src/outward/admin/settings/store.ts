import type { ThemeColours } from '../../../people/settings/theme.ts'
import { ask } from '../api.ts'
import { changedIn } from '../record/merge.ts'
import type { Editing, RecordStore } from '../record/record.ts'

/** The colours of light or of dark pages. */
export type Colours = NonNullable<ThemeColours['light']>

/** A link of one’s own. */
export interface OwnLink {
  readonly text: string
  readonly url: string
}

/** The settings as the service tells them; some may be missing in other versions of it. */
export interface SettingValues {
  readonly title: string
  readonly description: string
  readonly url: string
  readonly language: string
  readonly timezone: string
  readonly week_starts: string
  readonly day_turn: string
  readonly site_logo: number | null
  readonly theme: ThemeColours
  readonly site_links: readonly OwnLink[]
  readonly footer_links: readonly OwnLink[]
  readonly map_tiles: string
  readonly map_attribution: string
  readonly security_contact: string
  readonly accessibility_contact: string
  readonly accessibility_enforcement: string
  readonly accessibility_status: string
  readonly accessibility_exceptions: string
  readonly currency_symbol: string
  readonly currency_code: string
  readonly currency_position: string
  readonly geo_unit: string
  readonly cancelled_days: number
  readonly submissions: string
  readonly submissions_queue: number
}
export type SettingName = keyof SettingValues

/** The settings in effect, and what fixes some of them. */
export type Told = SettingValues & { readonly locked: Readonly<Record<string, string>> }

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
