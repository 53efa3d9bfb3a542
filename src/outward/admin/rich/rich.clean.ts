import { isHidden, lettersOf, type Look, lookOf, plainLook, withoutStyles } from './rich.looks.ts'
import { ownPicture } from './rich.schema.ts'
import { inRows, isTable } from './rich.grid.ts'
import { isOfWord, Levels, wordItem } from './rich.word.ts'

/** What says nothing by itself, with all that is in it. */
const silent =
  'script,style,head,title,meta,link,template,noscript,xml,svg,math,button,select,option,input,textarea,iframe,object,embed,audio,video,canvas,map'

/** What stands in lines of its own. */
const block =
  'address,article,aside,body,caption,center,dd,details,div,dl,dt,fieldset,figcaption,figure,footer,form,header,html,legend,main,nav,p,pre,section,summary,table,tbody,td,tfoot,th,thead,tr'

/** Blanks that may be broken; others are kept. */
const blanks = /[ \t\r\n\f]+/g

/** Small pictures that stand for a letter: what they stand for is their text. */
const isEmoji = (text: string) => /^\p{RGI_Emoji}{1,3}$/v.test(text)

/**
 * HTML of other programs as the text of an event can hold it: Word, Google Docs, mail and browsers write the same things in many ways.
 * What it cannot show is left out, but for its words.
 */
export function cleaned(html: string): string {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  // A document of its own: pictures of it would not be loaded.
  const made = document.implementation.createHTMLDocument('')
  new Cleaning(made, made.body).all(body)
  return made.body.innerHTML
}

/** Where lines go: anywhere, or where they are lines of an item of a list, or of a cell. */
class Cleaning {
  readonly #document: Document
  #box: HTMLElement
  #line: HTMLElement | undefined
  /** What the line is, once it begins. */
  #kind = 'p'
  #levels = new Levels()
  #isVerbatim = false

  constructor(document: Document, box: HTMLElement) {
    this.#document = document
    this.#box = box
  }

  all(body: Element): void {
    this.#children(body, plainLook)
    this.#endLine()
  }

