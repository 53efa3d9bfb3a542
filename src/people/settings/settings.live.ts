import { type Config, type StoredSettings, withStored } from '../../config/config.ts'
import type { Theme } from './theme.ts'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import { logoFile, readSettings } from './settings.query.ts'

/** What is followed with the settings, given these as they are stored. */
type Also = (stored: StoredSettings) => Promise<void>

/** What is in effect: the settings, and the file of the logo that they name. */
export interface InEffect {
  readonly config: Config
  readonly logoFile: string | undefined
}

/**
 * The settings in effect: those of the environment, and below them those of the database, which are read anew after anything was
 * written, by whichever process. All who hold {@link LiveSettings.config} see a change from the next request on.
 */
export class LiveSettings {
  readonly #db: Database
  readonly #given: Config
  #inEffect: InEffect
  /** What was last made of stored settings. */
  #made: { readonly said: string; readonly config: Config } | undefined
  /** The current settings: each member is read when it is asked for, so take it late. */
  readonly config: Config
  #seen: number | undefined
  #reading: Promise<void> = Promise.resolve()
  readonly #others: Also[] = []

  constructor(db: Database, given: Config) {
    this.#db = db
    this.#given = given
    this.#inEffect = { config: given, logoFile: undefined }
    this.config = following(given, () => this.#inEffect.config)
  }

  /** What is in effect now; the same object until it changes. */
  get inEffect(): InEffect {
    return this.#inEffect
  }

  /**
   * Resolves when all is in effect that was acknowledged before. Where the database cannot be asked, what was known stays: whoever
   * goes on to ask it learns of that.
   */
  async follow(): Promise<void> {
    try {
      const revision = await this.#db.revision()
      if (revision !== this.#seen) {
        this.#seen = revision
        this.#reading = this.#read(revision)
      }
      await this.#reading
    } catch {
      this.#seen = undefined
    }
  }

  /** Has something else be followed with the settings, which say whether it has changed. */
  alsoFollow(also: Also): void {
    this.#others.push(also)
  }

  /** The settings that are in effect once a transaction is committed, as it sees the database. */
  async foreseen(db: Reader): Promise<Config> {
    return withStored(this.#given, await readSettings(db))
  }

  async #read(revision: number): Promise<void> {
    const stored = await readSettings(this.#db.read)
    for (const also of this.#others) await also(stored)
    const config = this.#configOf(stored)
    const read = { config, logoFile: await logoFile(this.#db.read, config.siteLogo) }
    // Another one, begun after a later change, may have been quicker.
    if (this.#seen === revision && !isSame(read, this.#inEffect)) this.#inEffect = read
  }

  /** After nearly all writes they are what they were: to read and compare all took each write as long as two statements. */
  #configOf(stored: StoredSettings): Config {
    const said = JSON.stringify([...stored])
    if (said !== this.#made?.said) this.#made = { said, config: withStored(this.#given, stored) }
    return this.#made.config
  }
}

function isSame(one: InEffect, other: InEffect): boolean {
  if (one.logoFile !== other.logoFile) return false
  return one.config === other.config || JSON.stringify(one.config) === JSON.stringify(other.config)
}

/** An object whose members are at any time those of another one. */
export function following<Value extends object>(like: Value, current: () => Value): Value {
  const members = Object.keys(like).map((name) => {
    return [name, { enumerable: true, get: () => current()[name as keyof Value] }] as const
  })
  // It has all members of the value.
  return Object.defineProperties({}, Object.fromEntries(members)) as Value
}

/** What decides how the site looks and is called. */
export interface Shown {
  readonly live: LiveSettings
  /** What the theme file says goes before settings. */
  readonly theme: Theme
}
