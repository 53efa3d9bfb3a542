import { existsSync } from 'node:fs'
import { dirname } from 'node:path'

/** Throws a sentence unless a new file can be made at the path: nothing is there, and its folder exists. */
export function assertFree(path: string): void {
  if (existsSync(path)) throw new Error(`${path} exists already; nothing is overwritten.`)
  const folder = dirname(path)
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}. Make it first.`)
}
