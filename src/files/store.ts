import type { Readable } from 'node:stream'

/** What is known of a file without reading it. */
export interface FileFacts {
  /** Of the whole file, in bytes. */
  readonly size: number
  /** When it was put there, in epoch seconds, rounded down. */
  readonly modifiedAt: number
  /** Another one whenever the bytes are others; means something to its store only. */
  readonly version: string
}

/** From the first to the last byte, both included, as HTTP counts them (RFC 9110, 14.1.2). */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A file being read; whoever opens it reads the stream to its end or destroys it. */
export interface OpenedFile extends FileFacts {
  readonly stream: Readable
}

/** A file as a list tells it. */
export interface ListedFile extends Pick<FileFacts, 'size' | 'modifiedAt'> {
  readonly key: string
}

/** There is no room left for a file; nothing was kept of it. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull'

  constructor(options?: ErrorOptions) {
    super('The disk that files are kept on is full.', options)
  }
}

/** Where files are kept cannot be reached, or is not up to it, at this moment: the same may work later. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway'

  constructor(options?: ErrorOptions) {
    const reason = options?.cause instanceof Error ? options.cause.message : ''
    super(`Where files are kept cannot be reached${reason === '' ? '.' : `: ${reason}`}`, options)
  }
}

/**
 * Where files are kept, each under a key like `2026/11/big-300x200.png`. Under a key there is a whole file or none, at
 * every moment and after every crash. A key that {@link isKey} does not accept is refused with a RangeError. Whatever asks a
 * service elsewhere may throw {@link StoreAway}.
 */
export interface FileStore {
  /** Keeps the bytes under the key, in the place of what is there; when it resolves they outlast a crash. Throws {@link StoreFull}. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Like `put`, but leaves a file that is there already alone: then false. Of several at once, one gets true. */
  create(key: string, bytes: Uint8Array, contentType: string): Promise<boolean>
  /** The file, or the range of it, which is cut at its end; a RangeError when it begins behind the end. */
  open(key: string, range?: ByteRange): Promise<OpenedFile | undefined>
  stat(key: string): Promise<FileFacts | undefined>
  /** Removes the files that are there; what is not there is no error. */
  remove(keys: readonly string[]): Promise<void>
  /** The files below a folder (`''`, `2026/`, `2026/11/`), in no particular order. */
  list(folder: string): AsyncIterable<ListedFile>
  /** Removes what puts that never ended have left, if it is not younger than this epoch second; answers how many. */
  removePartial(upTo: number): Promise<number>
}

/** Longer than any upload takes: younger files may still be on their way, or waiting for their record, in milliseconds. */
export const uploadTime_ms = 60 * 60_000

/** Long enough for every name that `names.ts` makes, and short enough for every file system. */
const maxKeyLength = 200

/** What a segment may be: no dot file, no `..`, no dot at its end, nothing that Windows takes for a device. */
const segment = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[\da-z](?:[\da-z_-]|\.(?!\.|$))*$/

/**
 * Whether a text may be a key: segments of lower-case ASCII letters, digits, `-`, `_` and single dots, so that it is one
 * file name on every file system (case folding ones too), one object key and one URL path, and never leads elsewhere.
 */
export function isKey(text: string): boolean {
  return text.length <= maxKeyLength && text.split('/').every((part) => segment.test(part))
}

/** Throws a RangeError when the text may not be a key. */
export function assertKey(text: string): void {
  if (!isKey(text))
    throw new RangeError(`Not the key of a file: ${JSON.stringify(text.slice(0, maxKeyLength))}`)
}

/** Throws a RangeError when the text names no folder: `''`, or a key with a slash behind it. */
export function assertFolder(text: string): void {
  if (text !== '' && !(text.endsWith('/') && isKey(text.slice(0, -1)))) {
    throw new RangeError(`Not a folder of files: ${JSON.stringify(text.slice(0, maxKeyLength))}`)
  }
}
