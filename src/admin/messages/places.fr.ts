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
  needsNameOfNew: 'Donnez un nom au nouveau, ou fermez ses champs.',
  notWhole: 'C’est incomplet : complétez, ou videz le champ.',
  stillTyped: '« {text} » est saisi, mais pas choisi. Choisissez dans la liste, ou videz le champ.',
  stillTypedOrNew:
    '« {text} » est saisi, mais pas choisi. Choisissez dans la liste, ajoutez-le, ou videz le champ.',
}
