import { Type, type TObject, type TSchema } from 'typebox'
import type { LinkedKind } from '../../records/linked/linked.kind.ts'
import { imageId } from '../../pure/params/image.ts'
import { isObject } from '../../pure/params/lists.ts'
import {
  Fault,
  isEmpty,
  type Parameter,
  parameter,
  quote,
  readOtherwise,
  readParameter,
} from '../../pure/params/parameter.ts'
import { textOrRaw } from '../../pure/params/texts.ts'
import { wpNames, type WpNames } from './wp.ts'

/** Fields of venues or organizers, with the names that they have in the original. */
export function wpNamesOf({ name }: LinkedKind): WpNames {
  return { ...wpNames, [name]: 'title' }
}

/** The parameters of making a venue or organizer below `wp/v2`, or of changing one, from those that the events namespace has. */
export function wpWriteParams(kind: LinkedKind, write: 'create' | 'update'): TObject {
  const declared = kind[`${write}Params`].properties
  const field = (name: string) => declared[name] as Parameter<unknown>
  const title = textOrRaw(field(kind.name))
  // The events namespace takes it on update alone.
  const slug = kind.updateParams.properties['slug'] as Parameter<unknown>
  return Type.Object({
    author: field('author'),
    date: field('date'),
    [wpNames.date_utc]: field('date_utc'),
    // The record of one that has no slug yet has an empty one (D49).
    slug: Type.Optional(
      readOtherwise(slug, (sent) => (isEmpty(sent) ? undefined : readParameter(slug, sent))),
    ),
    status: field('status'),
    title: write === 'create' ? title : Type.Optional(title),
    [wpNames.description]: Type.Optional(textOrRaw(field('description'))),
    [wpNames.image]: Type.Optional(imageId),
    meta: Type.Optional(metaOf(kind, declared)),
    fields: field('fields'),
  })
}

/** The columns of the kind as the custom fields that they are in the original, each read as the events namespace reads it. */
function metaOf({ meta, name }: LinkedKind, declared: Readonly<Record<string, TSchema>>) {
  const columns = Object.entries(meta).flatMap(([column, key]) => {
    const field = declared[column]
    return field ? [{ column, key, field }] : []
  })
  const schema = Type.Object(
    Object.fromEntries(columns.map(({ key, field }) => [key, Type.Optional(field)])),
    {
      description: `What else is known of the ${name}: ${Object.values(meta).join(', ')}.`,
    },
  )
  return parameter(schema, (sent): Readonly<Record<string, unknown>> => {
    // Wire: without any, it is an empty list.
    if (isEmpty(sent)) return {}
    if (!isObject(sent))
      throw new Fault(`must be an object with keys such as ${columns[0]?.key}, not ${quote(sent)}`)
    const read: Record<string, unknown> = {}
    const faults: string[] = []
    for (const { column, key, field } of columns) {
      if (sent[key] === undefined) continue
      try {
        const value = readParameter(field, sent[key])
        if (value !== undefined) read[column] = value
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        faults.push(faultOf(key, error.message))
      }
    }
    if (faults.length > 0) throw new Fault(faults.join('; '))
    return read
  })
}

/** The fault of a custom field, as the end of the sentence “meta …”. */
export function faultOf(key: string, says: string): string {
  return `has a field ${key} that ${says}`
}
