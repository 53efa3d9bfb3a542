import type { Change, LetterRow, Rendered, Rhythm } from './letters.types.ts'

/** Writes what mails of letters say, each once a language, by its tag; '' is that of the site. */
export interface LetterWriter {
  /** undefined: there are no events, and so there is no mail. */
  digest(
    digest: Rhythm & { readonly filter: string },
    due: Temporal.Instant,
    locale: string,
  ): Promise<Rendered | undefined>
  /** undefined: the event does not take place, or is not public. */
  reminder(event: number, locale: string): Promise<Rendered | undefined>
  /** One event, or several dates of a series, that differ from what is known of them. */
  changes(changes: readonly Change[], locale: string): Promise<Rendered>
  letter(letter: LetterRow, locale: string): Promise<Rendered>
}
