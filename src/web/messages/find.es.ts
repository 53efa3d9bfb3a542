import type { Texts } from './catalogue.ts'
import type { findEn } from './find.en.ts'

/** Spanish. */
export const findEs: Texts<typeof findEn> = {
  suggestions: 'Sugerencias',
  suggested: { one: '{count} sugerencia', other: '{count} sugerencias' },
  foundByName: 'Lugares, organizadores y categorías',
  placesTitle: 'Lugares',
  organizersTitle: 'Organizadores',
  allPlaces: 'Todos los lugares',
  organizers: { one: '{count} organizador', other: '{count} organizadores' },
  byLetter: 'Por inicial',
  searchPlaces: 'Buscar lugares',
  searchOrganizers: 'Buscar organizadores',
  noneOfThatName: 'Aquí no hay nada con ese nombre',
  takingPart: 'Participación',
  onSite: 'Presencial',
  timeOfDay: 'Momento del día',
  night: 'Noche',
  yes: 'Sí',
  no: 'No',
  notKnown: 'No se sabe',
  nearUnknown: 'Este lugar no se conoce aquí. Pruebe con una localidad cercana o un código postal.',
  dateUnknown: 'Esto no es una fecha. Escríbala así: {example}.',
  valueUnknown: '«{value}» no se conoce aquí y no se ha tenido en cuenta.',
}
