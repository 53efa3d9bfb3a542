import { type Dependence, sizeOf as sizeOfDependence } from '../storage/index/steps.ts'
import { codedEtag, type Coding, codingFor, compressed, leastCompressed } from './coding.ts'

/** From when and until when (exclusive) an answer holds as long as nothing is written, in epoch seconds. */
export interface Holds {
  readonly from: number
  readonly until: number
}

/** An answer in one content coding, ready to be sent. */
export interface Form {
  readonly body: Buffer
  /** Names and values in turn, as `writeHead` takes them. */
  readonly headers: string[]
  /** The same for the 304 to a client that has the body already. */
  readonly unmodified: string[]
}

/** When an answer was made, for how long it holds, by which route, and of what. */
interface MadeAt {
  readonly revision: number
  readonly holds: Holds
  readonly route?: string | undefined
  readonly dependsOn?: Dependence | undefined
}

/** An answer for all who ask the same, in the content codings that have been asked for. */
export class KeptAnswer {
  readonly etag: string
  /** At which it was made, or found to be what would be made. */
  revision: number
  readonly holds: Holds
  /** Of what it was made, as long as it may hold beyond its revision. */
  dependsOn: Dependence | undefined
  /** The pattern of the route that has made it. */
  readonly route: string | undefined
  /** The most it takes, in bytes. */
  readonly size: number
  readonly #headers: readonly (readonly [string, string])[]
  readonly #plain: Form
  readonly #coded = new Map<Coding, Form | Promise<Form>>()

  constructor(
    answer: { headers: Readonly<Record<string, string>>; etag: string; body: Buffer },
    { revision, holds, route, dependsOn }: MadeAt,
  ) {
    this.etag = answer.etag
    this.revision = revision
    this.holds = holds
    this.dependsOn = dependsOn
    this.route = route
    this.#headers = Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value])
    this.#plain = this.#form(answer.body, answer.etag)
    // Each of the two codings takes half of the body at most; headers stand in memory six times.
    this.size =
      2 * answer.body.length +
      6 * this.#plain.headers.join().length +
      (dependsOn ? sizeOfDependence(dependsOn) : 0)
  }

  /** The answer in a coding that the client accepts; a promise while it is being compressed, once for all who wait. */
  formFor(accepted: string | undefined): Form | Promise<Form> {
    const coding = codingFor(accepted)
    if (coding === 'identity' || this.#plain.body.length < leastCompressed) return this.#plain
    const known = this.#coded.get(coding)
    if (known !== undefined) return known
    const made = this.#compress(coding)
    this.#coded.set(coding, made)
    return made
  }

  async #compress(coding: Coding): Promise<Form> {
    const smaller = await compressed(this.#plain.body, coding).catch(() => undefined)
    const form = smaller ? this.#form(smaller, codedEtag(this.etag, coding), coding) : this.#plain
    this.#coded.set(coding, form)
    return form
  }

  #form(body: Buffer, etag: string, coding?: Coding): Form {
    const coded: [string, string][] = coding === undefined ? [] : [['content-encoding', coding]]
    const headers = [...this.#headers, ['etag', etag] as const]
    return {
      body,
      headers: [...headers, ...coded, ['content-length', String(body.length)]].flat(),
      unmodified: headers.filter(([name]) => name !== 'content-type').flat(),
    }
  }
}
