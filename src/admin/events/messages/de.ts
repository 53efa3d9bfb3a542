import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What is asked before several events, or dates of a series, are changed, in German. */
export const de: Translated<typeof en> = {
  publishTitle: '{title} veröffentlichen?',
  trashTitle: '{title} in den Papierkorb legen?',
  restoreTitle: '{title} als Entwurf zurückholen?',
  categoryTitle: 'Kategorien von {title}',
  whichDates: 'Welche Termine?',
  chosen: 'Nur die gewählten Termine',
  chosenFollowing: 'Die gewählten Termine und alle danach',
  publishMany: {
    one: '{count} Veranstaltung veröffentlichen',
    other: '{count} Veranstaltungen veröffentlichen',
  },
  trashMany: {
    one: '{count} Veranstaltung in den Papierkorb',
    other: '{count} Veranstaltungen in den Papierkorb',
  },
  restoreMany: { one: '{count} Veranstaltung zurückholen', other: '{count} Veranstaltungen zurückholen' },
  changeMany: { one: '{count} Veranstaltung ändern', other: '{count} Veranstaltungen ändern' },
  leaveAsIs: 'So lassen',
  reached: { one: '{count} Veranstaltung', other: '{count} Veranstaltungen' },
  nothingChanges: 'Es ändert sich nichts.',
  some: 'manche haben sie',
  categoryHint:
    'Was angekreuzt ist, bekommen alle; was nicht, behält keine. Ein Strich lässt jede, wie sie ist.',
  noCategories: 'Es gibt noch keine Kategorien.',
  allMatching: { one: 'Die eine passende wählen', other: 'Alle {count} passenden wählen' },
  firstMatching: 'Die ersten {most} von {count} wählen',
}
