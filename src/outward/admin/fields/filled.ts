import type { Texts } from './asks.ts'

/** The texts without those that are empty. */
export function filled(texts: Texts): Texts {
  const said = Object.entries(texts).map(([language, text]) => [language, text.trim()] as const)
  return Object.fromEntries(said.filter(([, text]) => text !== ''))
}
