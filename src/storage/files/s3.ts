import { Readable } from 'node:stream'
import type * as Sdk from '@aws-sdk/client-s3'
import {
  assertFolder,
  assertKey,
  type ByteRange,
  type FileFacts,
  type FileStore,
  isKey,
  type ListedFile,
  type OpenedFile,
  StoreAway,
} from './store.ts'
import type { S3Settings } from '../../config/storePlace.ts'

/** How long a connection may take to be made, and how long it may be silent, in milliseconds. */
const connectionTimeout = 5_000
const socketTimeout = 30_000
/** How many keys one request may remove, and how many one answer lists. */
const mostKeys = 1000
/** How often creating a file is tried while others write the same key. */
const mostAttempts = 3

interface Connection {
  readonly sdk: typeof Sdk
  readonly client: Sdk.S3Client
}

/**
 * Keeps files in a bucket of an S3-compatible service, which itself guarantees that objects are whole and durable. The SDK is
 * loaded with the first file. With services that do not know `If-None-Match`, the last of several simultaneous creations wins.
 * Throws where the SDK is not installed: it is an optional package, a tenth of all that an installation takes.
 */
export function createS3Store(settings: S3Settings, keysAtOnce = mostKeys): FileStore {
  assertInstalled('@aws-sdk/client-s3')
  return new S3Store(settings, keysAtOnce)
}

function assertInstalled(name: string): void {
  try {
    import.meta.resolve(name)
  } catch (cause) {
    const message = `A bucket for images (MEDIA_STORE) needs the package ${name}, which is not installed. Install it beside Kalends: npm install ${name}`
    throw new Error(message, { cause })
  }
}

class S3Store implements FileStore {
  readonly #settings: S3Settings
  /** The prefix of all keys in the bucket. */
  readonly #below: string
  readonly #keysAtOnce: number
  #connecting: Promise<Connection> | undefined

  constructor(settings: S3Settings, keysAtOnce: number) {
    this.#settings = settings
    this.#keysAtOnce = keysAtOnce
    this.#below = settings.prefix ? `${settings.prefix}/` : ''
  }

  async put(key: string, Body: Uint8Array, ContentType: string): Promise<void> {
    await this.#put({ ...this.#at(key), Body, ContentType })
  }

  async stat(key: string): Promise<FileFacts | undefined> {
    const input = this.#at(key)
    const { sdk, client } = await this.#connect()
    const head = await unlessAbsent(sdk, client.send(new sdk.HeadObjectCommand(input)))
    return head && factsOf(head, head.ContentLength ?? 0)
  }

