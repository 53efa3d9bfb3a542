import { ImportFault } from '../imports.record.ts'
import { isObject } from '../../params/lists.ts'
import { messageOf } from '../../text/thrown.ts'

/** An object of JSON-LD, and the line that its script begins in, from 1. */
export interface Found {
  readonly line: number
  readonly thing: Thing
}

export type Thing = Readonly<Record<string, unknown>>

/** The scripts of a page that can be read as JSON, and the lines of those that cannot. */
export interface Scripts {
  readonly events: readonly Found[]
  readonly broken: readonly { readonly line: number; readonly says: string }[]
}

/** How deep nested things are searched. */
const deepest = 20

/** More events than any real page has. */
const mostEvents = 10_000

/** How many scripts of a page are read. */
const mostScripts = 1000

/** Every kind of event in schema.org that is not called one. */
const otherEvents = new Set(['Festival', 'Hackathon', 'CourseInstance', 'EventSeries'])

/**
 * The events in the JSON-LD of a page, or in a JSON document itself: alone, in lists, in a @graph, or within other things.
 * Throws an {@link ImportFault} when there is no JSON-LD at all.
 */
export function findEvents(text: string): Scripts {
  const scripts = /^\s*[[{]/.test(text) ? [{ line: 1, text }] : scriptsIn(text)
  if (scripts.length === 0)
    throw new ImportFault(
      'line 1: there is no event to be read: the page has no script of the type application/ld+json.',
    )
  const events: Found[] = []
  const broken: { line: number; says: string }[] = []
  for (const script of scripts) {
    const read = parse(script.text)
    if ('says' in read) broken.push({ line: script.line, says: read.says })
    else collect(read.value, script.line, { into: events, depth: 0 })
  }
  return { events, broken }
}

function scriptsIn(html: string): { line: number; text: string }[] {
  const scripts: { line: number; text: string }[] = []
  let end = 0
  let line = 1
  let counted = 0
  for (const { index, 0: tag, 1: attributes = '' } of html.matchAll(/<script\b([^<>]*)>/gi)) {
    if (index < end || !/\btype\s*=\s*["']?application\/ld\+json\b/i.test(attributes)) continue
    const closing = /<\/script/gi
    closing.lastIndex = index + tag.length
    end = closing.exec(html)?.index ?? html.length
    const text = html.slice(index + tag.length, end)
    // Continues after the script before, so that no line is counted twice.
    line += html.slice(counted, index).split('\n').length - 1
    counted = index
    scripts.push({ line, text: unwrapped(text) })
    if (scripts.length >= mostScripts) break
  }
  return scripts
}

/** The script without the comment that some pages still put around it. */
function unwrapped(script: string): string {
  return script
    .trim()
    .replace(/^(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\]\]>)$/, '')
}

function parse(text: string): { value: unknown } | { says: string } {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { says: messageOf(error) }
  }
}

function collect(value: unknown, line: number, { into, depth }: { into: Found[]; depth: number }): void {
  if (depth > deepest || into.length >= mostEvents) return
  const deeper = { into, depth: depth + 1 }
  if (Array.isArray(value)) for (const each of value) collect(each, line, deeper)
  if (!isObject(value)) return
  if (isEvent(value)) into.push({ line, thing: value })
  for (const [name, each] of Object.entries(value)) {
    if (name !== 'superEvent' && typeof each === 'object') collect(each, line, deeper)
  }
}

function isEvent(thing: Thing): boolean {
  return typesOf(thing).some((type) => type.endsWith('Event') || otherEvents.has(type))
}

/** The types of a thing without where they are defined: `https://schema.org/MusicEvent` is a `MusicEvent`. */
export function typesOf(thing: Thing): string[] {
  return [thing['@type']].flat().map((type) => (typeof type === 'string' ? type.replace(/^.*[/:#]/, '') : ''))
}
