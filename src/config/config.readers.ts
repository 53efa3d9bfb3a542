import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { findZone } from '../pure/calendar/zone.ts'
import type { StorePlace } from './storePlace.ts'
import { databaseFault, databaseNamed } from './databaseAddress.ts'
import { languages, spokenIn } from '../pure/text/language.ts'

/** Reads the text of a setting into its value. */
export interface Reader<Value> {
  /** What it accepts, in words that end the sentence “NAME must be …”. */
  readonly takes: string
  /** The value; undefined when the text is not acceptable. */
  readonly read: (text: string) => Value | undefined
  /** What is wrong with a text that is not acceptable, in words that end the sentence “NAME …”, where that can be told. */
  readonly fault?: (text: string) => string | undefined
}

/** One setting: an environment variable. */
export interface Setting<Value> {
  /** The value when it is not set or empty. `${NAME}` stands for the text of another setting. */
  readonly default: string
  readonly value: Reader<Value>
  readonly says: string
  readonly example: string
  /** Where it may be changed while the service runs: its name among the settings over REST. Never for secrets, and what a start needs. */
  readonly rest?: string
}

/** A whole number within bounds, in digits. */
export function integer(least: number, most: number): Reader<number> {
  return {
    takes: `a whole number from ${least} to ${most}`,
    read: (text) => (/^\d+$/.test(text) ? within(Number(text), least, most) : undefined),
  }
}

const units: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1024, mb: 1024 ** 2 }

/** A size, such as `512kb`; answered in bytes. */
export function bytes(least: number, most: number): Reader<number> {
  return {
    takes: `a number of bytes from ${least} to ${most}, or one with kb or mb`,
    read: (text) => {
      const [, digits, unit = ''] = /^(\d+) ?(b|kb|mb)?$/i.exec(text) ?? []
      return within(Number(digits) * (units[unit.toLowerCase()] ?? Number.NaN), least, most)
    },
  }
}

/** A text on one line, of at most so many characters. */
export function line(most: number): Reader<string> {
  return {
    takes: `one line of at most ${most} characters`,
    read: (text) => (text.length <= most && !/\p{Cc}/u.test(text) ? text : undefined),
  }
}

/** A text of any number of lines, of at most so many characters. */
export function lines(most: number): Reader<string> {
  return {
    takes: `a text of at most ${most} characters`,
    read: (text) =>
      text.length <= most && !/\p{Cc}/u.test(text.replaceAll(/\r?\n/g, '')) ? text : undefined,
  }
}

/** A text on one line, of one character at least. */
export function filledLine(most: number): Reader<string> {
  const { read } = line(most)
  return {
    takes: `one line of 1 to ${most} characters`,
    read: (text) => (text.trim() === '' ? undefined : read(text)),
  }
}

/** An object, written as JSON; empty for none. */
export const jsonObject: Reader<Readonly<Record<string, unknown>>> = {
  takes: 'empty or an object in JSON',
  read: (text) => {
    try {
      const value: unknown = text === '' ? {} : JSON.parse(text)
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      // An object of JSON has texts as its keys.
      return isObject ? (value as Record<string, unknown>) : undefined
    } catch {
      return undefined // It throws when it is no JSON.
    }
  },
}

/** A link with its text. */
export interface SiteLink {
  readonly text: string
  readonly url: string
}

/** More links than this have no room in a header. */
const mostLinks = 8

/** Links with their texts: `Text=https://…; Text=https://…`. */
export const links: Reader<readonly SiteLink[]> = {
  takes: `up to ${mostLinks} links such as “Contact=https://city.example/contact”, separated by semicolons`,
  read: (text) => {
    const parts = text
      .split(';')
      .map((part) => part.trim())
      .filter(Boolean)
    const all = parts.map((part) => /^([^=]{1,60}?)\s*=\s*(https?:\/\/\S+|\/\S*)$/.exec(part))
    if (all.length > mostLinks || all.includes(null)) return undefined
    return all.map((found) => ({ text: found?.[1]?.trim() ?? '', url: found?.[2] ?? '' }))
  },
}

