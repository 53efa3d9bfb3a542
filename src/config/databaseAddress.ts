import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Whether this is the address of a PostgreSQL database; else it is the path of an SQLite file. Nothing outside `db/` asks. */
export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:\/\//i.test(url)
}

/** Whether there may be a calendar: a server is asked later, and a file is there or not. */
export function isThere(url: string): boolean {
  return isPostgres(url) || existsSync(url)
}

/** The database that a text names: an address as it is, a file by its whole path; undefined where it names none. */
export function databaseNamed(text: string): string | undefined {
  const [, scheme] = /^([a-z][a-z0-9+.-]+):/i.exec(text) ?? []
  if (isPostgres(text)) return canBeRead(text) && unencodedIn(text) === undefined ? text : undefined
  const path = scheme?.toLowerCase() === 'file' ? pathOfAddress(text) : text
  if (!path || path === ':memory:') return undefined
  return scheme === undefined || path !== text ? resolve(path) : undefined
}

/** What is wrong with an address, as the end of “NAME …”, where that can be told. */
export function databaseFault(text: string): string | undefined {
  return isPostgres(text) ? unencodedIn(text) : undefined
}

/** The database that somebody names on a command line: an address, or a file by its path there. */
export function databaseAt(text: string, wholePath: (path: string) => string): string {
  return isPostgres(text) ? text : wholePath(text)
}

/** The path of `file:calendar.db`, `file:/srv/calendar.db`, `file:///srv/calendar.db` or `file://localhost/srv/…`. */
function pathOfAddress(address: string): string | undefined {
  try {
    return decodeURIComponent(address.replace(/^file:(\/\/(localhost)?(?=\/))?/i, ''))
  } catch {
    return undefined // It throws when the escapes are not valid text.
  }
}

/** Whether the address of a PostgreSQL database can be read; one on a socket has no host, whoever is named before it. */
export function canBeRead(address: string): boolean {
  return URL.canParse(address.replace(/^([a-z]+:\/\/[^/?#]*@)(?=[/?#]|$)/i, '$1localhost'))
}

/** The signs that end the host of an address, as they are encoded. */
const ends: Readonly<Record<string, string>> = { '/': '%2F', '?': '%3F', '#': '%23' }

/**
 * What of the user or the password of a PostgreSQL address must be encoded and is not, as the end of “NAME …”; undefined where
 * nothing is. Such an address is often one of another host, and is then read as that.
 */
export function unencodedIn(address: string): string | undefined {
  const [, before = '', end = '', after = ''] = /^[a-z]+:\/\/([^/?#]*)([/?#]?)(.*)$/is.exec(address) ?? []
  const place = before.slice(before.lastIndexOf('@') + 1)
  const isPlace = place.startsWith('[') || /^[^:]*(?::\d*)?$/.test(place)
  // An “@” of a parameter is none; that of a database would be encoded.
  const told = end === '/' && isPlace ? (after.split('?', 1)[0] ?? '') : after
  const isCut = before.includes(':') && (isPlace ? /^[^=]*@/ : /@/).test(told)
  if (isCut) return `has a “${end}” in its password: write it as ${ends[end]}`
  const user = before.slice(0, Math.max(before.lastIndexOf('@'), 0))
  if (/%(?![\da-f]{2})/i.test(user)) return 'has a “%” in its user or password: write it as %25'
  return isText(user)
    ? undefined
    : 'has an escape such as %FF in its user or password that is no text: write a “%” as %25'
}

function isText(encoded: string): boolean {
  try {
    decodeURIComponent(encoded)
    return true
  } catch {
    return false
  }
}
