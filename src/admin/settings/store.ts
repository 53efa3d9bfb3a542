import { computed, signal } from '@preact/signals'
import { ask } from '../api.ts'
import { fieldFaults } from '../faults.ts'
import { settle } from '../settle.ts'
import { say } from '../toasts.tsx'
import { t } from './texts.ts'

/** The colours of light or of dark pages. */
export interface Colours {
  readonly accent?: string
  readonly paper?: string
  readonly surface?: string
  readonly ink?: string
}

/** The colours and fonts of the pages. */
export interface ThemeColours {
  readonly light?: Colours
  readonly dark?: Colours
  readonly fonts?: object
}

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
  readonly currency_symbol: string
  readonly currency_code: string
  readonly currency_position: string
  readonly geo_unit: string
  readonly cancelled_days: number
  readonly submissions: string
  readonly submissions_queue: number
}
export type SettingName = keyof SettingValues

type Told = SettingValues & { readonly locked: Readonly<Record<string, string>> }

/** Where what was typed and not saved is kept in this browser. */
const storedAs = 'kalends.settings'

/** The settings on the screen: as they are, and as they are to be. */
export class SettingStore {
  readonly #told
  readonly #wanted
  /** What is wrong with each setting; what is wrong with none has an empty name. */
  readonly faults = signal<Readonly<Record<string, string>>>({})
  /** Which settings differ from what is in effect. */
  readonly changed

  private constructor(told: Told) {
    this.#told = signal(told)
    this.#wanted = signal<Partial<SettingValues>>(keptIn())
    this.changed = computed(() => {
      const { value: now } = this.#told
      return Object.entries(this.#wanted.value).filter(
        ([name, value]) =>
          !Object.hasOwn(now.locked, name) &&
          JSON.stringify(value) !== JSON.stringify(now[name as SettingName]),
      )
    })
  }

  /** Reads the settings. Throws as {@link ask}. */
  static async read(): Promise<SettingStore> {
    return new SettingStore((await ask<Told>('settings')).body)
  }

  /** Whether the service knows the setting. */
  has(name: SettingName): boolean {
    return Object.hasOwn(this.#told.value, name)
  }

  /** What the setting is to be. */
  get<Name extends SettingName>(name: Name): SettingValues[Name] {
    return this.#wanted.value[name] ?? this.#told.value[name]
  }

  /** What fixes the setting, if something does. */
  lockOf(name: SettingName): string | undefined {
    return this.#told.value.locked[name]
  }

  /** What is wrong with the setting. */
  faultOf(name: SettingName): string | undefined {
    return this.faults.value[name]
  }

  /** Says what a setting is to be; it is kept in this browser until it is saved. */
  set<Name extends SettingName>(name: Name, value: SettingValues[Name]): void {
    this.#want({ ...this.#wanted.value, [name]: value })
    const { [name]: _gone, ...others } = this.faults.value
    this.faults.value = others
  }

  /** Forgets what was typed. */
  putBack(): void {
    this.#want({})
    this.faults.value = {}
  }

  /** Saves what has changed. */
  save(): Promise<void> {
    return settle(
      ask<Told>('settings', { method: 'POST', json: Object.fromEntries(this.changed.value) }),
      ({ body }) => {
        this.#told.value = body
        this.putBack()
        say(t('saved'))
      },
      (error) => {
        this.faults.value = fieldFaults(error)
      },
    )
  }

  #want(wanted: Partial<SettingValues>): void {
    this.#wanted.value = wanted
    if (Object.keys(wanted).length === 0) localStorage.removeItem(storedAs)
    else localStorage.setItem(storedAs, JSON.stringify(wanted))
  }
}

function keptIn(): Partial<SettingValues> {
  try {
    // Only this screen writes it; the service checks all of it.
    return JSON.parse(localStorage.getItem(storedAs) ?? '{}') as Partial<SettingValues>
  } catch {
    return {}
  }
}
