import type { RefusalName } from './codes.ts'

/** A text, and the words in it. */
export interface Said {
  readonly name: RefusalName
  readonly words?: Readonly<Record<string, string>>
}

/**
 * What the service says against a value, told by what its sentence is about: which are the bounds, or what would be right. They are
 * its own sentences, which are English and for programs; none of them is shown.
 */
const forms: readonly (readonly [form: RegExp, name: RefusalName])[] = [
  [/what is published must have it/, 'fLacks'],
  [/whole number from (?<least>\d+) to (?<most>\d+)/, 'fWhole'],
  [/must be (?<least>\d+) to (?<most>\d+) texts/, 'fTexts'],
  [/must differ/, 'fDiffer'],
  [/left out for a series/, 'fNoMoment'],
  [/must be after it opens/, 'fAfterOpens'],
  [/must be (?<most>[\d.-]+) or less/, 'fMost'],
  [/must be (?<least>[\d.-]+) or more/, 'fLeast'],
  [/at most (?<most>[\d,]+) characters(?:[^]*; it has|, not) (?<has>\d+)/, 'fTooLong'],
  [/may have (?<most>\d+) characters in all, not (?<has>\d+)/, 'fTooLong'],
  [/at most (?<most>[\d,]+) \w+(?:[^]*; it has (?<has>\d+))/, 'fTooMany'],
  [/private network|is private|not public|loopback/, 'fPrivate'],
  [/e-?mail address/i, 'fEmail'],
  [/https? address|address such as|address like|an address|must be an? (?:whole )?address/, 'fAddress'],
  [/IANA zone|time zone|no zone/, 'fZone'],
  [/ends? before|before it (?:begins|starts)|is before its start|not be before/, 'fEnd'],
  [/be a date|a day such|no date|date such as|be a moment|time of the day|time of the morning/, 'fDate'],
  [/hard to read|contrast/, 'fColour'],
  [/present password/, 'fPresent'],
  [/\b12 characters\b|tried first|everybody knows/, 'fPassword'],
  [/one of |some of /, 'fChoice'],
  [/no image|is none of the formats|cannot be read as an image|of an image|image that|pixels/, 'fPicture'],
  [/number|degrees/, 'fNumber'],
  [/not empty|is empty|missing|required|at least one|has no name|needs a name|must have a label/, 'fEmpty'],
]

/** What is said in a screen of a value that was refused, by the service's own sentence. */
export function formOf(sentence: string): Said {
  return found(forms, sentence) ?? { name: 'fOther' }
}

/** The same of imports: of a source as a whole. */
const ofSources: typeof forms = [
  [/Of its first (?<of>\d+) events, (?<same>\d+) have come from the file “(?<name>[^]*)” already/, 'iCopy'],
  [/status (?<status>\d{3})|answered (?<status>\d{3})/, 'iStatus'],
  [/less than half|had before/, 'iFewer'],
  [/it is empty/, 'iEmpty'],
  [/column|header|\bmap\b/i, 'iColumns'],
  [/is none of|there is no event|no table|begins? with|script of the type/, 'iNotOne'],
  [/which is all it may|larger than|more (?:rows|than)/, 'iLimits'],
  [/was stopped|interrupted|goes on where/, 'iStopped'],
  [/reached|connect|timed? ?out|resolve|refused|did not answer|no answer|private/i, 'iAway'],
]

/** What is said of a source, of an import as a whole, or of what was sent elsewhere. */
export function sourceFormOf(sentence: string): Said {
  return found(ofSources, sentence) ?? { name: 'iOther' }
}

/** And of one record of it. */
const ofRecords: typeof forms = [
  [/which was not imported/, 'rLost'],
  [/title/, 'rTitle'],
  [/RRULE|recur|repeat|schedule|\brule/i, 'rRepeat'],
  [/\bend(?:_|s\b|\b)/, 'rEnd'],
  [/start|date|DTSTART|time/i, 'rDate'],
]

/** What is said of a record that was left out. */
export function recordFormOf(sentence: string): Said {
  return found(ofRecords, sentence) ?? { name: 'rOther' }
}

function found(table: typeof forms, sentence: string): Said | undefined {
  for (const [form, name] of table) {
    const match = form.exec(sentence)
    if (match) return { name, words: { ...match.groups } }
  }
  return undefined
}
