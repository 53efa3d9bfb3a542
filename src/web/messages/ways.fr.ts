import type { Texts } from './catalogue.ts'
import type { waysEn } from './ways.en.ts'

/** Signing in by other ways than a password, in French. */
export const waysFr: Texts<typeof waysEn> = {
  orElse: 'ou',
  signInWith: 'Se connecter avec {name}',
  providerAway: '{name} est injoignable pour le moment',
  providerAwayHint: 'Réessayez dans un instant, ou connectez-vous avec votre mot de passe.',
  providerRefused: '{name} ne vous a pas laissé entrer',
  providerRefusedHint: 'Réessayez. Si cela n’aide pas, adressez-vous à l’exploitant de ce site.',
  providerStale: 'Cela a pris trop de temps, ou a commencé dans une autre fenêtre',
  providerStaleHint: 'Veuillez recommencer.',
  providerClockHint:
    'Les horloges de ce site et de {name} diffèrent. L’exploitant de ce site peut y remédier.',
  providerNoRole: 'Votre compte chez {name} n’a pas accès à ce calendrier',
  providerNoAccount: 'Il n’y a pas de compte pour vous ici',
  providerNoEmail: '{name} n’a pas communiqué votre adresse e-mail',
  providerAsk: 'Adressez-vous à l’exploitant de ce site.',
  providerTaken: 'Un compte existe déjà ici avec votre adresse',
  providerTakenHint:
    '{name} n’a pas confirmé que l’adresse est à vous. Connectez-vous avec le mot de passe de ce compte.',
  providerOther: 'Le compte qui a votre adresse appartient à quelqu’un d’autre chez {name}',
  providerOtherHint:
    'L’exploitant de ce site en est informé. Si ce compte est le vôtre, connectez-vous comme auparavant et reliez {name} dans votre compte.',

  usePasskey: 'Utiliser une clé d’accès',
  passkeyNone: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou connectez-vous avec votre mot de passe.',
  passkeyUnknown: 'Cette clé d’accès n’ouvre aucun compte ici',
  passkeyUnknownHint:
    'Elle a peut-être été retirée. Connectez-vous autrement, puis ajoutez-la de nouveau dans votre compte.',
  passkeyRefused: 'La clé d’accès n’a pas pu être vérifiée',
  passkeyRefusedHint: 'Réessayez. Si cela n’aide pas, connectez-vous avec votre mot de passe.',
  otherWay: 'Se connecter autrement',
  useRecoveryCode: 'Utiliser un code de secours',
  recoveryTitle: 'Se connecter avec un code de secours',
  recoveryHint: 'Chacun de vos codes sert une fois.',
  recoveryCode: 'Code de secours',
  recoveryWrong: 'Ce nom et ce code de secours ne vont pas ensemble.',
  recoveryWrongHint: 'Un code déjà utilisé ne sert plus.',

  emailTitle: 'Confirmer votre adresse',
  emailHint: '« {name} » doit recevoir ses messages à {email}.',
  emailConfirm: 'Confirmer l’adresse',
  emailDone: 'Votre adresse est confirmée',
  emailDoneHint: 'Les messages vont désormais à {email}.',
  emailTaken: 'L’adresse appartient désormais à un autre compte',
  emailTakenHint: 'Votre compte garde l’adresse qu’il avait.',
  joinTaken: 'Ce compte {name} ouvre un autre compte ici',
  joinTakenHint: 'Connectez-vous avec lui pour voir lequel, et retirez-le d’abord là-bas.',
}
