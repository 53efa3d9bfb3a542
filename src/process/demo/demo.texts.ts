import type { Chance } from './demo.chance.ts'
import { words } from './demo.words.ts'

/** The texts of an event. */
export interface Texts {
  readonly title: string
  readonly excerpt: string
  readonly description: string
}

/**
 * Composes the texts of an event: a title, an excerpt about what the title says, and a description of further sentences,
 * one of each group.
 */
export function compose(title: string, groups: readonly (readonly string[])[], chance: Chance): Texts {
  const taken = new Set<string>()
  const said: Said[] = []
  const ofTitle = fill(title, (name) => {
    const word = freshWord(name, taken, chance)
    said.push({ name, word })
    return word
  })
  const sentences = groups.map((group, index) =>
    fill(chance.pick(group), (name) => {
      const again = index === 0 ? takeFirst(said, name) : undefined
      return again ?? freshWord(name, taken, chance)
    }),
  )
  const [excerpt = '', ...others] = sentences
  const last = others.pop() ?? ''
  return {
    title: ofTitle,
    excerpt,
    description: [others.join(' '), last].flatMap((text) => (text === '' ? [] : `<p>${text}</p>`)).join('\n'),
  }
}

/** A word that the title has said. */
interface Said {
  readonly name: string
  readonly word: string
}

function fill(template: string, wordFor: (name: string) => string): string {
  return template.replaceAll(/\{([\w-]+)\}/g, (_, name: string) => wordFor(name))
}

function takeFirst(said: Said[], wanted: string): string | undefined {
  const at = said.findIndex(({ name }) => name === wanted)
  return at < 0 ? undefined : said.splice(at, 1)[0]?.word
}

/** A word that is not taken yet, or after a few tries one that is; for `1-6` a number from 1 to 6. */
function freshWord(name: string, taken: Set<string>, chance: Chance): string {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(name) ?? []
  if (first !== undefined) return String(chance.between(Number(first), Number(last)))
  const among = words[name]
  if (!among) throw new Error(`No words are called ${name}.`)
  let word = chance.pick(among)
  for (let tries = 0; taken.has(word) && tries < 20; tries += 1) word = chance.pick(among)
  taken.add(word)
  return word
}
