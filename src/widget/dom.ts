/** What an element is made with: attributes as text, `true` for those without a value, nothing for those left out. */
export type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** What an element holds: text stays text, whatever is in it. */
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
