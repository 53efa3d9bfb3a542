import { splitMarkup } from '../../../pure/text/markup.ts'

/** A text without shortcodes, and the names of those that were in it. */
export interface WithoutShortcodes {
  readonly html: string
  readonly names: readonly string[]
}

interface Token {
  readonly start: number
  readonly end: number
  readonly name: string
  readonly isClosing: boolean
  /** It cannot be anything else: it has attributes, or a name that nobody writes in brackets. */
  readonly isSure: boolean
}

/** Brackets with a name, perhaps with attributes, whose quotes typography may have changed. */
const bracket = /\[(\/?)([a-z][\w-]{0,60})((?:\s[^[\]]{0,2000})?)(\/?)\](?!\()/gi

const attributes = /(?:^|\s)[\w-]+=(?:["'“”„″′‘’]|&(?:#8[\d]{3}|quot|#0?3[49]|#x?2\w+);|[^\s"'=])/i

/** Names of shortcodes that are also written without attributes. */
const usual =
  /^(?:gallery|playlist|contact-form(?:-7)?|wpforms|gravityform|recaptcha|embed|audio|video|caption|tribe-[\w-]+|\w+_\w+)$/i

/** What only lays out the text within: page builders, captions and columns. Their texts stay. */
const layout =
  /^(?:vc_|et_pb_|fusion_|av_|mk_|cs_|su_(?:row|column|box)|(?:one|two|three|four)_|caption$|wp_caption$|col(?:umn)?s?(?:$|[-_])|row$|section$|embed$|center$)/i

/**
 * Shortcodes that the site did not replace, as what did so is no longer there, go with their contents; those that only lay out
 * their contents leave these behind. A word in brackets that nobody would take for one stays.
 */
export function withoutShortcodes(html: string): WithoutShortcodes {
  if (!html.includes('[')) return { html, names: [] }
  const tokens = tokensIn(html)
  const names = new Set<string>()
  let text = ''
  let done = 0
  for (const [index, token] of tokens.entries()) {
    if (token.start < done) continue
    const end = token.isClosing ? undefined : closingOf(tokens, index)
    const isLayout = layout.test(token.name)
    const isShortcode =
      token.isSure || end !== undefined || (token.isClosing && (isLayout || names.has(token.name)))
    if (!isShortcode) continue
    names.add(token.name)
    text += html.slice(done, token.start)
    done = !isLayout && end !== undefined ? end.end : token.end
  }
  // Nothing but paragraphs is left where they stood.
  const rest = `${text}${html.slice(done)}`
  return {
    html: names.size === 0 ? html : rest.replaceAll(/<p>(?:\s|&nbsp;|<br\s*\/?>)*<\/p>\s*/gi, ''),
    names: [...names],
  }
}

function tokensIn(html: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  for (const { kind, source } of splitMarkup(html)) {
    if (kind === 'text')
      for (const match of source.matchAll(bracket)) {
        const [whole, slash, name = '', said = '', end] = match
        const start = at + match.index
        const isSure = end === '/' || attributes.test(said) || (said.trim() === '' && usual.test(name))
        tokens.push({
          start,
          end: start + whole.length,
          name: name.toLowerCase(),
          isClosing: slash === '/',
          isSure,
        })
      }
    at += source.length
  }
  return tokens
}

/** The token that closes another one: shortcodes of one name may stand within each other. */
function closingOf(tokens: readonly Token[], index: number): Token | undefined {
  const opening = tokens[index]
  let depth = 0
  for (const token of tokens.slice(index, index + mostLooked)) {
    if (token.name !== opening?.name) continue
    depth += token.isClosing ? -1 : 1
    if (depth === 0) return token
  }
  // One that stands alone may be followed by others of its name.
  return tokens.slice(index + 1, index + mostLooked).find((token, ahead) => {
    const between = tokens.slice(index + 1, index + 1 + ahead)
    return token.name === opening?.name && token.isClosing && !between.some(({ name }) => name === token.name)
  })
}

/** How many brackets behind one are looked at for the one that closes it. */
const mostLooked = 200
