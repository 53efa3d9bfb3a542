import { cleanHtml } from './html.ts'
import { openingsIn } from './markup.ts'
import { withWholeAddresses } from './wholeAddresses.ts'

/**
 * Whether a text that was sent is what is stored already: it equals the stored text or its rendered form, as read or cleaned
 * as texts are when they are written. Then the stored text stays as it is, so that a record can be written back as read
 * (D49). `home`: the root of the site, from which the rendered form has whole addresses. Line breaks of forms (CR LF) and blanks around the text make no difference.
 */
export function sameRendered(
  sent: string,
  stored: string,
  { render, home = '' }: { readonly render: (stored: string) => string; readonly home?: string | undefined },
): boolean {
  const wanted = comparable(sent)
  if (wanted === comparable(stored)) return true
  const relative = comparable(render(stored))
  if (wanted === relative) return true
  const rendered = home === '' ? relative : withWholeAddresses(relative, home)
  if (wanted === rendered) return true
  // Cleaning takes longer than all else here, and leaves nearly all tags: what has many more is another text.
  const mayBeSame = openingsIn(rendered) <= 1.25 * openingsIn(wanted) + 100
  return mayBeSame && wanted === comparable(cleanHtml(rendered))
}

function comparable(text: string): string {
  return text.replaceAll('\r\n', '\n').trim()
}
