import type { Reader } from './config.readers.ts'
import { isEmail, readWebUrl } from '../pure/text/address.ts'

/** More ways than this to tell somebody of a hole are no help. */
const mostContacts = 5

/** An e-mail address or a page, as an address: `mailto:…` or `https://…`; undefined for anything else. */
function contactIn(text: string): string | undefined {
  const bare = text.replace(/^mailto:/i, '')
  if (isEmail(bare)) return `mailto:${bare}`
  const url = /^https:/i.test(text) ? readWebUrl(text) : undefined
  return url === undefined || URL.parse(url)?.username !== '' ? undefined : url
}

/** Where people write to, in the order of preference, as addresses; none: empty. */
export const contacts: Reader<readonly string[]> = {
  takes: `empty, or up to ${mostContacts} e-mail addresses and https addresses, separated by commas`,
  read: (text) => {
    const parts = text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    const found = parts.map(contactIn).filter((contact) => contact !== undefined)
    return found.length === parts.length && found.length <= mostContacts ? found : undefined
  },
}

/** Where people write to, as an address; empty for nowhere. */
export const contact: Reader<string> = {
  takes: 'empty, an e-mail address or an https address',
  read: (text) => (text === '' ? '' : contactIn(text)),
}

/** A page of somebody else; empty for none. */
export const securePage: Reader<string> = {
  takes: 'empty or an https address',
  read: (text) => (text === '' ? '' : /^https:/i.test(text) ? readWebUrl(text) : undefined),
}

/** A text of several lines; empty for none. */
export function lines(most: number): Reader<string> {
  return {
    takes: `a text of at most ${most} characters`,
    read: (text) => (text.length <= most && !/[^\P{Cc}\n\r\t]/u.test(text) ? text : undefined),
  }
}
