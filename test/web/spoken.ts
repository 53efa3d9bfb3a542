/** A text of a page, or one of an attribute, with the language that it is said to be in. */
interface Spoken {
  readonly text: string
  readonly lang: string
}

/** Elements without an end. */
const empty = new Set(['meta', 'link', 'img', 'input', 'br', 'hr', 'source', 'base', '!doctype'])

/** Attributes that people hear or read. */
const heard = /\s(?:alt|title|aria-label|placeholder)="([^"]*)"/g

/** Every text in the body of a page of ours that people read, in order, with its language: that of the nearest element which says one. */
export function spokenTexts(page: string): Spoken[] {
  const found: Spoken[] = []
  const open: { name: string; lang: string }[] = []
  const body = page.replaceAll(/<(script|style|head)\b[^]*?<\/\1>/g, '').replaceAll(/<!--[^]*?-->/g, '')
  for (const [, tag, text] of body.matchAll(/(<[^>]*>)|([^<]+)/g)) {
    const here = open.at(-1)?.lang ?? ''
    if (text?.trim()) found.push({ text: text.trim(), lang: here })
    if (tag === undefined) continue
    const [, end = '', written = ''] = /^<(\/?)([\w!-]+)/.exec(tag) ?? []
    const name = written.toLowerCase()
    if (end !== '') {
      const at = open.findLastIndex((one) => one.name === name)
      if (at >= 0) open.length = at
      continue
    }
    const lang = /\slang="([^"]*)"/.exec(tag)?.[1] ?? here
    for (const [, said = ''] of tag.matchAll(heard)) found.push({ text: said, lang })
    if (!empty.has(name) && !tag.endsWith('/>')) open.push({ name, lang })
  }
  return found
}
