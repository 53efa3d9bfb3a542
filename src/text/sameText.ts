import { cleanHtml } from './html.ts'

/**
 * Whether a text that was sent is what is stored already: it equals the stored text or its rendered form, as read or cleaned
 * as texts are when they are written. Then the stored text stays as it is, so that a record can be written back as read
 * (D49). Line breaks of forms (CR LF) and blanks around the text make no difference.
 */
export function sameRendered(sent: string, stored: string, render: (stored: string) => string): boolean {
  const wanted = comparable(sent)
  if (wanted === comparable(stored)) return true
  const rendered = render(stored)
  return wanted === comparable(rendered) || wanted === comparable(cleanHtml(rendered))
}

function comparable(text: string): string {
  return text.replaceAll('\r\n', '\n').trim()
}
