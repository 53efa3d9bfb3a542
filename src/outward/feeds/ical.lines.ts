import { utcText } from '../../pure/calendar/text.ts'

/** The most octets of a line, without its line break, before it is folded (RFC 5545, 3.1). */
const maxOctets = 75

/** Characters that no content line may contain: the control characters of ASCII except the tab (RFC 5545, 3.1). */
// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\x00-\x08\x0a-\x1f\x7f]/g

/** What ends a line of a text: nothing else does (D58), such as the separators of Unicode. */
const lineBreak = /\r\n|[\n\r]/g

/**
 * A whole content line, folded and with its line break. The value is written as it is: texts go through `textValue`
 * first. Control characters are left out, so that no value can begin a line of its own.
 */
export function contentLine(
  name: string,
  value: string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const named = Object.entries(parameters).map(([key, given]) => `;${key}=${parameterValue(given)}`)
  return `${fold(`${name}${named.join('')}:${value}`.toWellFormed().replaceAll(controlCharacters, ''))}\r\n`
}

/** A value of type TEXT (RFC 5545, 3.3.11): backslashes, semicolons and commas escaped, line breaks as `\n`. */
export function textValue(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(lineBreak, String.raw`\n`)
}

/** Several values of type TEXT in one property, such as `CATEGORIES`. */
export function textValues(texts: readonly string[]): string {
  return texts.map(textValue).join(',')
}

/** A wall clock `YYYY-MM-DD HH:MM:SS` as DATE-TIME (RFC 5545, 3.3.5, form 1 or, with a TZID, 3). */
export function localValue(wall: string): string {
  return wall.replaceAll(/[:-]/g, '').replace(' ', 'T')
}

/** A moment as DATE-TIME in UTC (RFC 5545, 3.3.5, form 2). */
export function utcValue(seconds: number): string {
  return `${localValue(utcText(seconds))}Z`
}

/** A parameter's value: `^`, `"` and line breaks encoded (RFC 6868), quoted where it holds a separator (RFC 5545, 3.2). */
function parameterValue(given: string): string {
  const encoded = given.replaceAll('^', '^^').replaceAll('"', "^'").replaceAll(lineBreak, '^n')
  return /[:;,]/.test(encoded) ? `"${encoded}"` : encoded
}

/** Breaks a line into ones of at most 75 octets of UTF-8, each but the first after a blank, and never within a character. */
function fold(line: string): string {
  let folded = ''
  let begin = 0
  let octets = 0
  for (let at = 0; at < line.length;) {
    const code = line.codePointAt(at) ?? 0
    const size = octetsOf(code)
    if (octets + size > maxOctets) {
      folded += `${line.slice(begin, at)}\r\n `
      begin = at
      octets = 1
    }
    octets += size
    at += code > 0xffff ? 2 : 1
  }
  return folded + line.slice(begin)
}

function octetsOf(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
