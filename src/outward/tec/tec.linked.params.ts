import { Type, type TObject } from 'typebox'
import { onceFor } from '../../pure/calendar/cache.ts'
import { isNot, moved, valuesOf } from '../../fields/declare.ts'
import type { Field } from '../../fields/field.ts'
import { excerpt } from '../../fields/posts.fields.ts'
import { typeOf } from '../../fields/types.ts'
import { wpNamesOf } from '../wp/wp.linked.params.ts'
import type { LinkedKind } from '../../records/linked/linked.kind.ts'
import { imageId } from '../../pure/params/image.ts'
import { type Parameter, isEmpty, readOtherwise, readParameter } from '../../pure/params/parameter.ts'
import type { WpNames } from '../wp/wp.ts'
import { strictly, tecListed, tecStatus, textOnly, titleOnly, unkept } from './tec.params.ts'

/** A field of a venue or organizer by its name here. */
interface TecField {
  readonly name: string
  readonly column: string
  readonly field: Field
}

/** The fields of a kind that are here after the common ones. Wire: in the order of the original, which what is new follows. */
export const tecFields = onceFor(({ fields: declared }: LinkedKind): readonly TecField[] => {
  const own = valuesOf(declared, (field, name): TecField | undefined => {
    const { tec = name, column } = field
    const isElsewhere = field.byHand !== undefined || isNot(field.param) || isNot(tec)
    return isElsewhere ? undefined : { name: tec, column: column ?? name, field }
  })
  const inOrder = moved(own, { city: 'country', stateprovince: 'city', province: 'state' })
  return Object.values(inOrder).filter((each) => each !== undefined)
})

/** Fields of venues or organizers, with the names that they have here. */
export const tecLinkedNames = onceFor((kind: LinkedKind): WpNames => ({
  ...wpNamesOf(kind),
  ...Object.fromEntries(tecFields(kind).map(({ name, column }) => [column, name])),
}))

/** The list parameters of venues or organizers. */
export function tecLinkedListParams(kind: LinkedKind): TObject {
  const { event, has_events, only_with_upcoming } = kind.listParams.properties
  return Type.Object({ ...tecListed, event, has_events, only_with_upcoming } as TObject['properties'])
}

/** The parameters of making a venue or organizer, or of changing one. */
export function tecLinkedWriteParams(kind: LinkedKind, write: 'create' | 'update'): TObject {
  const declared = kind[`${write}Params`].properties
  const field = (name: string) => declared[name] as Parameter<unknown>
  // The events namespace takes it on update alone.
  const slug = kind.updateParams.properties['slug'] as Parameter<unknown>
  const title = titleOnly(field(kind.name))
  const own = tecFields(kind).map(({ name, column, field: { type } }) => [
    name,
    Type.Optional(strictly(type, field(column))),
  ])
  return Type.Object({
    title: write === 'create' ? title : Type.Optional(title),
    content: Type.Optional(textOnly(field('description'))),
    excerpt: Type.Optional(textOnly(typeOf(excerpt).param(excerpt))),
    slug: Type.Optional(
      readOtherwise(slug, (sent) => (isEmpty(sent) ? undefined : readParameter(slug, sent))),
    ),
    status: Type.Optional(tecStatus),
    date: field('date'),
    date_gmt: field('date_utc'),
    author: field('author'),
    featured_media: Type.Optional(imageId),
    ...unkept,
    ...(Object.fromEntries(own) as TObject['properties']),
    fields: field('fields'),
  })
}
