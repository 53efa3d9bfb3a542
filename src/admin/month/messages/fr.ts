import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the month of events says, in French. */
export const fr: Translated<typeof en> = {
  title: 'Événements',
  earlier: 'Quatre semaines plus tôt',
  later: 'Quatre semaines plus tard',
  today: 'Aujourd’hui',
  view: 'Vue',
  list: 'Liste',
  month: 'Mois',
  hint: 'Glissez un événement vers un autre jour, ou appuyez sur M.',
  newOn: 'Nouvel événement : {day}',
  newOnThis: 'Nouvel événement ce jour-là',
  more: '{count} de plus',
  less: 'En montrer moins',
  allDay: 'toute la journée',
  draft: 'brouillon',
  waits: 'en attente',
  cancelled: 'annulé',
  nothing: 'Rien ce jour-là.',
  moving: 'Déplacer « {title} » de {from} à {to}',
  movingKeys: 'Les flèches choisissent le jour, Entrée dépose, Échap remet.',
  drop: 'Déposer ici',
  putBack: 'Remettre',
  moved: '« {title} » est maintenant le {to}',
  scopeTitle: 'Quelles dates déplacer ?',
  only: 'Seulement {day}',
  following: '{day} et tous les suivants',
  whole: 'Toute la série',
  moveDates: { one: 'Déplacer {count} date', other: 'Déplacer {count} dates' },
  datesMove: { one: '{count} date est déplacée', other: '{count} dates sont déplacées' },
}
