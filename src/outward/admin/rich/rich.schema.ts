import { DOMParser as Parser, DOMSerializer, type Node, Schema } from 'prosemirror-model'

/** What the toolbar can make; the service allows more, which opens as HTML. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      content: 'inline*',
      group: 'block',
      parseDOM: [{ tag: 'p' }],
      toDOM: () => ['p', 0],
    },
    heading: {
      attrs: { level: { default: 3 } },
      content: 'inline*',
      group: 'block',
      defining: true,
      parseDOM: [2, 3, 4].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: ({ attrs }) => [`h${String(attrs['level'])}`, 0],
    },
    blockquote: {
      content: 'block+',
      group: 'block',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    bullet_list: {
      content: 'list_item+',
      group: 'block',
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => ['ul', 0],
    },
    ordered_list: {
      content: 'list_item+',
      group: 'block',
      parseDOM: [{ tag: 'ol' }],
      toDOM: () => ['ol', 0],
    },
    list_item: {
      content: 'paragraph block*',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      // An item of one paragraph is written without it, as people write it.
      toDOM: () => ['li', 0],
    },
    table: {
      content: 'table_row+',
      group: 'block',
      isolating: true,
      parseDOM: [{ tag: 'table' }],
      toDOM: () => ['table', ['tbody', 0]],
    },
    table_row: {
      content: '(table_cell | table_header)+',
      parseDOM: [{ tag: 'tr' }],
      toDOM: () => ['tr', 0],
    },
    table_cell: {
      content: 'inline*',
      isolating: true,
      parseDOM: [{ tag: 'td' }],
      toDOM: () => ['td', 0],
    },
    table_header: {
      content: 'inline*',
      isolating: true,
      parseDOM: [{ tag: 'th' }],
      toDOM: () => ['th', 0],
    },
    horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    text: { group: 'inline' },
    image: {
      inline: true,
      group: 'inline',
      attrs: { src: {}, alt: { default: null }, width: { default: null }, height: { default: null } },
      parseDOM: [{ tag: 'img[src]', getAttrs: ownPicture }],
      toDOM: ({ attrs }) => ['img', attrs],
    },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    link: {
      attrs: { href: {}, title: { default: null } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => ({
            href: element.getAttribute('href'),
            title: element.getAttribute('title'),
          }),
        },
      ],
      toDOM: ({ attrs }) => ['a', attrs, 0],
    },
    strong: { parseDOM: [{ tag: 'strong' }], toDOM: () => ['strong', 0] },
    em: { parseDOM: [{ tag: 'em' }], toDOM: () => ['em', 0] },
    underline: { parseDOM: [{ tag: 'u' }], toDOM: () => ['u', 0] },
    code: { parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
  },
})

/** What is shown of a picture; false for one from elsewhere, which no page loads. */
export function ownPicture(element: HTMLElement) {
  const src = element.getAttribute('src') ?? ''
  if (!URL.canParse(src, location.href) || new URL(src, location.href).origin !== location.origin)
    return false
  const [alt, width, height] = ['alt', 'width', 'height'].map((name) => element.getAttribute(name))
  return { src, alt, width, height }
}

const parser = Parser.fromSchema(schema)
const serializer = DOMSerializer.fromSchema(schema)

/** Elements that stand in lines of their own. */
const blocks =
  'address,article,aside,blockquote,center,dd,details,div,dl,dt,figcaption,figure,footer,h1,h2,h3,h4,h5,h6,header,hr,li,main,nav,ol,p,picture,pre,section,summary,table,tbody,td,tfoot,th,thead,tr,ul,video,audio,caption,colgroup,col'

/** The document of a text; undefined when it holds anything that the toolbar cannot show. */
export function readText(html: string): Node | undefined {
  const { body } = new DOMParser().parseFromString(inParagraphs(html), 'text/html')
  asOne(body, 'b', 'strong')
  asOne(body, 'i', 'em')
  withoutBlanks(body)
  const doc = parser.parse(body, { preserveWhitespace: true })
  const again = new DOMParser().parseFromString(writeText(doc), 'text/html').body
  withoutBlanks(again)
  return written(again) === written(body) ? doc : undefined
}

/** The HTML of a document; empty for one without a word. */
export function writeText(doc: Node): string {
  const isEmpty = doc.childCount === 1 && doc.firstChild?.isTextblock && doc.firstChild.content.size === 0
  if (isEmpty) return ''
  // A document of its own: pictures of it would not be loaded.
  const target = document.implementation.createHTMLDocument('')
  target.body.append(serializer.serializeFragment(doc.content, { document: target }))
  for (const only of target.body.querySelectorAll('li > p:only-child')) only.replaceWith(...only.childNodes)
  return [...target.body.children].map(({ outerHTML }) => outerHTML).join('\n')
}

/** Elements that look the same as one: the text keeps those that were written until it is changed. */
function asOne(body: HTMLElement, name: string, same: string): void {
  for (const element of body.querySelectorAll(`${name}:not([class],[style],[id],[lang],[dir],[title])`)) {
    const one = element.ownerDocument.createElement(same)
    one.append(...element.childNodes)
    element.replaceWith(one)
  }
}

/** Letters look the same in whichever order their marks are within one another. */
const marked = 'a,strong,em,u,code'

/** What an element holds, with the marks of letters in one order. */
function written(body: Element): string {
  const parts: { text: string; look?: string }[] = []
  const add = (node: ChildNode, looks: ReadonlySet<string>) => {
    if (node.nodeType === 3) {
      const [look, last] = [[...looks].toSorted().join(''), parts.at(-1)]
      if (last?.look === look) last.text += node.nodeValue ?? ''
      else parts.push({ text: node.nodeValue ?? '', look })
      return
    }
    if (node.nodeType !== 1) return
    const element = node as Element
    const tag = (element.cloneNode(false) as Element).outerHTML
    if (element.matches(marked) && element.textContent !== '') {
      for (const child of element.childNodes) add(child, new Set([...looks, tag]))
      return
    }
    parts.push({ text: [tag, ...looks].join('') })
    for (const child of element.childNodes) add(child, looks)
    parts.push({ text: '</>' })
  }
  for (const child of body.childNodes) add(child, new Set())
  return JSON.stringify(parts)
}

/** Text that was written with empty lines between paragraphs, as these; what has elements of its own stays. */
function inParagraphs(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  if (body.querySelector(blocks)) return html
  return html
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${part.replaceAll(/<br\s*\/?>\n|\n/g, '<br>')}</p>`)
    .join('\n')
}

/** Removes blanks between elements that stand in lines of their own; those around text are not seen either. */
function withoutBlanks(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    text.data = text.data.replaceAll(/[ \t\r\n]+/g, ' ')
    if (isAtEdge(text.previousSibling, text)) text.data = text.data.replace(/^ /, '')
    if (isAtEdge(text.nextSibling, text)) text.data = text.data.replace(/ $/, '')
    if (text.data === '') text.remove()
  }
  for (const item of body.querySelectorAll('li > p:only-child')) item.replaceWith(...item.childNodes)
}

/** Whether a line begins or ends there: at another block, or at the edge of the one that the text is in. */
function isAtEdge(beside: ChildNode | null, { parentElement }: Text): boolean {
  if (beside instanceof Object && beside.nodeType === 1) return (beside as Element).matches(`${blocks},br`)
  return beside === null && parentElement !== null && parentElement.matches(`${blocks},body`)
}
