import type { Declaration, Declared } from '../../fields/own/declaration.ts'
import { type Language, spokenIn } from '../../pure/text/language.ts'
import type { Database, Reader } from '../../storage/db/dialect.ts'
import { readDeclarations } from './own.query.ts'
import { declaredMark } from './own.write.ts'

/**
 * The fields that are declared, as every room asks for them: one memory of a process, followed with the settings, among which a mark says
 * whether something of it has changed, so that calendars without fields ask nothing more. Views, filters and documents read it; writes read
 * the table again within their transaction (`own.write.ts`).
 */
export class LiveDeclared implements Declared {
  readonly #db: Pick<Database, 'read'>
  readonly #config: { readonly siteLocale: string }
  #all: readonly Declaration[] = []
  #mark: string | undefined

  constructor(db: Pick<Database, 'read'>, config: { readonly siteLocale: string }) {
    this.#db = db
    this.#config = config
  }

  /** The same list until something of it changes. */
  get all(): readonly Declaration[] {
    return this.#all
  }

  get language(): Language {
    return languageOf(this.#config)
  }

  /** Reads all of them. */
  async read(): Promise<void> {
    this.#all = await readDeclarations(this.#db.read)
  }

  /** Reads them anew where the stored settings have another mark than before. */
  async follow(stored: ReadonlyMap<string, string>): Promise<void> {
    const mark = stored.get(declaredMark)
    if (mark === this.#mark) return
    await this.read()
    this.#mark = mark
  }
}

/** The fields that are declared now, for what reads once and ends. */
export async function declaredIn(db: Reader, config: { readonly siteLocale: string }): Promise<Declared> {
  return { all: await readDeclarations(db), language: languageOf(config) }
}

function languageOf({ siteLocale }: { readonly siteLocale: string }): Language {
  return spokenIn(siteLocale)?.language ?? 'en'
}
