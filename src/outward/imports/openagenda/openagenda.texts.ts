import { isObject } from '../../../pure/params/lists.ts'

/** The text of a member that may have one for each language: in that of the site, else the first that there is; empty without any. */
export function spoken(value: unknown, language: string): string {
  return sayings(value, language).map(plain).find(Boolean) ?? ''
}

/** The texts of a member that is a list, or has one for each language; what stands between commas is told apart. */
export function spokenList(value: unknown, language: string): readonly string[] {
  const lists = sayings(value, language).map((one) =>
    [typeof one === 'string' ? one.split(',') : one].flat().map(plain).filter(Boolean),
  )
  return lists.find(({ length }) => length > 0) ?? []
}

/** What a member says, by preference. */
function sayings(value: unknown, language: string): readonly unknown[] {
  return isObject(value) ? [value[language], ...Object.values(value)] : [value]
}

/** A text without blanks around it; numbers as they are written, anything else as nothing. */
export function plain(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

/** The languages that a member has texts in. */
export function languagesOf(value: unknown): readonly string[] {
  return isObject(value) ? Object.keys(value).filter((language) => plain(value[language]) !== '') : []
}
