import type { MailTexts } from '../mail.texts.ts'
import { submissionsFr } from './submissions.fr.ts'

/** French. */
export const fr: MailTexts = {
  greeting: 'Bonjour {name},',
  ending: 'Envoyé par {site} · {url}',
  linkEnds: 'Le lien fonctionne une seule fois, jusqu’au {until}.',
  notExpected: 'Si vous n’attendiez pas ce message, vous n’avez rien à faire.',

  invitationSubject: 'Votre compte sur {site}',
  invitation:
    'Un compte vous attend sur {site}. Cette adresse est votre identifiant. Choisissez un mot de passe pour commencer.',
  choosePassword: 'Choisir un mot de passe',

  resetSubject: 'Choisissez un nouveau mot de passe pour {site}',
  reset:
    'Quelqu’un, probablement vous, a demandé un nouveau mot de passe pour le compte qui a cette adresse sur {site}.',
  chooseNewPassword: 'Choisir un nouveau mot de passe',
  resetNotYou: 'Si ce n’était pas vous, ignorez ce message : votre mot de passe reste le même.',

  passwordChangedSubject: 'Votre mot de passe sur {site} a été modifié',
  passwordChanged: 'Le mot de passe de votre compte sur {site} a été modifié le {at}.',
  changeNotYou:
    'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe : toutes les sessions seront fermées.',

  methodSubject: 'Nouveau moyen de connexion à {site}',
  method: 'Un nouveau moyen de connexion a été ajouté à votre compte sur {site} le {at} : {method}.',
  passkey: 'une clé d’accès',
  provider: 'la connexion avec {name}',
  recoveryCodes: 'des codes de récupération',

  methodNotYou:
    'Si ce n’était pas vous, choisissez aussitôt un nouveau mot de passe et retirez ce moyen de connexion de votre compte.',
  confirmSubject: 'Confirmez votre adresse pour {site}',
  confirm: 'Un compte sur {site} doit recevoir cette adresse : {address}.',
  confirmAddress: 'Confirmer l’adresse',
  addressChangedSubject: 'Votre adresse sur {site} a été modifiée',
  addressChanged:
    'Les messages pour votre compte sur {site} vont désormais à une autre adresse. L’adresse a été modifiée le {at}.',
  tellWhoRuns: 'Si ce n’était pas vous, prévenez aussitôt l’exploitant de {site}.',

  refusedSubject: 'Une connexion à {site} a été refusée',
  refusedPerson:
    'Une personne reconnue par {method} a l’adresse du compte {login} sur {site}. Ce compte y appartient à quelqu’un d’autre : elle n’a pas été connectée.',
  refusedPersonHint:
    'S’il s’agit de la même personne, elle se connecte comme auparavant et relie le nouveau compte de {method} au sien, dans son compte ici.',
  showPeople: 'Voir les comptes',
  testSubject: 'Les e-mails de {site} arrivent',
  test: 'Ceci est un test, demandé par la personne qui a configuré le serveur de messagerie de {site} : les messages parviennent à cette adresse.',

  ...submissionsFr,
}
