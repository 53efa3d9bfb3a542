import { createDiskStore } from './disk.ts'
import { createS3Store, type S3Settings } from './s3.ts'
import type { FileStore } from './store.ts'

/** Where files are kept: a folder by its absolute path, or a bucket. */
export type StorePlace = { readonly folder: string } | S3Settings

/** The store of files at the place; nothing is opened or asked before there is a file. */
export function openStore(place: StorePlace): FileStore {
  return 'folder' in place ? createDiskStore(place.folder) : createS3Store(place)
}
