import { decodeEntities, escapeHtml } from '../../pure/text/html.ts'

const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g

/** The attributes of a tag, by their names in lower case, decoded. Of several of one name the first counts, as in browsers. */
export function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>()
  const inside = tag.replace(/^<\/?[^\s/>]+/, '').replace(/\/?>$/, '')
  for (const [, name = '', ...values] of inside.matchAll(attribute)) {
    const value = values.find((each) => each !== undefined) ?? ''
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), decodeEntities(value))
  }
  return found
}

/** The tag with other attributes. */
export function tagWith(tag: string, attributes: ReadonlyMap<string, string>): string {
  const [, name = ''] = /^<([^\s/>]+)/.exec(tag) ?? []
  const pairs = [...attributes].map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  return `<${name}${pairs.join('')}${tag.endsWith('/>') ? ' /' : ''}>`
}
