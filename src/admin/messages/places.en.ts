import type { Catalogue } from './catalogue.ts'

/** The names of the places of the interface, and what parts of several screens say, in English, from which the other languages are translated. */
export const placesEn = {
  copy: 'Copy',
  copied: 'Copied',
  today: 'Today',
  viewOf: 'View',
  listView: 'List',
  monthView: 'Month',
  places: 'Places',
  categoriesAndTags: 'Categories and tags',
  pictures: 'Pictures',
  imports: 'Imports',
  share: 'Share',
  history: 'History',
  people: 'People',
  account: 'Your account',
  settings: 'Settings',
  webhooks: 'Webhooks',
  system: 'System',
  organizersPlace: 'Organizers',
  filters: 'Filters',
  needsNameOfNew: 'Give the new one a name, or close its fields.',
  notWhole: 'This is not whole: finish it, or clear the field.',
  stillTyped: '“{text}” is typed, but not chosen. Choose one of the list, or clear the field.',
  stillTypedOrNew:
    '“{text}” is typed, but not chosen. Choose one of the list, add it as a new one, or clear the field.',
} as const satisfies Catalogue
