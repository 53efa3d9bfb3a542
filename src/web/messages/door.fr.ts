import type { Texts } from './catalogue.ts'
import type { doorEn } from './door.en.ts'

/** Signing in, in French. */
export const doorFr: Texts<typeof doorEn> = {
  signInTo: 'pour modifier « {name} »',
  nameOrEmail: 'Nom ou adresse e-mail',
  signInWrong: 'Ce nom et ce mot de passe ne vont pas ensemble.',
  signInWrongHint: 'Vérifiez les deux, et si le verrouillage des majuscules est actif.',
  signInElsewhere: 'La connexion se fait sur {url}',
  signInElsewhereHint:
    'Cette page est arrivée sans chiffrement, par http : votre navigateur n’y garde aucune connexion. Ouvrez cette adresse.',
  signInTooOften: 'Trop d’essais.',
  signInWait: {
    one: 'Après plusieurs essais, nous attendons un peu. Vous pourrez réessayer dans {count} seconde.',
    other: 'Après plusieurs essais, nous attendons un peu. Vous pourrez réessayer dans {count} secondes.',
  },
  signInAfter: 'Se connecter · attendre {count} s',
  signOut: 'Se déconnecter',
  signedOut: 'Vous êtes déconnecté',
  signedOutHint: 'La prochaine personne sur ce navigateur voit ce que tout le monde voit.',

  forgotten: 'Oublié ?',
  forgotTitle: 'Mot de passe oublié ?',
  forgotHint: 'Saisissez votre nom ou votre adresse e-mail : vous recevrez un lien pour en choisir un autre.',
  sendLink: 'Envoyer le lien',
  forgotSent: 'Si ce compte existe, un e-mail est en route.',
  forgotSentHint:
    'Son lien sert une fois, pendant une heure. Si rien n’arrive, regardez dans les courriers indésirables ou demandez à l’administration.',
  forgotNoMail:
    'Ce calendrier n’envoie pas d’e-mails. L’administration peut créer pour vous un lien pour en choisir un autre.',
  chooseTitle: 'Choisir un mot de passe',
  chooseHint: 'pour « {name} »',
  newPassword: 'Nouveau mot de passe',
  newPasswordHint: '12 caractères ou plus. Plusieurs mots sans rapport entre eux conviennent bien.',
  savePassword: 'Enregistrer et se connecter',
  passwordShort: 'Il faut 12 caractères ou plus.',
  passwordLong: 'Il ne peut dépasser 1 000 caractères.',
  passwordCommon:
    'Celui-ci fait partie de ceux que l’on essaie en premier. Prenez plusieurs mots sans rapport entre eux.',
  passwordPersonal:
    'Celui-ci est fait de ce que tout le monde sait de vous. Prenez des mots qui n’ont rien à voir.',
  linkOver: 'Ce lien a déjà servi ou est trop ancien',
  linkOverHint: 'Un lien sert une fois et pendant peu de temps.',
  askAgain: 'Demander un autre lien',

  setupTitle: 'Ouvrons votre calendrier',
  setupIntro: 'Trois petites étapes. Tout peut être changé plus tard.',
  setupCalendar: '1. Le calendrier',
  setupName: 'Comment s’appelle-t-il ?',
  setupNameHint: 'Figure en haut de chaque page et dans chaque flux.',
  setupZone: 'Où est votre horloge ?',
  setupZoneHint: 'Les événements commencent à cette heure-là. Vérifiez qu’elle est juste.',
  setupLanguage: 'Langue des pages',
  setupColour: 'Couleur des liens et des boutons',
  setupColourHint: 'Chacune est lisible par tous, en clair et en sombre.',
  colourNames: 'Lagon|Bleu|Cobalt|Violet|Orchidée|Rose|Vermillon|Orange|Ocre|Olive|Vert|Sarcelle',
  setupAccount: '2. Votre compte',
  yourName: 'Votre nom',
  emailAddress: 'Adresse e-mail',
  setupFilling: '3. Que doit-il contenir ?',
  fillImport: 'Apporter mes événements',
  fillImportHint:
    'De WordPress, d’une adresse iCalendar (Google, Outlook, un autre calendrier) ou d’un tableau.',
  fillEmpty: 'Commencer à vide',
  fillEmptyHint: 'Vous ajoutez vous-même le premier événement. Une minute suffit.',
  fillDemo: 'M’en montrer un plein',
  fillDemoHint:
    'Une ville inventée et son année d’événements, pour essayer. Il faut une minute pour qu’ils soient tous là.',
  openCalendar: 'Ouvrir le calendrier',
  setupSignedIn: 'Vous serez connecté comme administrateur.',
  setupSample: 'Ainsi commence votre page d’accueil.',
  setupFault: 'Cela ne convient pas ainsi.',
  setupFaults: 'Une partie ne convient pas. Rien n’a été enregistré.',
  setupFixed: 'Fixé par {name} là où tourne le service.',
  setupOver: 'Cette page sert une fois, à qui en a le lien.',
}
