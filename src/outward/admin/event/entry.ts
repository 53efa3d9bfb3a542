import type { NameOf } from '../../../fields/declare.ts'
import type { eventFields } from '../../../fields/events.fields.ts'
import type { EventRecord } from '../records.ts'
import { plain } from '../texts.ts'
import type { Field, Form, Written } from './form.ts'
import { type Proposed, textIn } from './links.ts'
import type { Repeat } from './repeat.ts'
import type { Ticket } from './tickets.ts'

/** What is read beside the record of an event. */
export interface Beside {
  readonly written: Written
  readonly repeat: Repeat
  readonly tickets: readonly Ticket[]
}

/** How a field of an event is entered. */
export interface Entry<Value> {
  /** As long as nobody has entered anything. */
  readonly empty: Value
  readonly read: (record: EventRecord, beside: Beside) => Value
  /** The members that it is sent as. */
  readonly sent: (form: Form) => Readonly<Record<string, unknown>>
  /** What is proposed for it; undefined for nothing. */
  readonly proposed?: (fields: Proposed, form: Form) => Value | undefined
  /** It is of this event alone: a copy begins without it. */
  readonly isOwn?: true
  /** What it is called on the screen. */
  readonly called: () => string
  /** What it holds, as a line of text. */
  readonly text: (form: Form) => string
}

/** The fields whose values are such. */
export type Keys<Value> = { [Key in Field]: Form[Key] extends Value ? Key : never }[Field]

type Called = Pick<Entry<unknown>, 'called'>

/** A text that the record and the service call by this name. */
export function text(
  field: Keys<string>,
  name: keyof EventRecord & NameOf<typeof eventFields>,
  more: Called & Partial<Entry<string>>,
): Entry<string> {
  return {
    empty: '',
    read: (record) => (record[name] ?? '') as string,
    sent: (form) => ({ [name]: form[field] }),
    proposed: (fields) => textIn(fields, name),
    text: (form) => form[field],
    ...more,
  }
}

/** A text with HTML, as it was written. */
export const written = (field: keyof Written, called: () => string) =>
  text(field, field, {
    called,
    read: (_, beside) => beside.written[field],
    text: (form) => plain(form[field]),
  })

/** One of these words: the first is that of a new event, which records do not tell. */
export function choice<Key extends 'attendance' | 'onlineShown' | 'happening'>(
  field: Key,
  name: keyof EventRecord & NameOf<typeof eventFields>,
  {
    words,
    ...more
  }: Called & { readonly words: Readonly<Record<Form[Key], () => string>>; readonly isOwn?: true },
): Entry<Form[Key]> {
  // The service has checked what it tells by the same list of words.
  const [empty] = Object.keys(words) as Form[Key][]
  return {
    empty: empty as Form[Key],
    read: (record) => (record[name] ?? empty) as Form[Key],
    sent: (form) => ({ [name]: form[field] }),
    proposed: (fields) => textIn(fields, name) as Form[Key] | undefined,
    text: (form) => words[form[field]](),
    ...more,
  }
}
