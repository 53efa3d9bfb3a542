/** The longest address that all browsers and search engines accept. */
const maxUrlLength = 2048

/** What may stand in an address: ASCII without blanks, quotes, angle brackets, backslashes and backticks. */
const urlCharacters = /^https?:\/\/[!#-;=?-[\]^_a-z{|}~]+$/i

/** The host of an address, with what may stand around it: names of letters, digits and hyphens (RFC 1123, 2.1), or IPv6. */
const urlHost =
  /^https?:\/\/(?:[^@/?#]*@)?(?:\[[\da-f:.]+\]|(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*\.?)(?::\d*)?(?:[/?#]|$)/i

/** Characters beyond ASCII, but for blanks and those that nobody sees; joiners are part of some scripts. */
const beyondAscii = /[^\p{ASCII}\p{Z}\p{C}]|[\u200c\u200d]/gu

/**
 * The web address in a text, as sent but trimmed and with `&amp;` read as `&` (an event's website is escaped when it
 * is read, wire-events 7); one with letters beyond ASCII in its ASCII form (D63). undefined unless it is a whole `http` or `https`
 * address, with a host that may have a name in the DNS (wire-events 2.1, D19).
 */
export function readWebUrl(text: string): string | undefined {
  const sent = text.trim().replaceAll(/&(?:amp|#0*38);/gi, '&')
  if (sent.length > maxUrlLength) return undefined
  const url = asciiUrl(sent)
  if (url === undefined || url.length > maxUrlLength || !urlHost.test(url)) return undefined
  return URL.canParse(url) ? url : undefined
}

/** The address as the URL standard writes it in ASCII, if it has other letters, and nothing else that does not belong there. */
function asciiUrl(url: string): string | undefined {
  if (urlCharacters.test(url)) return url
  const isOfLetters = urlCharacters.test(url.replaceAll(beyondAscii, 'a'))
  return isOfLetters ? URL.parse(url)?.href : undefined
}

const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u

/** RFC 5321, 4.5.3.1: an address, and what stands before its @, have at most so many characters. */
const longest = { address: 254, local: 64 }

/**
 * Whether the text is one e-mail address, `local@domain.tld`, within the lengths of RFC 5321 and without quoted local parts; letters of
 * any script are allowed (RFC 6531). This is the one rule of what an address is: names before it, brackets around it, comments and
 * lists are none.
 */
export function isEmail(text: string): boolean {
  return isAddress(text) && text.slice(text.lastIndexOf('@')).includes('.')
}

/** The same, or an address within a network, such as `admin@localhost`, to which no mail goes: accounts may have one. */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  if (text.length > longest.address || local.length > longest.local) return false
  const labels = text.slice(at + 1).split('.')
  return labels.every((label) => domainLabel.test(label)) && localPart.test(local)
}

/** What is right, after “must be” or “is not”. */
export const anEmail = 'an e-mail address like someone@example.org, without a name, brackets or blanks'

/** The address of a database or another service as it may be shown, or several of them: without the passwords and keys in them. */
export function withoutSecrets(address: string): string {
  return address
    .replaceAll(/(\/\/[^/@:]*):[^/]*@/g, '$1:…@')
    .replaceAll(misread, '$1:…@')
    .replaceAll(secretParameter, '$1…')
}

/** A password with characters that should have been encoded: a slash would end the host for parsers. */
const misread = /(postgres(?:ql)?:\/\/[^/@:,]*):[^,\s]*@/gi

/** What services call a password or a key: `key`, `apiKey`, `access_token`, `subscription-key`, `client_secret`, `app_id` and the like. */
const secretParameter = /([?&][^?&=]*(?:key|token|secret|password|signature|app_?id|app_?code)=)[^&]*/gi

/** A path or an address without trailing slashes. The pattern tries only the first slash of each run, in linear time. */
export function withoutEndingSlash(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '')
}

/** An e-mail address as it is compared. */
export function foldedAddress(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}
