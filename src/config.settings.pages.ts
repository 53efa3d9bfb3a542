import {
  formerPaths,
  line,
  links,
  localeTag,
  optionalFile,
  type Setting,
  tilesAddress,
} from './config.readers.ts'

/** The settings that decide how the public pages look and what they are called. */
export const pageSettings = {
  SITE_NAME: {
    default: 'Kalends',
    value: line(200),
    says: 'The name of the site, as its pages and its index show it.',
    example: 'City of Exampleton',
  },
  SITE_DESCRIPTION: {
    default: 'An event calendar',
    value: line(500),
    says: 'What the site is, in a few words.',
    example: 'What is on in town',
  },
  SITE_LINKS: {
    default: '',
    value: links,
    says: 'Links of your own in the header of the pages, separated by semicolons: each a text, `=`, and an address.',
    example: 'Tourism=https://city.example/visit; Contact=https://city.example/contact',
  },
  FOOTER_LINKS: {
    default: '',
    value: links,
    says: 'Links of your own in the footer of the pages, such as those to your imprint and your privacy policy, in the same form.',
    example: 'Imprint=https://city.example/imprint; Privacy=https://city.example/privacy',
  },
  FORMER_PATHS: {
    default: '',
    value: formerPaths,
    says: 'The words in the addresses of a site that was moved here, where they are not “events”, “event”, “venue”, “organizer”, “category” and “tag”: its old addresses lead here. Those of imported records are known without it.',
    example: 'events=veranstaltungen; event=veranstaltung; category=kategorie; tag=schlagwort',
  },
  SITE_LOCALE: {
    default: 'en',
    value: localeTag,
    says: 'The language and the formats of the public pages for readers whose browsers ask for none of those available: English, German, French, Spanish, Dutch, Italian, Portuguese, Japanese or Arabic, with a region if you like.',
    example: 'de-AT',
  },
  THEME_FILE: {
    default: '',
    value: optionalFile,
    says: 'How the public pages look: a JSON file with the name and logo of the site, its colours and fonts (see docs/theme.md).',
    example: '/etc/kalends/theme.json',
  },
  MAP_TILES: {
    default: '',
    value: tilesAddress,
    says: 'The address of the map tiles, with `{z}`, `{x}` and `{y}`: the only thing that pages then load from another server. Empty: maps show places without a background.',
    example: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  },
  MAP_ATTRIBUTION: {
    default: '',
    value: line(200),
    says: 'Who the map tiles are by, as maps show it.',
    example: '© OpenStreetMap contributors',
  },
} as const satisfies Record<string, Setting<unknown>>
