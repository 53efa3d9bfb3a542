import type { Texts } from './catalogue.ts'
import type { findEn } from './find.en.ts'

/** Portuguese. */
export const findPt: Texts<typeof findEn> = {
  suggestions: 'Sugestões',
  suggested: { one: '{count} sugestão', other: '{count} sugestões' },
  foundByName: 'Locais, organizadores e categorias',
  placesTitle: 'Locais',
  organizersTitle: 'Organizadores',
  allPlaces: 'Todos os locais',
  organizers: { one: '{count} organizador', other: '{count} organizadores' },
  byLetter: 'Por letra inicial',
  searchPlaces: 'Procurar locais',
  searchOrganizers: 'Procurar organizadores',
  noneOfThatName: 'Nada aqui tem esse nome',
  takingPart: 'Participação',
  onSite: 'Presencial',
  timeOfDay: 'Altura do dia',
  night: 'Noite',
  yes: 'Sim',
  no: 'Não',
  notKnown: 'Não se sabe',
  nearUnknown: 'Este local não é conhecido aqui. Tente uma localidade próxima ou um código postal.',
  dateUnknown: 'Isto não é uma data. Escreva-a assim: {example}.',
  valueUnknown: '“{value}” não é conhecido aqui e foi ignorado.',
}
