import { createDiskStore } from './disk.ts'
import { createS3Store } from './s3.ts'
import type { FileStore } from './store.ts'
import type { StorePlace } from '../../config/storePlace.ts'

/** The store of files at the place; nothing is opened or asked before there is a file. */
export function openStore(place: StorePlace): FileStore {
  return 'folder' in place ? createDiskStore(place.folder) : createS3Store(place)
}
