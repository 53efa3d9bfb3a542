import type { Texts } from './catalogue.ts'
import type { doorEn } from './door.en.ts'

/** Signing in, in French. */
export const doorFr: Texts<typeof doorEn> = {
  signInTo: 'pour modifier « {name} »',
  nameOrEmail: 'Nom ou adresse e-mail',
  signInWrong: 'Ce nom et ce mot de passe ne vont pas ensemble.',
  signInWrongHint: 'Vérifiez les deux, et si le verrouillage des majuscules est actif.',
  signInTooOften: 'Trop d’essais.',
  signInWait: {
    one: 'Après plusieurs essais, nous attendons un peu. Vous pourrez réessayer dans {count} seconde.',
    other: 'Après plusieurs essais, nous attendons un peu. Vous pourrez réessayer dans {count} secondes.',
  },
  signInAfter: 'Se connecter · attendre {count} s',
  signOut: 'Se déconnecter',
  signedOut: 'Vous êtes déconnecté',
  signedOutHint: 'La prochaine personne sur ce navigateur voit ce que tout le monde voit.',
}
