import { signal } from '@preact/signals'
import type { QuestionType, RegistrationMode } from '../../../pure/params/guests.ts'
import type { RegistrationRecord } from '../../../records/registration/registration.record.ts'

/** A question to who registers, as it is entered. */
export interface Question {
  /** Which row it is, wherever it stands. */
  readonly row: number
  /** By which its answers are kept; a new one has none yet. */
  readonly key?: string
  readonly label: string
  readonly type: QuestionType
  readonly options: readonly string[]
  readonly required: boolean
}

/** What is typed where a number is meant: what is none is sent as it stands there, for the service to refuse. */
export type Typed = number | string

/** Who may come to an event, as it is entered: by the names of the service. */
export interface Registration {
  readonly mode: RegistrationMode
  readonly url: string
  readonly capacity: Typed | null
  readonly waiting_list: boolean
  readonly party_max: Typed
  /** A moment on the clock of the event, or minutes before the start; neither: as it comes. */
  readonly opens: string | null
  readonly opens_before?: Typed | null | undefined
  readonly closes: string | null
  readonly closes_before?: Typed | null | undefined
  readonly offer_hours: Typed
  readonly questions: readonly Question[]
  readonly consent: string
  readonly note: string
  readonly reply_to: string
  readonly reminder: boolean
}

/** What the record of an event says, for who may edit it; null where nobody registers. */
export function registrationOf(record: RegistrationRecord | undefined): Registration | null {
  if (!record) return null
  const { mode, capacity, waiting_list, party_max, opens_before = null, closes_before = null } = record
  const { offer_hours = 24, questions = [], consent = '', note = '', reply_to = '', reminder = true } = record
  return {
    mode,
    url: mode === 'external' ? record.url : '',
    capacity,
    waiting_list,
    party_max,
    // What follows from the minutes is said by them.
    opens: opens_before === null ? record.opens : null,
    opens_before,
    closes: closes_before === null ? record.closes : null,
    closes_before,
    offer_hours,
    questions: questions.map(({ key, label, type, options, required }, row) => ({
      row,
      key,
      label,
      type,
      options,
      required,
    })),
    consent,
    note,
    reply_to,
    reminder,
  }
}

/** As it is sent. */
export function registrationSent(form: Registration | null): object | null {
  return (
    form && {
      ...form,
      questions: form.questions.map(({ row: _row, options, ...question }) => ({
        ...question,
        options: question.type.startsWith('choice') ? options.filter((option) => option.trim() !== '') : [],
      })),
    }
  )
}

/** Says what is entered, as a line of text: its words come with what draws it. */
export const described = signal<(form: Registration | null) => string>(() => '')
