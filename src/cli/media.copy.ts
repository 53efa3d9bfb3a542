import { statSync } from 'node:fs'
import type { Config } from '../config.ts'
import { copyFiles } from '../files/copy.ts'
import { createDiskStore } from '../files/disk.ts'
import { createMediaTools } from '../media/media.tools.ts'
import type { World } from './command.ts'

/** Copies the files of images into a folder; those there already stay. */
export async function copyMediaOut(world: World, config: Config, folder: string): Promise<void> {
  tell(world, folder, await copyFiles(createMediaTools(config).store, createDiskStore(folder)))
}

/** Copies the files of images from a folder back into their store; those there already stay. */
export async function copyMediaBack(world: World, config: Config, folder: string): Promise<void> {
  tell(world, 'the store', await copyFiles(createDiskStore(folder), createMediaTools(config).store))
}

/** Throws a sentence unless there is a folder that files of images can be copied back from: one that is not there would be one without any. */
export function assertMediaFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  throw new Error(`There is no folder ${folder} to copy files of images from.`)
}

function tell(world: World, place: string, { written, kept }: Awaited<ReturnType<typeof copyFiles>>): void {
  world.remark(`${written} files of images copied into ${place}, ${kept} were there already.`)
}
