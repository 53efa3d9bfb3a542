/** The attributes of an element: texts, `true` for those without a value, undefined for those that are left out. */
export type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** The contents of an element: text stays text, whatever it contains. */
export type Child = Node | string | undefined

/** Makes an element. Nothing that is put into it is ever read as HTML. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.filter((child) => child !== undefined))
  return element
}

/** A button that does something. */
export function button(
  attributes: Attributes,
  act: () => void,
  ...children: readonly Child[]
): HTMLButtonElement {
  const element = h('button', { type: 'button', part: 'button', ...attributes }, ...children)
  element.addEventListener('click', act)
  return element
}

/** A picture of a single path in a square of 20, which is hidden from screen readers. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  for (const [name, value] of Object.entries({ viewBox: '0 0 20 20', 'aria-hidden': 'true' }))
    svg.setAttribute(name, value)
  for (const [name, value] of Object.entries({
    d: path,
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
  }))
    line.setAttribute(name, value)
  svg.append(line)
  return svg
}
