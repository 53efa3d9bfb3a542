import Type, { type TObject } from 'typebox'
import { wpNamesOf } from '../wp/wp.linked.params.ts'
import type { LinkedKind } from '../../records/linked/linked.kind.ts'
import { imageId } from '../../pure/params/image.ts'
import { html } from '../../pure/params/texts.ts'
import { type Parameter, isEmpty, readOtherwise, readParameter } from '../../pure/params/parameter.ts'
import type { WpNames } from '../wp/wp.ts'
import { addressOrNull, tecListed, tecStatus, textOnly, titleOnly, unkept } from './tec.params.ts'

/** The excerpt, which this interface alone has of venues and organizers. */
const excerpt = html('The excerpt, with HTML.', { zero: true })

/** Columns that this interface has under another name. */
const renamed = { stateprovince: 'state_province' } as const

/** The columns of each kind that are fields here, in the order of the record. */
const columnsOf = {
  venue: ['address', 'country', 'city', 'stateprovince', 'state', 'province', 'zip', 'phone', 'website'],
  organizer: ['phone', 'website', 'email'],
} as const

/** The columns of a venue or organizer, by the names of its fields. */
export function tecColumns({ name }: LinkedKind): readonly (readonly [string, string])[] {
  return columnsOf[name].map((column) => [column === 'stateprovince' ? renamed[column] : column, column])
}

/** Fields of venues or organizers, with the names that they have here. */
export function tecLinkedNames(kind: LinkedKind): WpNames {
  return { ...wpNamesOf(kind), ...renamed }
}

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
  const columns = tecColumns(kind).map(([name, column]) => [
    name,
    Type.Optional(column === 'website' ? addressOrNull(field(column)) : textOnly(field(column))),
  ])
  return Type.Object({
    title: write === 'create' ? title : Type.Optional(title),
    content: Type.Optional(textOnly(field('description'))),
    excerpt: Type.Optional(textOnly(excerpt)),
    slug: Type.Optional(
      readOtherwise(slug, (sent) => (isEmpty(sent) ? undefined : readParameter(slug, sent))),
    ),
    status: Type.Optional(tecStatus),
    date: field('date'),
    date_gmt: field('date_utc'),
    author: field('author'),
    featured_media: Type.Optional(imageId),
    ...unkept,
    ...(Object.fromEntries(columns) as TObject['properties']),
  })
}
