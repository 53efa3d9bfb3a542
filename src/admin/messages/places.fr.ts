import type { Translated } from './catalogue.ts'
import type { placesEn } from './places.en.ts'

/** The names of the places of the interface, and what parts of several screens say, in French. */
export const placesFr: Translated<typeof placesEn> = {
  copy: 'Copier',
  copied: 'Copié',
  today: 'Aujourd’hui',
  viewOf: 'Vue',
  listView: 'Liste',
  monthView: 'Mois',
  places: 'Lieux',
  categoriesAndTags: 'Catégories et étiquettes',
  pictures: 'Images',
  imports: 'Importations',
  share: 'Partager',
  history: 'Historique',
  people: 'Personnes',
  account: 'Votre compte',
  settings: 'Réglages',
  webhooks: 'Webhooks',
  system: 'Système',
  organizersPlace: 'Organisateurs',
  filters: 'Filtres',
}
