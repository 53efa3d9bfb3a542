import { TimeSlices } from './timeSlices.ts'

/**
 * A list of so many records is written record by record within another record too. Most have a few, and looking into each
 * record would cost a page a third of its time.
 */
const many = 20

/** The indentation that a reader can ask for, in blanks. */
export const indent = 4

/**
 * A value as JSON, exactly as `JSON.stringify` writes it, in parts that joined are the whole. What holds a list of records is
 * written record by record, and others have their turn in between: a page of long texts takes a tenth of a second.
 */
export async function jsonParts(value: unknown, isPretty: boolean): Promise<string[]> {
  const parts: string[] = []
  await write(value, 0, { parts, isPretty, slices: new TimeSlices() })
  return parts
}

interface Writing {
  readonly parts: string[]
  readonly isPretty: boolean
  readonly slices: TimeSlices
}

/** Texts of values that are written again and again. */
const texts = new WeakMap<object, string | undefined>()

/** Has the text of a value, which nobody changes, be remembered with it once it has been written. */
export function writtenOnce<Value extends object>(value: Value): Value {
  texts.set(value, undefined)
  return value
}

/** As `JSON.stringify` writes it. */
function plainText(value: unknown): string {
  const isRemembered = typeof value === 'object' && value !== null && texts.has(value)
  if (!isRemembered) return JSON.stringify(value)
  const text = texts.get(value) ?? JSON.stringify(value)
  texts.set(value, text)
  return text
}

async function write(value: unknown, depth: number, writing: Writing): Promise<void> {
  const { parts, isPretty, slices } = writing
  const isList = isListOfRecords(value)
  if (!isList && !holdsList(value, depth)) {
    parts.push(isPretty ? prettyText(value, depth) : plainText(value))
    const rest = slices.next()
    if (rest) await rest
    return
  }
  const line = isPretty ? `\n${' '.repeat(indent * (depth + 1))}` : ''
  const colon = isPretty ? ': ' : ':'
  let before = isList ? '[' : '{'
  for (const [name, member] of Object.entries(value)) {
    // What JSON has no form for is left out, as `JSON.stringify` does.
    if (member === undefined) continue
    parts.push(isList ? before + line : `${before}${line}${JSON.stringify(name)}${colon}`)
    await write(member, depth + 1, writing)
    before = ','
  }
  const end = isPretty ? `\n${' '.repeat(indent * depth)}` : ''
  parts.push(isList ? `${end}]` : `${end}}`)
}

function isListOfRecords(value: unknown): value is object[] {
  return Array.isArray(value) && value.length > 1 && value.every((one) => typeof one === 'object' && one)
}

/** Whether it is an object with a list of records in it, or in the body of an envelope. */
function holdsList(value: unknown, depth: number): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const least = depth < 2 ? 2 : many
  if (Object.values(value).some((one) => isListOfRecords(one) && one.length >= least)) return true
  return depth === 0 && 'body' in value && (isListOfRecords(value.body) || holdsList(value.body, 1))
}

function prettyText(value: unknown, depth: number): string {
  // Texts in JSON hold no line breaks.
  return JSON.stringify(value, null, indent).replaceAll('\n', `\n${' '.repeat(indent * depth)}`)
}
