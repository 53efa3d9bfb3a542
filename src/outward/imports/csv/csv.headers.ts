import { eventFields } from '../../../fields/events.fields.ts'
import { type HeaderOf, headersOf } from '../../../fields/headers/headers.ts'
import { headerWords } from '../../../fields/headers/messages.ts'
import { messages } from '../../../fields/messages.ts'
import type { Declaration } from '../../../fields/own/declaration.ts'
import { organizerFields } from '../../../fields/organizers.fields.ts'
import { venueFields } from '../../../fields/venues.fields.ts'
import { fold } from '../../../pure/text/fold.ts'

type Words = Readonly<Record<string, string>>

/** What a column can hold: what tables of others say in many words, and every field of a record that tables have. */
export type Field =
  | keyof typeof headerWords
  | HeaderOf<typeof eventFields>
  | HeaderOf<typeof venueFields>
  | HeaderOf<typeof organizerFields>

/** A field that the calendar has declared, as a column. */
export type OwnField = `fields.${string}`

/** The fields for which there are no more words than people call them by, in every language. */
function named(): Partial<Record<Field, Words>> {
  const declared = [eventFields, venueFields, organizerFields].flatMap((kind) => headersOf<typeof kind>(kind))
  const names: Readonly<Record<string, Words>> = messages
  return Object.fromEntries(
    declared.flatMap(([name, header]) => {
      const words = header in headerWords ? undefined : names[name]
      return words ? [[header, words] as const] : []
    }),
  )
}

/**
 * The fields of columns, with the headers that mean them. `Event` in front of a header, blanks, signs, accents and case make no
 * difference.
 */
export const headers = { ...headerWords, ...named() } as Readonly<Record<Field, Words>>

/** All fields, in the order of their help. */
export const fields = Object.keys(headers) as Field[]

/** A header’s field, and the languages other than English in which it means it; empty if it does in English too. */
export interface KnownHeader {
  readonly field: Field
  readonly languages: readonly string[]
}

/** The field of a header, in whatever language it is; undefined when it is none. */
export function knownHeader(header: string): KnownHeader | undefined {
  for (const form of formsOf(header)) {
    const found = known.get(form)
    if (found) return found
  }
  return undefined
}

/** Headers of columns that programs write and that have no place here. */
const homeless: ReadonlySet<string> = new Set(
  (
    'Event Allow Comments, Allow Comments, Event Allow Trackbacks and Pingbacks, Allow Trackbacks and Pingbacks, ' +
    'Venue Overwrite, Reminder on/off, Reminder Date, Reminder Time, Required Attendees, Optional Attendees, Attendees, Guests, ' +
    'Meeting Resources, Billing Information, Mileage, Priority, Show time as, Series, Event Series, Recurrence'
  )
    .split(', ')
    .map(plainHeader),
)

/** Whether it is known what a column holds, and that it has no place here. */
export function isHomeless(header: string): boolean {
  return formsOf(header).some((form) => homeless.has(form))
}

/** A header without case, accents, blanks and signs. */
export function plainHeader(header: string): string {
  return fold(header).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** A header as it is, without what stands in brackets, and without `Event` in front. */
function formsOf(header: string): string[] {
  const bare = header.replace(/\s*[([][^)\]]*[)\]]\s*$/, '')
  return [header, bare].flatMap((text) => {
    const plain = plainHeader(text)
    return plain.startsWith('event') ? [plain, plain.slice('event'.length)] : [plain]
  })
}

const known: ReadonlyMap<string, KnownHeader> = makeKnown()

function makeKnown(): Map<string, KnownHeader> {
  const made = new Map<string, KnownHeader>()
  // All fields are said in English before any other language, as a word may mean something else in another one.
  const said = (Object.entries(headers) as [Field, Readonly<Record<string, string>>][]).flatMap(
    ([field, words]) => Object.entries(words).map(([language, list]) => ({ field, language, list })),
  )
  for (const { field, language, list } of [
    ...said.filter(({ language }) => language === 'en'),
    ...said.filter(({ language }) => language !== 'en'),
  ])
    for (const plain of [...list.split(', '), field].map(plainHeader)) {
      const before = made.get(plain)
      if (!before) made.set(plain, { field, languages: language === 'en' ? [] : [language] })
      else if (before.field === field && before.languages.length > 0)
        made.set(plain, { field, languages: [...before.languages, language] })
    }
  return made
}

/** The field of the calendar that a header names for programs, as our tables do: `fields.audience`. */
export function ownNamed(header: string, own: readonly Declaration[]): OwnField | undefined {
  const name = header.toLowerCase()
  return own.some((field) => `fields.${field.name}` === name) ? (name as OwnField) : undefined
}

/** The field of the calendar that people call so, in any language. */
export function ownCalled(header: string, own: readonly Declaration[]): OwnField | undefined {
  const called = fold(header)
  const found = own.find(({ label }) => Object.values(label).some((text) => fold(text) === called))
  return found && `fields.${found.name}`
}

/** Whether a table of this kind of records may have the column. */
export function isOf(
  field: Field | OwnField,
  kind: Declaration['kinds'][number],
  own: readonly Declaration[],
): boolean {
  const declared = own.find(({ name }) => `fields.${name}` === field)
  return declared === undefined || declared.kinds.includes(kind)
}
