/**
 * How text directly inside a block element is treated:
 * - `wrap`: every stretch of it is a paragraph.
 * - `loose`: paragraphs where blank lines ask for them, else left as it is.
 * - `paragraph`: is one already; a blank line begins the next.
 * - `line`: no paragraphs; line breaks only.
 * - `structure`: holds blocks only.
 * - `verbatim`: nothing is touched.
 */
export type Flow = 'wrap' | 'loose' | 'paragraph' | 'line' | 'structure' | 'verbatim'

const tagsByFlow: Record<Flow, string> = {
  wrap: 'blockquote',
  loose: 'div section article aside header footer main nav li dd td th figure details address center',
  paragraph: 'p',
  line: 'h1 h2 h3 h4 h5 h6 dt summary figcaption caption',
  structure: 'ul ol dl table thead tbody tfoot tr colgroup col hr',
  verbatim: 'pre',
}

const flowByTag = new Map(
  Object.entries(tagsByFlow).flatMap(([flow, names]) =>
    names.split(' ').map((name) => [name, flow as Flow] as const),
  ),
)

/** The flow of a block element; undefined for inline ones. `name` is in lower case. */
export function blockFlow(name: string): Flow | undefined {
  return flowByTag.get(name)
}

/** Elements without an end tag. */
export const voidTags: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr', 'col', 'source', 'track'])
