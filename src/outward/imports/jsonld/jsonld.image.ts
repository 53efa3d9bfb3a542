import { imageRecords } from '../imports.links.ts'
import type { ImportRecord } from '../imports.record.ts'
import { addressIn, type Graph, nameIn, textIn, type Thing, thingsIn, valuesIn } from './jsonld.values.ts'

/** The first image of a thing, with what is said of it. */
export function imagesOf(value: unknown, graph: Graph): ImportRecord[] {
  for (const each of valuesIn(value)) {
    const [image] = thingsIn(each, graph)
    const thing = typeof image === 'object' ? image : undefined
    const address = thing
      ? (addressIn(thing['contentUrl'], graph) ??
        addressIn(thing['url'], graph) ??
        addressIn(thing['@id'], graph))
      : addressIn(image, graph)
    if (address === undefined) continue
    const fields = thing ? fieldsOf(thing, graph) : {}
    return imageRecords(address).map((record) => Object.assign({}, record, { fields }))
  }
  return []
}

function fieldsOf(thing: Thing, graph: Graph): Record<string, unknown> {
  const credit =
    textIn(thing, 'creditText') || textIn(thing, 'copyrightNotice') || nameIn(thing['copyrightHolder'], graph)
  const focus = focusOf(thing, graph)
  return {
    ...(textIn(thing, 'caption') === '' ? {} : { caption: textIn(thing, 'caption') }),
    ...(credit === '' ? {} : { credit }),
    ...(focus ? { focus } : {}),
  }
}

/** What must stay in sight, in per cent of the width and the height, as shares of them. */
function focusOf(thing: Thing, graph: Graph): { x: number; y: number } | undefined {
  const [point] = thingsIn(thing['focalPoint'], graph)
  if (typeof point !== 'object') return undefined
  const [x = Number.NaN, y = Number.NaN] = ['x', 'y'].map((name) =>
    textIn(point, name) === '' ? Number.NaN : Number(textIn(point, name).replace(/\s*%$/, '')) / 100,
  )
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : undefined
}
