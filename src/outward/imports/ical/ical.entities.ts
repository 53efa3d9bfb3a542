import { decodeEntities } from '../../../pure/text/html.ts'
import { isTagged } from './ical.description.ts'
import type { Properties } from './ical.components.ts'
import type { Property } from './ical.lines.ts'

/** Properties with texts that people read, in which programs for the web leave what HTML has for signs. */
const texts = ['summary', 'description', 'location', 'categories', 'organizer', 'comment', 'url', 'x-tags']

/** A character reference; its semicolon is escaped in texts. */
const reference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d?)\\?;/gi

/** The properties with the signs that `&amp;` and `&#8211;` stand for in texts that are no HTML. */
export function withoutEntities(properties: Properties): Properties {
  const decoded = new Map(properties)
  for (const name of texts) {
    const found = properties.get(name)
    if (found) decoded.set(name, found.map(decodedIn))
  }
  return decoded
}

function decodedIn(property: Property): Property {
  const { name, params, value } = property
  const isHtml = name === 'description' && (isTagged(value) || 'fmttype' in params || 'altrep' in params)
  if (isHtml) return property
  const { cn } = params
  return {
    ...property,
    value: value.replaceAll(reference, (entity) =>
      decodeEntities(entity.replace('\\', '')).replaceAll(/[\\;,]/g, String.raw`\$&`),
    ),
    ...(cn === undefined ? {} : { params: { ...params, cn: decodeEntities(cn) } }),
  }
}
