import { hash } from 'node:crypto'
import type { Database } from './dialect.ts'

/** What is made anew whenever anything has changed that may be shown, by whichever process. */
export class Current<Value> {
  readonly #db: Pick<Database, 'revision'>
  readonly #make: () => Value
  #made: { readonly revision: number; readonly value: Value } | undefined

  constructor(db: Pick<Database, 'revision'>, make: () => Value) {
    this.#db = db
    this.#make = make
  }

  /** The one of now; who goes on using it sees nothing of later changes. */
  async get(): Promise<Value> {
    const revision = await this.#db.revision()
    if (this.#made?.revision !== revision) this.#made = { revision, value: this.#make() }
    return this.#made.value
  }
}

/**
 * Answers that took long, remembered until anything changes that may be shown, by whichever process. Those who ask while an
 * answer is being found share it. When there are more than `limit`, all are forgotten.
 */
export class Memory<Value> {
  readonly #db: Pick<Database, 'revision'>
  readonly #limit: number
  readonly #known = new Map<string, Promise<Value>>()
  #revision: number | undefined

  constructor(db: Pick<Database, 'revision'>, limit: number) {
    this.#db = db
    this.#limit = limit
  }

  /** The answer under the key, which is made of all that it follows from beside what is stored. What fails is not remembered. */
  async find(key: string, answer: () => Promise<Value>): Promise<Value> {
    // Before anything is read: a change meanwhile makes the next answer another one.
    const revision = await this.#db.revision()
    if (revision !== this.#revision) this.#known.clear()
    this.#revision = revision
    // However long the key, as much is kept of it.
    const name = hash('sha256', key, 'base64')
    const known = this.#known.get(name)
    if (known) return known
    if (this.#known.size >= this.#limit) this.#known.clear()
    const found = answer()
    this.#known.set(name, found)
    try {
      return await found
    } catch (error) {
      if (this.#known.get(name) === found) this.#known.delete(name)
      throw error
    }
  }
}
