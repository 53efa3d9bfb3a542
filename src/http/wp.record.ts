import { Type, type Static, type TSchema } from 'typebox'
import { byAnyName } from '../pure/params/byAnyName.ts'
import type { Site } from './site.ts'

/** The members at the end of every record: a list of names for style sheets, where programs read the status and the terms. */
export const wpClassList = Type.Array(Type.String(), {
  description: 'Names for style sheets: the record, its kind, its status and its terms.',
})

/** What a removal for good is answered with: the record as it last was, beside the word that it is gone. */
export function wpGoneRecord<Of extends TSchema>(record: Of) {
  return Type.Object({ deleted: Type.Boolean({ description: 'Always true.' }), previous: record })
}

/** What a removal is answered with where there is a trash: the record there, or {@link wpGoneRecord}. */
export function wpRemovedRecord<Of extends TSchema>(record: Of) {
  return Type.Union([record, wpGoneRecord(record)])
}

/** What belongs to a record, by relation. */
export const wpLinksRecord = byAnyName(
  Type.Array(
    Type.Object({
      href: Type.String(),
      name: Type.Optional(Type.String()),
      templated: Type.Optional(Type.Boolean()),
      embeddable: Type.Optional(Type.Boolean()),
      taxonomy: Type.Optional(Type.String()),
    }),
  ),
  { description: 'The addresses of what belongs to the record, by relation.' },
)
/** The addresses of what belongs to a record, by relation. */
export type WpLinks = Static<typeof wpLinksRecord>

/** The links of a record at its address below `wp/v2`; `more` are those that its kind has beside these. */
export function wpLinks(site: Site, base: string, id: number, more: WpLinks = {}): WpLinks {
  const collection = `${site.root}/wp/v2/${base}`
  return {
    self: [{ href: `${collection}/${id}` }],
    collection: [{ href: collection }],
    ...more,
    curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
  }
}
