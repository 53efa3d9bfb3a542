import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What is asked before several events, or dates of a series, are changed, in Portuguese. */
export const pt: Translated<typeof en> = {
  publishTitle: 'Publicar {title}?',
  trashTitle: 'Mover {title} para o lixo?',
  restoreTitle: 'Recuperar {title} como rascunho?',
  categoryTitle: 'Categorias de {title}',
  whichDates: 'Que datas?',
  chosen: 'Só as datas escolhidas',
  chosenFollowing: 'As datas escolhidas e as seguintes',
  publishMany: { one: 'Publicar {count} evento', other: 'Publicar {count} eventos' },
  trashMany: { one: 'Mover {count} evento para o lixo', other: 'Mover {count} eventos para o lixo' },
  restoreMany: { one: 'Recuperar {count} evento', other: 'Recuperar {count} eventos' },
  changeMany: { one: 'Alterar {count} evento', other: 'Alterar {count} eventos' },
  leaveAsIs: 'Deixar como está',
  reached: { one: '{count} evento', other: '{count} eventos' },
  nothingChanges: 'Nada muda.',
  some: 'alguns têm',
  categoryHint:
    'O que está assinalado, todos recebem; o que não está, nenhum mantém. Um traço deixa cada um como está.',
  noCategories: 'Ainda não há categorias.',
  allMatching: { one: 'Escolher o que corresponde', other: 'Escolher os {count} que correspondem' },
  firstMatching: 'Escolher os primeiros {most} de {count}',
}
