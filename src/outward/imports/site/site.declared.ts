import type { OwnKind } from '../../../fields/own/declaration.ts'
import { ownPrefix } from '../imports.own.ts'
import type { DeclaredThere } from '../imports.record.ts'
import type { SiteClient } from './site.client.ts'
import { asWire, textIn, type Wire, wiresIn } from './site.wire.ts'

/** The fields that a site has declared if it is a Kalends, asked once: a run reads its records by those that it has begun with. */
export function declarationsOnce(client: SiteClient, index: () => Promise<{ readonly isKalends: boolean }>) {
  let asked: Promise<readonly DeclaredThere[]> | undefined
  const known = async () => ((await index()).isKalends ? (asked ??= declarationsOf(client)) : [])
  return {
    known,
    anew: async () => {
      asked = undefined
      return known()
    },
  }
}

/** As it tells them to this reader; an older one has none. */
async function declarationsOf(client: SiteClient): Promise<readonly DeclaredThere[]> {
  const { status, body } = await client.get('/fields?context=edit', { isOptional: true })
  if (status !== 200) return []
  return wiresIn(asWire(body)?.['fields']).flatMap((wire) => {
    // IDs of its categories mean nothing here, and what comes last stays last.
    const { id: _id, categories: _categories, position: _position, ...declaration } = wire
    const name = textIn(wire, 'name')
    return name === '' ? [] : [{ ...declaration, name }]
  })
}

/** What a record of another Kalends says of the fields that it has declared: null for nothing, as it tells all that is said. */
export function ownFields(
  kind: OwnKind,
  wire: Wire,
  { declared }: { readonly declared: readonly DeclaredThere[] },
): Readonly<Record<string, unknown>> {
  const said = asWire(wire['fields']) ?? {}
  const names = declared.flatMap(({ name, kinds }) =>
    Array.isArray(kinds) && kinds.includes(kind) ? [name] : [],
  )
  return Object.fromEntries(names.map((name) => [ownPrefix + name, said[name] ?? null]))
}
