import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { codeOf, messageOf } from '../pure/text/errorDetails.ts'

/** The settings as text, by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What the name of a setting ends in where its value is the path of a file that has the value. */
export const fileEnding = '_FILE'

/** The most that a file may hold of which the text is the value of a setting. */
const largest_bytes = 64 * 1024

/** Settings with the values that files have, and what is wrong with those that cannot be had. */
export interface Filled {
  readonly environment: Environment
  /** The paths of the files, by the names of the settings that are from them. */
  readonly files: ReadonlyMap<string, string>
  /** A sentence for each setting whose value cannot be told, by its name. */
  readonly problems: ReadonlyMap<string, string>
}

/**
 * The environment with the text of the file that `NAME_FILE` names, without the ends of lines at its end, in the place of each setting
 * `NAME`. No sentence has anything of what a file holds: that is mostly a secret.
 */
export function withFiles(environment: Environment, names: readonly string[]): Filled {
  const texts: Record<string, string> = {}
  const files = new Map<string, string>()
  const problems = new Map<string, string>()
  for (const name of names) {
    const path = environment[name + fileEnding]?.trim() ?? ''
    if (path === '') continue
    files.set(name, path)
    if ((environment[name]?.trim() ?? '') !== '') {
      problems.set(name, `${name} and ${name}${fileEnding} are both set: take one of them away.`)
      continue
    }
    try {
      texts[name] = decoded(bytesOf(path)).replace(/[\r\n]+$/, '')
    } catch (error) {
      problems.set(name, `${name}${fileEnding}: ${path} ${faultOf(error)}.`)
    }
  }
  return { environment: { ...environment, ...texts }, files, problems }
}

/** These settings in the place of those below, whichever of the two ways says them there. */
export function laidOver(below: Environment, above: Environment): Environment {
  const isSaid = (name: string) =>
    [`${name}${fileEnding}`, name.replace(/_FILE$/, '')].some((other) => (above[other]?.trim() ?? '') !== '')
  return { ...Object.fromEntries(Object.entries(below).filter(([name]) => !isSaid(name))), ...above }
}

/** The text of the file, without the mark of byte order by which editors of Windows begin it: UTF-8, or UTF-16 by that mark. */
export function fileText(path: string): string {
  return decoded(readFileSync(path))
}

function decoded(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

class Unfit extends Error {}

/** What a file holds, be it a device that never ends. */
function bytesOf(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    if (fstatSync(file).isDirectory()) throw new Unfit('cannot be read: it is a folder')
    const bytes = Buffer.alloc(largest_bytes + 1)
    let length = 0
    for (let more = -1; more !== 0 && length < bytes.length; length += more)
      more = readSync(file, bytes, length, bytes.length - length, null)
    if (length > largest_bytes)
      throw new Unfit(`is too large: a value has at most ${largest_bytes / 1024} kB`)
    return bytes.subarray(0, length)
  } finally {
    closeSync(file)
  }
}

const faults: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
}

function faultOf(error: unknown): string {
  if (error instanceof Unfit) return error.message
  return `cannot be read: ${faults[codeOf(error) ?? ''] ?? messageOf(error)}`
}
