import type { Translated } from './catalogue.ts'
import type { placesEn } from './places.en.ts'

/** The names of the places of the interface, and what parts of several screens say, in German. */
export const placesDe: Translated<typeof placesEn> = {
  copy: 'Kopieren',
  copied: 'Kopiert',
  today: 'Heute',
  viewOf: 'Ansicht',
  listView: 'Liste',
  monthView: 'Monat',
  places: 'Orte',
  categoriesAndTags: 'Kategorien und Schlagwörter',
  pictures: 'Bilder',
  imports: 'Importe',
  share: 'Teilen',
  history: 'Verlauf',
  people: 'Personen',
  account: 'Ihr Konto',
  settings: 'Einstellungen',
  webhooks: 'Webhooks',
  system: 'System',
  organizersPlace: 'Veranstalter',
  filters: 'Filter',
  needsNameOfNew: 'Geben Sie dem neuen Eintrag einen Namen, oder schließen Sie seine Felder.',
  notWhole: 'Das ist nicht vollständig: Ergänzen Sie es, oder leeren Sie das Feld.',
  stillTyped:
    '„{text}“ ist eingetippt, aber nicht ausgewählt. Wählen Sie etwas aus der Liste, oder leeren Sie das Feld.',
  stillTypedOrNew:
    '„{text}“ ist eingetippt, aber nicht ausgewählt. Wählen Sie etwas aus der Liste, fügen Sie es neu hinzu, oder leeren Sie das Feld.',
}