  #children(of: Node, look: Look): void {
    for (const node of of.childNodes) this.#node(node, look)
  }

  #node(node: Node, look: Look): void {
    if (node.nodeType === 3) this.#text(node.nodeValue ?? '', look)
    if (node.nodeType === 1) this.#element(node as HTMLElement, look)
  }

  #element(element: HTMLElement, around: Look): void {
    if (element.matches(silent) || isHidden(element)) return
    const name = element.localName
    const look = lookOf(element, around)
    const level = headingLevel(element)
    const item = wordItem(element)
    if (name === 'br') this.#break()
    else if (name === 'hr') this.#rule()
    else if (name === 'img') this.#picture(element, look)
    else if (item) {
      this.#endLine()
      const box = this.#levels.item(item, this.#box)
      this.#within(box, () => this.#children(item.said, look))
    } else if (level !== undefined) this.#heading(element, look, level)
    else if (isOfWord(element)) this.#children(element, look)
    else if (name === 'ul' || name === 'ol') this.#list(element, look)
    else if (name === 'li') this.#list(element, look, [element])
    else if (name === 'blockquote') this.#inBox(name, () => this.#children(element, look))
    else if (name === 'table' && isTable(element)) this.#table(element, look)
    else if (element.matches(block)) this.#lines(element, look)
    else this.#children(element, look)
  }

  /** Lines of their own. What Word writes between the items of a list, it sets as their text. */
  #lines(element: HTMLElement, look: Look): void {
    this.#endLine()
    const within = element.className.startsWith('MsoListParagraph') ? this.#levels.last : undefined
    if (within) return this.#within(within, () => this.#children(element, look))
    const wasVerbatim = this.#isVerbatim
    this.#isVerbatim ||= element.localName === 'pre'
    this.#children(element, look)
    this.#endLine()
    this.#isVerbatim = wasVerbatim
  }

  #text(text: string, look: Look): void {
    if (this.#isVerbatim && /[\r\n]/.test(text)) {
      text.split(/\r\n?|\n/).forEach((line, at) => {
        if (at > 0) this.#break()
        this.#text(line, look)
      })
      return
    }
    const words = text.replaceAll(blanks, ' ')
    const before = this.#line?.textContent ?? ''
    const isFirst = before === '' || before.endsWith(' ') || this.#line?.lastChild?.nodeName === 'BR'
    const shown = isFirst ? words.replace(/^ /, '') : words
    if (shown === '') return
    // Headings are bold by themselves, and blanks are not seen to be.
    const isPlain = this.#kind !== 'p' || shown.trim() === ''
    this.#begun().append(lettersOf(shown, isPlain ? { ...look, strong: false } : look, this.#document))
  }

  #begun(): HTMLElement {
    if (!this.#line) {
      if (this.#box.localName !== 'li') this.#levels = new Levels()
      this.#line = this.#document.createElement(this.#box.localName === 'li' ? 'p' : this.#kind)
      this.#box.append(this.#line)
    }
    return this.#line
  }

  /** Two breaks end a paragraph, as an empty line does for who reads it. */
  #break(): void {
    if (!this.#line) return
    if (this.#line.lastChild?.nodeName === 'BR') this.#endLine()
    else this.#line.append(this.#document.createElement('br'))
  }

  #endLine(): void {
    const line = this.#line
    this.#line = undefined
    if (!line) return
    trimEnd(line)
    if (!/[^\s]/.test(line.textContent ?? '') && !line.querySelector('img')) line.remove()
  }

  #rule(): void {
    this.#endLine()
    if (this.#box === this.#document.body) this.#box.append(this.#document.createElement('hr'))
  }

  #picture(element: HTMLElement, look: Look): void {
    const said = element.getAttribute('alt') ?? ''
    const shown = ownPicture(element)
    if (!shown) return isEmoji(said) ? this.#text(said, look) : undefined
    const picture = this.#document.createElement('img')
    for (const [name, value] of Object.entries(shown)) if (value) picture.setAttribute(name, value)
    this.#begun().append(picture)
  }

  #heading(element: HTMLElement, look: Look, level: number): void {
    this.#endLine()
    this.#kind = `h${level}`
    this.#children(element, look)
    this.#endLine()
    this.#kind = 'p'
  }

  #list(element: HTMLElement, look: Look, children: Iterable<Node> = element.childNodes): void {
    this.#inBox(element.localName === 'ol' ? 'ol' : 'ul', (list) => {
      for (const node of children) {
        const isItem = node.nodeType === 1 && (node as Element).localName === 'li'
        const isList = node.nodeType === 1 && /^[uo]l$/.test((node as Element).localName)
        const last = list.lastElementChild
        // Google Docs and old pages put a list into the list, and mean the item before it.
        const item = isList && last ? (last as HTMLElement) : this.#document.createElement('li')
        if (item !== last) list.append(item)
        this.#within(item, () =>
          isItem ? this.#children(node, lookOf(node as Element, look)) : this.#node(node, look),
        )
        fill(item)
      }
    })
  }

  #table(element: HTMLElement, look: Look): void {
    this.#inBox('table', (table) => {
      const rows = table.appendChild(this.#document.createElement('tbody'))
      for (const cells of inRows(element as HTMLTableElement)) {
        const row = rows.appendChild(this.#document.createElement('tr'))
        for (const { cell, isHead } of cells) {
          const made = row.appendChild(this.#document.createElement(isHead ? 'th' : 'td'))
          if (cell) this.#cell(cell, made, lookOf(cell, look))
        }
        if (row.textContent?.trim() === '' && !row.querySelector('img')) row.remove()
      }
    })
  }

  /** The lines of a cell, as one with breaks in it. */
  #cell(cell: Element, made: HTMLElement, look: Look): void {
    const lines = this.#document.createElement('td')
    this.#within(lines, () => this.#children(cell, look))
    ;[...lines.querySelectorAll('p,h2,h3,h4')].forEach((line, at) => {
      if (at > 0) made.append(this.#document.createElement('br'))
      made.append(...line.childNodes)
    })
  }

  #inBox(name: string, fillBox: (box: HTMLElement) => void): void {
    this.#endLine()
    if (this.#box.localName !== 'li') this.#levels = new Levels()
    const box = this.#box.appendChild(this.#document.createElement(name))
    this.#within(box, () => fillBox(box))
    if (box.textContent?.trim() === '' && !box.querySelector('img')) box.remove()
  }

  #within(box: HTMLElement, fillBox: () => void): void {
    const [outer, kind] = [this.#box, this.#kind]
    this.#box = box
    this.#kind = 'p'
    fillBox()
    this.#endLine()
    this.#box = outer
    this.#kind = kind
  }
}

/** The level that a heading has here, of those that texts have: 2 to 4. */
function headingLevel(element: Element): number | undefined {
  const [, level] = /^h([1-6])$/.exec(element.localName) ?? []
  const told =
    element.getAttribute('role') === 'heading' ? (element.getAttribute('aria-level') ?? '2') : level
  if (told !== undefined) return Math.min(Math.max(Number(told) || 2, 2), 4)
  if (/\bMsoTitle/.test(element.className)) return 2
  return /\bMsoSubtitle/.test(element.className) ? 3 : undefined
}

/** An item of a list begins with a paragraph; one without a word is none. */
function fill(item: HTMLElement): void {
  if (item.textContent?.trim() === '' && !item.querySelector('img')) item.remove()
  else if (item.firstElementChild?.localName !== 'p') item.prepend(item.ownerDocument.createElement('p'))
}

/** Takes away what nobody sees at the end of a line. */
function trimEnd(line: Node): void {
  for (let last = line.lastChild; last; last = line.lastChild) {
    if (last.nodeType === 3) {
      last.nodeValue = (last.nodeValue ?? '').replace(/[\s\u00a0]+$/, '')
      if (last.nodeValue !== '') return
    } else if (last.nodeName === 'IMG') return
    else if (last.nodeName !== 'BR') {
      trimEnd(last)
      if (last.childNodes.length > 0) return
    }
    last.remove()
  }
}
