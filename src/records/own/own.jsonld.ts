import {
  type Declaration,
  declaredFor,
  type Declared,
  type OwnKind,
  type OwnSchema,
  type OwnValue,
  shownOwn,
  spokenOwn,
  textIn,
} from '../../fields/own/declaration.ts'

/** What search engines are told of the fields that a calendar has declared, for everybody (schema.org). */
export function ownJsonLd(
  kind: OwnKind,
  row: object,
  declared: Declared | undefined,
): Record<string, unknown> {
  const own: unknown = 'own' in row ? row.own : ''
  if (declared === undefined || typeof own !== 'string') return {}
  const fields = declaredFor(declared, kind)
  const values = shownOwn(fields, own, 'everybody')
  if (values === undefined) return {}
  // Of venues schema.org knows what helps people there, of organizers nothing of it: what it does not know is a further property of a venue.
  const isKnown = (schema: OwnSchema | null) =>
    kind === 'event'
      ? schema !== null && schema !== 'amenityFeature'
      : kind === 'venue' && schema === 'amenityFeature'
  const said = (schema: OwnSchema) =>
    (isKnown(schema) ? fields : []).flatMap((field) => {
      const value = values[field.name]
      return field.schema === schema && value !== undefined ? [{ field, value }] : []
    })
  const say = ({ field, value }: Said) => spokenOwn(field, value, declared.language, declared.language)
  const audience = said('audience').map((one) => ({ '@type': 'Audience', audienceType: say(one) }))
  const [from, to] = [said('typicalAgeRange.from')[0]?.value, said('typicalAgeRange.to')[0]?.value]
  const languages = said('inLanguage').flatMap(({ value }) => value)
  const features = said('amenityFeature').map(({ field, value }) => ({
    '@type': 'LocationFeatureSpecification',
    name: textIn(field.label, declared.language, declared.language),
    value,
  }))
  return {
    ...(audience.length > 0 ? { audience: single(audience) } : {}),
    // “6-” has no end.
    ...(from === undefined && to === undefined
      ? {}
      : { typicalAgeRange: `${String(from ?? 0)}-${String(to ?? '')}` }),
    ...(languages.length > 0 ? { inLanguage: single(languages) } : {}),
    ...(features.length > 0 ? { amenityFeature: features } : {}),
    // Of events and organizers schema.org knows no further properties.
    ...(kind === 'venue'
      ? further(
          fields.filter(({ schema }) => !isKnown(schema)),
          values,
          say,
        )
      : {}),
  }
}

interface Said {
  readonly field: Declaration
  readonly value: OwnValue
}

function further(
  fields: readonly Declaration[],
  values: Readonly<Record<string, OwnValue>>,
  say: (said: Said) => string,
): Record<string, unknown> {
  const properties = fields.flatMap((field) => {
    const value = values[field.name]
    if (value === undefined) return []
    const told = typeof value === 'number' || typeof value === 'boolean' ? value : say({ field, value })
    return [
      {
        '@type': 'PropertyValue',
        propertyID: field.name,
        name: field.label['en'] ?? field.name,
        value: told,
      },
    ]
  })
  return properties.length > 0 ? { additionalProperty: properties } : {}
}

function single<Value>(values: readonly Value[]): Value | readonly Value[] {
  const [one] = values
  return values.length === 1 && one !== undefined ? one : values
}
