import { isObject } from '../../../pure/params/lists.ts'
import { decodeEntities } from '../../../pure/text/html.ts'
import { messageOf } from '../../../pure/text/errorDetails.ts'

/** A script of a page with JSON-LD: the line that it begins in, from 1, and its value, or why it has none. */
export type Script = { readonly line: number } & ({ readonly value: unknown } | { readonly says: string })

/** How many scripts of a page are read. */
const mostScripts = 1000

/** The JSON-LD of a page, script by script, or of a JSON document itself. */
export function readScripts(text: string): Script[] {
  const scripts = isJson(text) ? [{ line: 1, text }] : scriptsIn(text)
  return scripts.map(({ line, text: json }) => Object.assign({ line }, parse(json)))
}

/** Whether a text is JSON, and no page. */
export function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text)
}

function scriptsIn(html: string): { line: number; text: string }[] {
  const scripts: { line: number; text: string }[] = []
  let end = 0
  let line = 1
  let counted = 0
  for (const { index, 0: tag, 1: attributes = '' } of html.matchAll(/<script\b([^<>]*)>/gi)) {
    if (index < end || !/\btype\s*=\s*["']?\s*application\/ld\+json\b/i.test(attributes)) continue
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

/** What pages put around JSON so that old readers of XHTML or of HTML leave it alone. */
const wrappers = ['<!--', '-->', '//', '/*', '*/', '<![CDATA[', ']]>', '<!', '>', ';']

/** The script without the comments that some pages still put around it; where it is escaped as a text of HTML, decoded. */
function unwrapped(script: string): string {
  let text = script.trim()
  for (let before = ''; before !== text;) {
    before = text
    for (const wrapper of wrappers) {
      if (text.startsWith(wrapper)) text = text.slice(wrapper.length).trim()
      if (text.endsWith(wrapper)) text = text.slice(0, -wrapper.length).trim()
    }
  }
  return text.includes('&quot;') && !text.includes('"') ? decodeEntities(text) : text
}

function parse(text: string): { value: unknown } | { says: string } {
  try {
    return { value: read(text) }
  } catch (error) {
    try {
      return { value: read(mended(text)) }
    } catch {
      // What is wrong with it as it stands says more.
      return { says: messageOf(error) }
    }
  }
}

/** JSON with the names of schema.org as they are without where they are defined. */
function read(text: string): unknown {
  if (!/"(?:schema:|https?:\/\/schema\.org\/)\w+"\s*:/.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name.replace(prefix, ''), each]))
      : value,
  )
}

const prefix = /^(?:schema:|https?:\/\/schema\.org\/)/

/** A string of JSON, of which line breaks are a part, and which may end with the text; a comment; blanks; anything else. */
const token = /"[^"\\]*(?:\\[^][^"\\]*)*"?|\/\/[^\n]*|\s+|[^"/,\]}\s]+|[^]/g

/** JSON as templates write it that put texts in without escaping them: with line breaks in strings, comments, commas too many. */
function mended(text: string): string {
  const parts: string[] = []
  for (const [part] of text.matchAll(token)) {
    if (part.startsWith('//') || part.trim() === '') continue
    // A comma in front of an end, or of another one.
    if (/^[,}\]]$/.test(part) && parts.at(-1) === ',') parts.pop()
    parts.push(part.startsWith('"') ? mendedString(part) : part)
  }
  return parts.join('')
}

// Only these stand for something after a backslash (RFC 8259, 7).
const escapes = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|\\|\p{Cc}/gu

function mendedString(string: string): string {
  return string.replaceAll(escapes, (part) => {
    if (part.length > 1) return part
    return part === '\\' ? '' : JSON.stringify(part).slice(1, -1)
  })
}
