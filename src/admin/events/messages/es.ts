import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What is asked before several events, or dates of a series, are changed, in Spanish. */
export const es: Translated<typeof en> = {
  publishTitle: '¿Publicar {title}?',
  trashTitle: '¿Mover {title} a la papelera?',
  restoreTitle: '¿Recuperar {title} como borrador?',
  categoryTitle: 'Categorías de {title}',
  whichDates: '¿Qué fechas?',
  chosen: 'Solo las fechas elegidas',
  chosenFollowing: 'Las fechas elegidas y las siguientes',
  publishMany: { one: 'Publicar {count} evento', other: 'Publicar {count} eventos' },
  trashMany: { one: 'Mover {count} evento a la papelera', other: 'Mover {count} eventos a la papelera' },
  restoreMany: { one: 'Recuperar {count} evento', other: 'Recuperar {count} eventos' },
  changeMany: { one: 'Cambiar {count} evento', other: 'Cambiar {count} eventos' },
  leaveAsIs: 'Dejarlo así',
  reached: { one: '{count} evento', other: '{count} eventos' },
  nothingChanges: 'No cambia nada.',
  some: 'algunos la tienen',
  categoryHint:
    'Lo marcado lo reciben todos; lo no marcado, ninguno lo conserva. Un guion deja cada uno como está.',
  noCategories: 'Todavía no hay categorías.',
  allMatching: { one: 'Elegir el que coincide', other: 'Elegir los {count} que coinciden' },
  firstMatching: 'Elegir los primeros {most} de {count}',
}
