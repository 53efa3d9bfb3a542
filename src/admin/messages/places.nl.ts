import type { Translated } from './catalogue.ts'
import type { placesEn } from './places.en.ts'

/** The names of the places of the interface, and what parts of several screens say, in Dutch. */
export const placesNl: Translated<typeof placesEn> = {
  copy: 'Kopiëren',
  copied: 'Gekopieerd',
  today: 'Vandaag',
  viewOf: 'Weergave',
  listView: 'Lijst',
  monthView: 'Maand',
  places: 'Plaatsen',
  categoriesAndTags: 'Categorieën en tags',
  pictures: 'Afbeeldingen',
  imports: 'Imports',
  share: 'Delen',
  history: 'Geschiedenis',
  people: 'Mensen',
  account: 'Uw account',
  settings: 'Instellingen',
  webhooks: 'Webhooks',
  system: 'Systeem',
  organizersPlace: 'Organisatoren',
  filters: 'Filters',
  needsNameOfNew: 'Geef de nieuwe een naam, of sluit de velden.',
  notWhole: 'Dit is niet volledig: vul het aan, of maak het veld leeg.',
  stillTyped: '“{text}” is getypt, maar niet gekozen. Kies er een uit de lijst, of maak het veld leeg.',
  stillTypedOrNew:
    '“{text}” is getypt, maar niet gekozen. Kies er een uit de lijst, voeg het nieuw toe, of maak het veld leeg.',
}