/** What the words of a site's own addresses stand for. */
const formerPathNames = ['events', 'event', 'venue', 'organizer', 'category', 'tag'] as const
export type FormerPath = (typeof formerPathNames)[number]

/** The words of a site's own addresses, by what they stand for: `events=agenda; event=termin`. */
export const formerPaths: Reader<Readonly<Partial<Record<FormerPath, readonly string[]>>>> = {
  takes: `pairs such as “events=agenda; category=sparte” of ${formerPathNames.join(', ')}, separated by semicolons`,
  read: (text) => {
    const paths: Partial<Record<FormerPath, string[]>> = {}
    for (const part of text
      .split(';')
      .map((one) => one.trim())
      .filter(Boolean)) {
      const [, named, word = ''] = /^(\w+)\s*=\s*([^\s/;=]{1,100})$/.exec(part) ?? []
      const name = formerPathNames.find((known) => known === named)
      if (name === undefined) return undefined
      ;(paths[name] ??= []).push(word.toLowerCase())
    }
    return paths
  },
}

/** One of these words, in any case. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Reader<Word> {
  return {
    takes: `one of ${words.join(', ')}`,
    read: (text) => words.find((known) => known === text.toLowerCase()),
  }
}

/** A text of the given form. */
export function matching(form: RegExp, takes: string): Reader<string> {
  return { takes, read: (text) => (form.test(text) ? text : undefined) }
}

/** Members separated by commas. Their case does not matter: each is kept once, as it is first written. */
export function list<Member extends string>(
  member: Reader<Member>,
  most: number,
  members: string,
): Reader<readonly Member[]> {
  return {
    takes: `a list of at most ${most} ${members}, separated by commas`,
    read: (text) => {
      const values = text.split(',').map((part) => member.read(part.trim()))
      const known = values.filter((value) => value !== undefined)
      const folded = known.map((value) => value.toLowerCase())
      const each = known.filter((_, index) => folded.indexOf(folded[index] ?? '') === index)
      return known.length === values.length && values.length <= most ? each : undefined
    },
  }
}

/** One of these words with a meaning of its own, or what the other reader takes. */
export function either<const Word, Value>(
  words: Readonly<Record<string, Word>>,
  other: Reader<Value>,
): Reader<Word | Value> {
  return {
    takes: `${Object.keys(words).join(', ')}, or ${other.takes}`,
    read: (text) => (Object.hasOwn(words, text.toLowerCase()) ? words[text.toLowerCase()] : other.read(text)),
  }
}

/** The name of a host, with its port if need be. */
export const host = matching(/^[\w.-]+(:\d{1,5})?$/, 'a host')

/** A namespace of the interface. */
export const namespace = matching(/^[a-z0-9][\w-]*\/[a-z0-9][\w-]*\/v\d+$/i, 'a namespace')

/** A folder; answered as an absolute path. */
export const folder: Reader<string> = { takes: 'the path of a folder', read: (text) => resolve(text) }

/** An SQLite file, by path or `file:` address, answered as an absolute path; or the address of a PostgreSQL database. */
export const database: Reader<string> = {
  takes:
    'the path of an SQLite file or its file: address, or the postgres:// address of a PostgreSQL database',
  read: databaseNamed,
  fault: databaseFault,
}

/** Accepts nothing: for {@link either} when only its words are acceptable. */
export const nothingElse: Reader<never> = { takes: 'nothing else', read: () => undefined }

/** A folder, or `s3://bucket/prefix?region=…&endpoint=…&path_style=true`. */
export const mediaStore: Reader<StorePlace> = {
  takes: 'the path of a folder, or s3://bucket/prefix with region, endpoint and path_style as parameters',
  read: (text) => {
    if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return { folder: resolve(text) }
    const url = URL.parse(text)
    if (!url || url.protocol !== 's3:' || url.host === '') return undefined
    const { searchParams } = url
    const endpoint = searchParams.get('endpoint') ?? ''
    if (endpoint !== '' && !webAddress(endpoint)) return undefined
    return {
      bucket: url.host,
      prefix: url.pathname.replaceAll(/^\/+|\/+$/g, ''),
      region: searchParams.get('region') ?? 'us-east-1',
      ...(endpoint === '' ? {} : { endpoint }),
      pathStyle: searchParams.get('path_style') === 'true',
    }
  },
}

