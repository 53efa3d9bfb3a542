import { decodeEntities } from './html.ts'
import { splitMarkup } from './markup.ts'
import { plainTextOfHtml } from './plain.ts'

/**
 * What a search of HTML looks in: what readers see, on one line, and after it where the links lead. Marks within a word do not
 * part it, and nothing is found that only stands in other attributes, such as the alternative text of an image.
 */
export function searchedText(html: string): string {
  return [plainTextOfHtml(html), ...addressesIn(html)].join(' ')
}

function addressesIn(html: string): string[] {
  if (!html.includes('<a')) return []
  return splitMarkup(html).flatMap(({ name, source }) => {
    // Stored texts are clean, and then values are quoted.
    const address = name === 'a' ? /\shref="([^"]*)"/.exec(source)?.[1] : undefined
    return address === undefined ? [] : [decodeEntities(address).replaceAll(/\s+/g, ' ')]
  })
}
