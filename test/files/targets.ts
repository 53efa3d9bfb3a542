import { createHash } from 'node:crypto'
import { createDiskStore } from '../../src/storage/files/disk.ts'
import { createS3Store } from '../../src/storage/files/s3.ts'
import type { S3Settings } from '../../src/config/storePlace.ts'
import type { FileStore } from '../../src/storage/files/store.ts'

/** A store as it can be told to another process. */
export type Target =
  | { readonly kind: 'disk'; readonly folder: string }
  | { readonly kind: 's3'; readonly settings: S3Settings }

/** So few keys that tests have more: a service takes and lists a thousand at once. */
export const keysAtOnce = 10

/** The store at that place. */
export function storeAt(target: Target): FileStore {
  return target.kind === 'disk' ? createDiskStore(target.folder) : createS3Store(target.settings, keysAtOnce)
}

/** The bytes that belong to a key in crash tests: 1 byte to 2 MiB, told from those of every other key and from a part of them. */
export function bytesOf(key: string): Buffer {
  const digest = createHash('sha256').update(key).digest()
  return Buffer.alloc(1 + (digest.readUInt32LE(0) % 2_097_152), digest)
}
