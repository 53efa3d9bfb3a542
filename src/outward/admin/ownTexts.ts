import { options, type VNode } from 'preact'
import { textLanguage } from './place.ts'

/** Longer ones stand as HTML. */
const longest = 300

/** So many are remembered, in a screen that is open for days too. */
const most = 20_000

/** What people have typed, of what is shown. */
const typed = new Set<string>()

/** Notes that somebody has typed the text: where it is shown it is in the language of the calendar, whatever that of the screen is. */
export function ofPeople(text: string): string {
  if (textLanguage === '' || text === '' || text.length > longest) return text
  if (typed.size >= most) typed.clear()
  typed.add(text)
  return text
}

/**
 * From now on every element with `dir="auto"` that shows nothing but what people have typed says the language of that, where it is
 * another than that of the screen (WCAG 2.2, 3.1.2). Sentences with names in them stay in the language of the screen.
 */
export function sayTheirLanguage(): void {
  if (textLanguage === '') return
  const hooks: { vnode?: (node: VNode) => void } = options
  const before = hooks.vnode
  hooks.vnode = (node) => {
    const props = node.props as Readonly<Record<string, unknown>> // Of all elements alike.
    if (
      typeof node.type === 'string' &&
      props['dir'] === 'auto' &&
      props['lang'] === undefined &&
      isTyped(props)
    )
      Object.assign(node.props, { lang: textLanguage })
    before?.(node)
  }
}

function isTyped({ children, dangerouslySetInnerHTML, value }: Readonly<Record<string, unknown>>): boolean {
  return dangerouslySetInnerHTML !== undefined || isOfPeople(children ?? value)
}

function isOfPeople(shown: unknown): boolean {
  if (typeof shown === 'string')
    return typed.has(shown) || (shown !== '' && shown.split(', ').every((one) => typed.has(one)))
  if (Array.isArray(shown)) {
    const parts = shown.filter((one) => !isNothing(one))
    return parts.length > 0 && parts.every(isOfPeople)
  }
  const node = shown as Partial<VNode<{ children?: unknown }>> | null | undefined
  return typeof node?.type === 'string' && isOfPeople(node.props?.children)
}

function isNothing(shown: unknown): boolean {
  return (
    shown === null ||
    shown === undefined ||
    typeof shown === 'boolean' ||
    (typeof shown === 'string' && shown.trim() === '')
  )
}
