import type { Language } from '../pure/text/language.ts'
import { messages } from './messages.ts'

const names: Readonly<Partial<Record<string, Readonly<Record<Language, string>>>>> = messages

/** What people call a field in a language; its own name where nobody is told of it. */
export function nameIn(language: Language, field: string): string {
  return names[field]?.[language] ?? field
}
