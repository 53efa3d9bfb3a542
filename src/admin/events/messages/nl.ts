import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What is asked before several events, or dates of a series, are changed, in Dutch. */
export const nl: Translated<typeof en> = {
  publishTitle: '{title} publiceren?',
  trashTitle: '{title} naar de prullenbak?',
  restoreTitle: '{title} als concept terughalen?',
  categoryTitle: 'Categorieën van {title}',
  whichDates: 'Welke datums?',
  chosen: 'Alleen de gekozen datums',
  chosenFollowing: 'De gekozen datums en die erna',
  publishMany: { one: '{count} evenement publiceren', other: '{count} evenementen publiceren' },
  trashMany: { one: '{count} evenement naar de prullenbak', other: '{count} evenementen naar de prullenbak' },
  restoreMany: { one: '{count} evenement terughalen', other: '{count} evenementen terughalen' },
  changeMany: { one: '{count} evenement wijzigen', other: '{count} evenementen wijzigen' },
  leaveAsIs: 'Zo laten',
  reached: { one: '{count} evenement', other: '{count} evenementen' },
  nothingChanges: 'Er verandert niets.',
  some: 'sommige hebben die',
  categoryHint:
    'Wat is aangevinkt, krijgen alle; wat niet, houdt er geen. Een streepje laat elk zoals het is.',
  noCategories: 'Er zijn nog geen categorieën.',
  allMatching: { one: 'Het ene passende kiezen', other: 'Alle {count} passende kiezen' },
  firstMatching: 'De eerste {most} van {count} kiezen',
}
