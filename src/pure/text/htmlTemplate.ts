import { escapeHtml } from './html.ts'

/** HTML that is safe to send. Only this file makes it. */
export class Html {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** The contents of templates: text is escaped, lists are joined, undefined is left out. */
export type Content = Html | string | number | undefined | readonly Content[]

/** A template of HTML. Whatever is put into it is escaped, unless it is {@link Html} itself; attributes have to be quoted. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  const around = tight(parts)
  let source = around[0] ?? ''
  for (let at = 0; at < contents.length; at += 1) source += sourceOf(contents[at]) + (around[at + 1] ?? '')
  return new Html(source)
}

/** The parts of a template without the indentation of the source. */
function tight(parts: TemplateStringsArray): readonly string[] {
  const known = tightened.get(parts)
  if (known) return known
  const fresh = parts.map((part) => part.replaceAll(/\s*\n\s*/g, '\n'))
  tightened.set(parts, fresh)
  return fresh
}

/** Remembered, as a template is filled in often. */
const tightened = new WeakMap<TemplateStringsArray, readonly string[]>()

/** Marks text as HTML that is harmless already: what `renderContent` answers, or what this room has escaped itself. */
export function sanitised(source: string): Html {
  return new Html(source)
}

/** The contents with something between them. */
export function joined(contents: readonly Content[], between: Content): Content {
  return contents.flatMap((content, at) => (at === 0 ? [content] : [between, content]))
}

function sourceOf(content: Content): string {
  if (content === undefined) return ''
  if (typeof content === 'string') return escapeHtml(content)
  if (typeof content === 'number') return String(content)
  if (content instanceof Html) return content.source
  let source = ''
  for (const one of content) source += sourceOf(one)
  return source
}
