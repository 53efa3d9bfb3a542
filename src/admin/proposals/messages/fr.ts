import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the queue of proposals says, in French. */
export const fr: Translated<typeof en> = {
  proposals: 'Propositions',
  forApproval: 'À valider',
  newEvent: 'Nouvel événement',
  changeOf: 'Modification de « {title} »',
  reportOf: 'Erreur dans « {title} »',
  field: 'Champ',
  publicNow: 'Public actuellement',
  proposed: 'Proposé',
  takeIt: 'Reprendre ?',
  take: 'Reprendre',
  changedSince: 'Modifié ici depuis',
  before: 'avant : {value}',
  takeSome: 'Reprendre {count} modifications sur {all}',
  accept: 'Valider',
  acceptNew: 'Valider et publier',
  done: 'Fait',
  spam: 'Indésirable',
  trust: 'Publier désormais aussitôt ses envois',
  acceptedBefore: 'acceptées auparavant : {count}',
  goneEvent: 'L’événement est dans la corbeille ou supprimé : on ne peut que refuser.',
  asked: 'Demandé : « {message} »',
  nothing: 'Aucune proposition n’attend',
  nothingHint: 'Ici arrive ce qu’envoient les personnes extérieures à l’agenda.',
  taken: 'Repris : {title}',
  refused: 'Non repris : {title}',
  marked: 'Indésirable : {title}',
  picture: 'L’image envoyée',
  none: 'Aucun',
  fieldNames:
    'Titre|Début|Fin|Toute la journée|Fuseau horaire|Lieu|Organisateur|Description|Résumé|Prix|Site web|Catégories|Mots-clés|A lieu|Raison|Participation|En ligne à|Se répète|Image',
}
