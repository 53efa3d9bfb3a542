import type { Readable } from 'node:stream'
import type { TObject } from 'typebox'
import type { Caller, Right } from './auth/rights.ts'
import type { ApiError, RefusalCode } from '../pure/errors/errors.ts'
import type { Fault } from '../pure/params/parameter.ts'
import type { Live } from './liveAnswer.ts'
import type { Dependence } from '../storage/index/steps.ts'
import type { Site } from './site.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A file in a request: its bytes, and the name it was sent with. */
export interface UploadedFile {
  readonly name: string
  readonly bytes: Buffer
}

/** What a handler is given: who asks for what, with which parameters, and when. */
export interface Ask<Path = object, Params = object> {
  readonly path: Path
  readonly params: Params
  /** The names of the parameters that were sent: an update touches only these (D7). */
  readonly given: ReadonlySet<string>
  readonly caller: Caller
  /** The address of the client. */
  readonly from: string
  readonly site: Site
  readonly now: Temporal.Instant
  /** The query as it was sent, with its question mark; empty for none. */
  readonly search: string
  /** The media types the client would have, as it says. */
  readonly accept: string | undefined
  /** The value of the header that the resource reads, where it reads one. */
  readonly header?: string | undefined
  /** The file that came with the request. */
  readonly file: UploadedFile | undefined
  /**
   * Throws 412 when the request carries an If-Match that the record, as a read answers it now, does not meet (D38); several where
   * reads have it in several forms.
   */
  readonly assertMatch: (...forms: readonly (() => Promise<unknown>)[]) => Promise<void>
}

/** What a handler answers: the body before `_fields` and the like, and the headers that belong to it. */
export interface Answer {
  readonly status?: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string | number>>
  /** When what is shown last changed, in epoch seconds, where that has a meaning (D38). */
  readonly modifiedAt?: number
  /**
   * Until when the body stays the same as long as nothing is written, in epoch seconds (exclusive); Infinity: always.
   * Without it, for the second of the request only.
   */
  readonly holdsUntil?: number | undefined
  /**
   * What of events and terms it is made of, beside what `widening` names: with it, it is kept beyond transactions that touch nothing
   * of this. Without it, it goes with the next one.
   */
  readonly dependsOn?: Dependence | undefined
  /** Sent instead of the body. */
  readonly stream?: Streamed
  /** Sent instead of the body, for as long as the reader stays. */
  readonly live?: Live
}

/** A text other than JSON, or the bytes of a file, that is sent while it is made; `_fields` and the like do not apply to it. */
export interface Streamed {
  readonly contentType: string
  /** Known before the text is made: it changes whenever a byte of the text may change (RFC 9110, 8.8.3). */
  readonly etag: string
  /** Headers of its own, such as its name as a file. */
  readonly headers?: Readonly<Record<string, string | number>>
  /** Starts making the text; not called when the reader has it already. May still throw refusals, and its answer may be left unread. */
  open(): Promise<AsyncIterable<string> | Readable>
}

/** Why parameters were not accepted: by name, the end of the sentence “{name} …”. */
export type Faults = Readonly<Record<string, string>>

/** What checks have found: texts are faults of values. */
export type Checked = Readonly<Record<string, string | Fault>>

/** How an answer is documented: `schema` names a record among the document's components. */
export interface AnswerShape {
  readonly status: number
  readonly says: string
  readonly schema: string
  /** The media types there are to choose from, or the only one; JSON alone unless it says otherwise. */
  readonly mediaTypes?: readonly string[]
}

/** Methods of a resource that take the same parameters and do the same. Generic over the decoded values. */
export interface Endpoint<Path = object, Params = object> {
  readonly methods: readonly Method[]
  readonly summary: string
  /** Its heading in the documents, where that is not the beginning of the summary: at most 60 characters, no full stop. */
  readonly title?: string
  /** What the operation is called in the documents, whole, where the rule (`openapi.names.ts`) would name a record and no deed. */
  readonly operation?: string
  readonly params: TObject
  readonly answer: AnswerShape
  /** What was sent, as it is meant: where names of parameters depend on what the calendar has declared. */
  meant?(sent: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  /** The parameters whose values are records of their own, or lists of these. */
  readonly nested?: Readonly<Record<string, Nested>>
  /** A file may come with the request, as a part of a form. */
  readonly takesFile?: true
  /** The answer, or one like this, has a secret that is shown this once: it is not kept for who sends the same again. */
  readonly showsSecret?: true | ((answer: Answer) => boolean)
  /** Checks that need the database, of parameters that could be read; reported together with the faults of the others. */
  check?(ask: Ask<Path, Partial<Params>>): Promise<Checked>
  handle(ask: Ask<Path, Params>): Promise<Answer>
}

/** What a record within another one is sent with, and the name of its schema. */
export interface Nested {
  readonly params: TObject
  readonly schema: string
}

/** The right that a method would need and the caller lacks; what may be done is not there. */
export type Lacking = Partial<Record<Method, Right>>

/** One address of the service, with everything that may be done there, in the order in which `Allow` names it. */
export interface Resource<Path = object> {
  /** Below the namespace, with parameters as `{id}` (digits) or `{slug}` (anything but a slash). */
  readonly path: string
  /** What the parameters in the path mean. They come from the path alone: nothing in body or query replaces them (D1). */
  readonly pathParams: TObject
  readonly endpoints: readonly Endpoint<Path, never>[]
  /** An extension of ours: the index of the namespace, which clients of the original compare, leaves it out; everything else shows it. */
  readonly isExtension?: true
  /** The largest body in bytes, where it is not the usual BODY_LIMIT. */
  readonly bodyLimit?: number
  /** By method, the code under which clients of the original know the want of its right, where that is no `rest_forbidden`. */
  readonly refuses?: Partial<Record<Method, RefusalCode>>
  /** Required parameters are asked for after the rights, as the original has it at these addresses. */
  readonly asksLast?: true
  /** The header that answers depend on beside the usual ones, in lower case. */
  readonly readsHeader?: string
  /** A header without which nothing is done here, and what it has to say. */
  readonly takesHeader?: { readonly header: string; readonly text: string }
  /** The refusal as clients of this address know it, where that is another form. */
  reword?(error: ApiError): ApiError
  /** By method, the right that it needs and the caller lacks at this path now; both `Allow` and refusals follow from it. */
  lacks(caller: Caller, path: Path): Promise<Lacking>
}

/** The media type of the records of the service. */
export const jsonType = 'application/json'

/** Whether `Accept` decides what an endpoint answers with. */
export function isNegotiated({ answer }: Pick<Endpoint, 'answer'>): boolean {
  return (answer.mediaTypes?.length ?? 1) > 1
}

/** The methods of a resource, in order. */
export function methodsOf(resource: Pick<Resource, 'endpoints'>): Method[] {
  return resource.endpoints.flatMap(({ methods }) => methods)
}
