import { statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { Config } from '../../config/config.ts'
import { copyFiles } from '../../storage/files/copy.ts'
import { createDiskStore } from '../../storage/files/disk.ts'
import type { FileStore } from '../../storage/files/store.ts'
import { createMediaTools } from '../../storage/images/tools.ts'
import { pathIn, type World } from './command.ts'

/** Copies the files of images into a folder, which is there afterwards even if there are none; existing ones stay. */
export async function copyMediaOut(world: World, config: Config, folder: string): Promise<void> {
  await copy(world, folder, createMediaTools(config).store, createDiskStore(pathIn(world, folder)))
  await mkdir(pathIn(world, folder), { recursive: true, mode: 0o700 })
}

/** Copies the files of images from a folder into the store; existing ones stay. */
export async function copyMediaBack(world: World, config: Config, folder: string): Promise<void> {
  await copy(world, 'the store', createDiskStore(pathIn(world, folder)), createMediaTools(config).store)
}

/** Throws a sentence when the folder does not exist, which would otherwise count as one without files. */
export function assertMediaFolder(world: World, folder: string): void {
  if (statSync(pathIn(world, folder), { throwIfNoEntry: false })?.isDirectory()) return
  throw new Error(`There is no folder ${folder} to copy files of images from.`)
}

async function copy(world: World, place: string, from: FileStore, to: FileStore): Promise<void> {
  const { written, kept } = await world.interruptible((signal) =>
    copyFiles(from, to, { now: world.now(), signal }),
  )
  world.remark(`${written} files of images copied into ${place}, ${kept} were there already.`)
}
