/** The largest file, in bytes: it is read as a whole. */
export const largestFile_bytes = 64 * 1024 ** 2

/** The contents of a file, and the encoding that whoever sent it says it has. */
export interface FileContents {
  readonly bytes: Uint8Array
  readonly charset?: string
}

/**
 * The text of a file without its byte order mark: in UTF-16; in UTF-8, also where lines of a calendar are folded within a
 * character; else in the encoding that it, or its sender, names; else in UTF-8 if most of what is not ASCII is, and in the old
 * code page of Windows if not. So a few broken bytes cost themselves, and not every other letter.
 */
export function decodeText({ bytes, charset }: FileContents): string {
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes)
  const whole = isCalendar(bytes) ? withoutPartedCharacters(bytes) : bytes
  const utf8 = decodedAs('utf-8', whole, true)
  if (utf8 !== undefined) return utf8
  const named = charset ?? charsetWithin(bytes)
  if (named !== undefined && !/^utf-?8$/i.test(named)) {
    const decoded = decodedAs(named, bytes)
    if (decoded !== undefined) return decoded
  }
  const lenient = new TextDecoder().decode(whole)
  if (isMostlyRead(lenient)) return lenient
  return japaneseIn(bytes) ?? new TextDecoder('windows-1252').decode(bytes)
}

/** Text in Shift_JIS, as spreadsheets write it in Japan: nothing but Japanese beside ASCII, some of it in kana or in headers of tables. */
function japaneseIn(bytes: Uint8Array): string | undefined {
  const text = decodedAs('shift_jis', bytes, true)
  if (text === undefined || /[^\p{ASCII}\u3000-\u30ff\u4e00-\u9fff\uff00-\uff60\u2010-\u2312]/u.test(text))
    return undefined
  return /[\u3041-\u30fa]|件名|日付|開始|開催|場所/.test(text) ? text : undefined
}

/** The encoding in a header such as `text/html; charset=iso-8859-1`. */
export function charsetOf(contentType: string | string[] | undefined): { charset?: string } {
  const [, charset] = /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(String(contentType)) ?? []
  return charset === undefined ? {} : { charset }
}

/** UTF-16 by its mark, or by the zeros beside letters of ASCII. */
function wideEncoding([first, second, third, fourth]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (second === 0 && fourth === 0 && first && third) return 'utf-16le'
  return first === 0 && third === 0 && second && fourth ? 'utf-16be' : undefined
}

function isCalendar(bytes: Uint8Array): boolean {
  return /^(?:\u00ef\u00bb\u00bf)?\s*BEGIN:/i.test(latin1(bytes.subarray(0, beginning_bytes)))
}

/** In how much of a file its kind and encoding are looked for, in bytes. */
const beginning_bytes = 1024

/** A character of UTF-8 has up to four bytes, and so up to three folds within it. */
const mostFolds = 3

/** Puts folds of lines that are within a character behind it (RFC 5545, 3.1: folding knows bytes, not characters). */
function withoutPartedCharacters(bytes: Uint8Array): Uint8Array {
  const parted = /((?:\r\n|\n|\r)[ \t])([\x80-\xbf]+)/g
  let text = latin1(bytes)
  for (let times = 0; times < mostFolds && text.search(parted) >= 0; times += 1)
    text = text.replaceAll(parted, '$2$1')
  return Buffer.from(text, 'latin1')
}

/** `<meta charset="…">`, `<?xml encoding="…"?>`. */
function charsetWithin(bytes: Uint8Array): string | undefined {
  return /<(?:meta|\?xml)\b[^<>]{0,200}\b(?:charset|encoding)\s*=\s*["']?([\w.:-]+)/i.exec(
    latin1(bytes.subarray(0, beginning_bytes)),
  )?.[1]
}

function decodedAs(label: string, bytes: Uint8Array, fatal = false): string | undefined {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes)
  } catch {
    return undefined // There is no such encoding, or the bytes are not in it.
  }
}

/** Whether more characters beyond ASCII could be read than not. */
function isMostlyRead(text: string): boolean {
  let balance = 0
  for (const [character] of text.matchAll(/[\u0080-\uffff]/g)) balance += character === '\ufffd' ? -1 : 1
  return balance > 0
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
