import type { Readable } from 'node:stream'

/** What is known about a file without reading it. */
export interface FileFacts {
  /** The size of the whole file, in bytes. */
  readonly size: number
  /** When it was stored, in epoch seconds, rounded down. */
  readonly modifiedAt: number
  /** Changes whenever the bytes change; only its store understands it. */
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

/** A file in a list. */
export interface ListedFile extends Pick<FileFacts, 'size' | 'modifiedAt'> {
  readonly key: string
}

/** The storage is full; nothing of the file was kept. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull'

  constructor(options?: ErrorOptions) {
    super('The disk that files are kept on is full.', options)
  }
}

/** The storage cannot be reached, or is overloaded, at this moment: the same may work later. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway'

  constructor(options?: ErrorOptions) {
    const reason = options?.cause instanceof Error ? options.cause.message : ''
    super(`Where files are kept cannot be reached${reason === '' ? '.' : `: ${reason}`}`, options)
  }
}

/**
 * A storage of files, each under a key like `2026/11/big-300x200.png`. Under a key there is a whole file or none, at every
 * moment and after every crash. A key that {@link isKey} does not accept is refused with a RangeError. Methods that use a
 * remote service may throw {@link StoreAway}.
 */
export interface FileStore {
  /** Stores the bytes under the key, replacing a file there; when it resolves they survive a crash. Throws {@link StoreFull}. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Like `put`, but never replaces a file: then it answers false. Of several calls at once, one gets true. */
  create(key: string, bytes: Uint8Array, contentType: string): Promise<boolean>
  /** The file, or a range of it, which is cut at its end; throws a RangeError when the range begins after the end. */
  open(key: string, range?: ByteRange): Promise<OpenedFile | undefined>
  stat(key: string): Promise<FileFacts | undefined>
  /** Removes the files; missing ones are no error. */
  remove(keys: readonly string[]): Promise<void>
  /** The files below a folder (`''`, `2026/`, `2026/11/`), in no particular order. */
  list(folder: string): AsyncIterable<ListedFile>
  /** Removes partial files of interrupted writes that are not younger than this epoch second; answers how many. */
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

/** Throws a RangeError when the text is no folder: `''`, or a key with a slash after it. */
export function assertFolder(text: string): void {
  if (text !== '' && !(text.endsWith('/') && isKey(text.slice(0, -1)))) {
    throw new RangeError(`Not a folder of files: ${JSON.stringify(text.slice(0, maxKeyLength))}`)
  }
}
