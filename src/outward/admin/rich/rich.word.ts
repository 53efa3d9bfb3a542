import { styleOf } from './rich.looks.ts'

// Word knows no lists in its HTML: paragraphs with a level, each with its mark as a text before it.

/** An item of a list. */
export interface Item {
  readonly level: number
  readonly isNumbered: boolean
  /** What is said in it. */
  readonly said: Node
}

/** What a paragraph is in a list of Word, or an item of Word in a browser, which has a list to itself; undefined for any other. */
export function wordItem(element: HTMLElement): Item | undefined {
  if (element.localName === 'li' && element.hasAttribute('data-aria-level'))
    return {
      level: Number(element.getAttribute('data-aria-level')) || 1,
      isNumbered: element.parentElement?.localName === 'ol',
      said: element,
    }
  const [, level] = /\blevel(\d)\b/.exec(styleOf(element).get('mso-list') ?? '') ?? []
  if (level === undefined || element.localName === 'span') return undefined
  const said = element.cloneNode(true) as HTMLElement
  const marks = [...said.querySelectorAll('*')].filter((one) => styleOf(one).get('mso-list') === 'ignore')
  const mark = marks[0]?.textContent?.trim() ?? ''
  for (const one of marks) one.remove()
  return { level: Number(level), isNumbered: /^\(?(?:[\d.]+|[a-z]{1,5}[.)])/i.test(mark), said }
}

/** Whether it is a list that Word in a browser has made around a single item, which has its level. */
export function isOfWord(element: Element): boolean {
  return /^[uo]l$/.test(element.localName) && element.querySelector(':scope > li[data-aria-level]') !== null
}

/** The lists that items with a level are in, each within an item of that above it. */
export class Levels {
  readonly #open: { readonly list: HTMLElement; item: HTMLElement; readonly isNumbered: boolean }[] = []

  /** The item that was begun last. */
  get last(): HTMLElement | undefined {
    return this.#open.at(-1)?.item
  }

  /** A new item of its level, below `box`; none is deeper than one below that before it. */
  item({ level, isNumbered }: Item, box: HTMLElement): HTMLElement {
    const depth = Math.min(Math.max(level, 1), this.#open.length + 1)
    this.#open.length = Math.min(this.#open.length, depth)
    if (this.#open[depth - 1] && this.#open[depth - 1]?.isNumbered !== isNumbered)
      this.#open.length = depth - 1
    const { ownerDocument } = box
    const item = ownerDocument.createElement('li')
    const here = this.#open[depth - 1]
    if (here) here.item = here.list.appendChild(item)
    else {
      const list = (this.last ?? box).appendChild(ownerDocument.createElement(isNumbered ? 'ol' : 'ul'))
      this.#open.push({ list, item: list.appendChild(item), isNumbered })
    }
    return item
  }
}