  async create(key: string, Body: Uint8Array, ContentType: string): Promise<boolean> {
    // Looked up first, for services that do not know the condition.
    if ((await this.stat(key)) !== undefined) return false
    const { sdk } = await this.#connect()
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#put({ ...this.#at(key), Body, ContentType, IfNoneMatch: '*' })
        return true
      } catch (error) {
        const status = statusOf(sdk, error)
        if (status === 412) return false
        if (status !== 409 || attempt === mostAttempts) throw error
      }
    }
  }

  async open(key: string, range?: ByteRange): Promise<OpenedFile | undefined> {
    const input = { ...this.#at(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }
    const { sdk, client } = await this.#connect()
    try {
      const object = await unlessAbsent(sdk, client.send(new sdk.GetObjectCommand(input)))
      if (object === undefined) return undefined
      if (!(object.Body instanceof Readable))
        throw new TypeError('The SDK answered with another stream than those of Node.')
      const size = Number(object.ContentRange?.split('/')[1] ?? object.ContentLength ?? 0)
      return { ...factsOf(object, size), stream: object.Body }
    } catch (error) {
      if (statusOf(sdk, error) === 416)
        throw new RangeError(`A range cannot begin at ${range?.start}.`, { cause: error })
      throw error
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    const objects = keys.map((key) => ({ Key: this.#at(key).Key }))
    if (objects.length === 0) return
    const { sdk, client } = await this.#connect()
    for (let start = 0; start < objects.length; start += this.#keysAtOnce) {
      const Delete = { Quiet: true, Objects: objects.slice(start, start + this.#keysAtOnce) }
      const { Errors = [] } = await client.send(
        new sdk.DeleteObjectsCommand({ Bucket: this.#settings.bucket, Delete }),
      )
      const [refused] = Errors
      if (refused)
        throw new Error(
          `${Errors.length} files were not removed, ${refused.Key} for: ${refused.Message ?? refused.Code}`,
        )
    }
  }

  list(folder: string): AsyncIterable<ListedFile> {
    assertFolder(folder)
    return this.#list(folder)
  }

  // A single request stores an object, so that an interrupted one leaves nothing.
  async removePartial(): Promise<number> {
    return 0
  }

  async *#list(folder: string): AsyncGenerator<ListedFile> {
    const { sdk, client } = await this.#connect()
    const asked = {
      Bucket: this.#settings.bucket,
      Prefix: this.#below + folder,
      MaxKeys: this.#keysAtOnce,
    }
    for await (const { Contents = [] } of sdk.paginateListObjectsV2({ client }, asked)) {
      for (const { Key = '', Size = 0, LastModified } of Contents) {
        const key = Key.slice(this.#below.length)
        if (isKey(key)) yield { key, size: Size, modifiedAt: secondsOf(LastModified) }
      }
    }
  }

  async #put(input: Sdk.PutObjectCommandInput): Promise<void> {
    const { sdk, client } = await this.#connect()
    await client.send(new sdk.PutObjectCommand(input))
  }

  #at(key: string): { Bucket: string; Key: string } {
    assertKey(key)
    return { Bucket: this.#settings.bucket, Key: this.#below + key }
  }

  #connect(): Promise<Connection> {
    return (this.#connecting ??= connectTo(this.#settings))
  }
}

async function connectTo({
  region,
  endpoint,
  credentials,
  pathStyle = false,
}: S3Settings): Promise<Connection> {
  const sdk = await import('@aws-sdk/client-s3')
  const config: Sdk.S3ClientConfig = {
    region,
    forcePathStyle: pathStyle,
    requestHandler: { connectionTimeout, socketTimeout },
    // Many compatible services do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
  }
  const client = new sdk.S3Client(config)
  // For all attempts of the SDK together.
  client.middlewareStack.add(
    (next) => async (asked) => {
      try {
        return await next(asked)
      } catch (error) {
        throw isAway(sdk, error) ? new StoreAway({ cause: error }) : error
      }
    },
    { step: 'initialize' },
  )
  return { sdk, client }
}

/** Whether an error is a failure of the network: it has a system code, or is a timeout of the SDK. */
function isAway(sdk: typeof Sdk, error: unknown): boolean {
  const status = statusOf(sdk, error)
  if (status !== undefined) return status >= 500 || status === 429
  if (!(error instanceof Error)) return false
  return error.name === 'TimeoutError' || ('code' in error && /^E(?!RR_)/.test(String(error.code)))
}

function factsOf(
  object: { readonly ETag?: string | undefined; readonly LastModified?: Date | undefined },
  size: number,
): FileFacts {
  const modifiedAt = secondsOf(object.LastModified)
  return { size, modifiedAt, version: object.ETag ?? `${size}-${modifiedAt}` }
}

function secondsOf(date: Date | undefined): number {
  return Math.floor((date?.getTime() ?? 0) / 1000)
}

/** Answers undefined for a missing object; a missing bucket is an error. */
async function unlessAbsent<Result>(sdk: typeof Sdk, result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result
  } catch (error) {
    if (error instanceof sdk.NoSuchKey || error instanceof sdk.NotFound) return undefined
    throw error
  }
}

function statusOf(sdk: typeof Sdk, error: unknown): number | undefined {
  return error instanceof sdk.S3ServiceException ? error.$metadata.httpStatusCode : undefined
}
