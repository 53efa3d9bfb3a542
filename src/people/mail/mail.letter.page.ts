import { type Locale, say } from '../../pure/locale/locale.ts'
import type { ThemeColours } from '../settings/theme.ts'

/** A sentence of ours, with texts of the calendar in it for its `{words}`: they may be in another language. */
export interface Said {
  readonly text: string
  readonly words?: Readonly<Record<string, string>>
}

/** What stands in a letter, from top to bottom. */
export type LetterBlock =
  | { readonly is: 'heading'; readonly text: string; readonly isOwn?: boolean }
  | ({ readonly is: 'event' } & LetterEvent)
  | ({ readonly is: 'change' } & LetterChange)
  | { readonly is: 'prose'; readonly html: string; readonly text: string }
  | { readonly is: 'link'; readonly text: string; readonly url: string }

/** What has changed, and why: that is a text of the calendar. */
export interface LetterChange {
  readonly label: string
  readonly was: string
  readonly now: string
  readonly reason?: string | undefined
}

/** A part of a line; whether it is a text of the calendar. */
export interface Part {
  readonly text: string
  readonly isOwn: boolean
}

/** An event on its lines. Its title and the reason are texts of the calendar. */
export interface LetterEvent {
  /** When it begins, or until when it lasts: a few characters. */
  readonly time: string
  readonly title: string
  readonly url: string
  readonly isOff: boolean
  readonly lines: readonly (readonly Part[])[]
  /** What has happened to it, and why. */
  readonly state: { readonly text: string; readonly reason: string } | undefined
}

/** A letter to many. All of it is plain text but prose. */
export interface LetterPage {
  readonly locale: Locale
  /** The BCP 47 tag of the language of the calendar’s texts. */
  readonly textsTag: string
  readonly site: { readonly name: string; readonly url: string }
  readonly subject: string
  /** What programs show behind the subject. */
  readonly beginning: string
  /** Above the heading: that something has happened. */
  readonly badge?: string | undefined
  readonly heading: Said
  /** Below it. */
  readonly lead: Said
  readonly blocks: readonly LetterBlock[]
  readonly action: { readonly text: Said; readonly url: string }
  readonly foot: {
    /** Why one gets it. */
    readonly why: readonly Said[]
    readonly change: { readonly text: string; readonly url: string }
    readonly stop: { readonly text: string; readonly url: string }
    /** Who sends it; empty for nothing. */
    readonly imprint: string
  }
  readonly colours: ThemeColours | undefined
}

/** The sentence as plain text. */
export function plainSaid({ text, words = {} }: Said): string {
  return say(text, words)
}

/** In a text of a change its value stands between two of these, which occur in no text. */
export const valueMarks = ['\u2068', '\u2069'] as const