/** The public address of a site; answered without the slash at its end. */
export const siteAddress: Reader<string> = {
  takes: 'empty or an http or https address without user, query and fragment',
  read: (text) => {
    const url = webAddress(text)
    if (text === '' || !url) return text === '' ? '' : undefined
    const bare = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
    return bare ? `${url.origin}${url.pathname}`.replace(/\/+$/, '') : undefined
  },
}

/** The address of a service that Kalends asks; it may have parameters, such as a key. */
export const serviceAddress: Reader<string> = {
  takes: 'empty or an http or https address without user and fragment',
  read: (text) => {
    const url = webAddress(text)
    if (text === '' || !url) return text === '' ? '' : undefined
    return url.username === '' && url.password === '' && url.hash === '' ? url.href : undefined
  },
}

/** The address of a page for people; empty for none. */
export const pageAddress: Reader<string> = {
  takes: 'empty or an http or https address without user',
  read: (text) => {
    const url = webAddress(text)
    if (text === '' || !url) return text === '' ? '' : undefined
    return url.username === '' && url.password === '' && text.length <= longestAddress ? url.href : undefined
  },
}

/** The longest address that is kept, in characters. */
const longestAddress = 2000

/** A file by its absolute path; empty for none. */
export const optionalFile: Reader<string> = {
  takes: 'empty or the path of a file',
  read: (text) => (text === '' ? '' : resolve(text)),
}

// Not by `Intl.ListFormat`: loading the data of a language costs a start 15 ms.
const spoken = `${languages.slice(0, -1).join(', ')} or ${languages.at(-1)}`

/** The BCP 47 tag of a language that the public pages are translated into. */
export const localeTag: Reader<string> = {
  takes: `a language such as en, or one with a region such as de-AT: ${spoken}`,
  // Extensions, such as another calendar, would make addresses and headings disagree. Other systems write de_AT.
  read: (text) => spokenIn(text.replaceAll('_', '-'))?.locale.baseName,
}

/** The address of map tiles, with placeholders for the position of the tile. */
export const tilesAddress: Reader<string> = {
  takes: 'empty or an http or https address with {z}, {x} and {y}',
  read: (text) => {
    if (text === '') return ''
    const isTemplate = ['{z}', '{x}', '{y}'].every((part) => text.includes(part))
    return isTemplate && /^https?:\/\/[\w.:{}-]+\//i.test(text) ? text : undefined
  },
}

/** The name of a time zone, as answers write it (D12). */
export const zoneName: Reader<string> = {
  takes: 'a time zone such as Europe/Berlin or UTC+2',
  read: (text) => findZone(text)?.name,
}

/** An origin as browsers send it (RFC 6454). */
export const origin: Reader<string> = {
  takes: 'an origin such as https://example.org',
  read: (text) => {
    const url = webAddress(text)
    return url && text.replace(/\/$/, '').toLowerCase() === url.origin ? url.origin : undefined
  },
}

/** An IP address or a network, such as `10.0.0.0/8`. */
const network: Reader<string> = {
  takes: 'an IP address or a network such as 10.0.0.0/8',
  read: (text) => {
    const [, address = '', length = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
    const bits: number | undefined = { 4: 32, 6: 128 }[isIP(address)]
    return bits !== undefined && Number(length) <= bits ? text : undefined
  },
}

/** IP addresses and networks. */
export const networks = list(network, 100, 'IP addresses and networks such as 10.0.0.0/8')

function webAddress(text: string): URL | undefined {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

function within(value: number, least: number, most: number): number | undefined {
  return value >= least && value <= most ? value : undefined
}
