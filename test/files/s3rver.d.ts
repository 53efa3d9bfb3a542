declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http'
  import type { AddressInfo } from 'node:net'
  import type { Readable } from 'node:stream'

  /** What s3rver's own store is given and gives back, as far as the tests mend it. */
  interface StoredObject {
    readonly bucket: string
    readonly key: string
    readonly metadata: Readonly<Record<string, string | undefined>>
    content: Buffer | Readable
  }
  interface Store {
    putContent(path: string, content: Buffer): Promise<[size: number, md5: string]>
    putObject(object: StoredObject): Promise<unknown>
    getObject(bucket: string, key: string, range: { start?: number; end?: number }): Promise<unknown>
    deleteObject(bucket: string, key: string): Promise<unknown>
    existsObject(bucket: string, key: string): Promise<boolean>
  }
  export default class S3rver {
    constructor(options: Readonly<Record<string, unknown>>)
    readonly store: Store
    readonly httpServer: Server
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}

declare module '@20minutes/s3rver/lib/models/error.js' {
  export default class S3Error extends Error {
    constructor(code: string, message: string)
  }
}
