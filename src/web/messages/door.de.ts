import type { Texts } from './catalogue.ts'
import type { doorEn } from './door.en.ts'

/** Signing in, in German. */
export const doorDe: Texts<typeof doorEn> = {
  signInTo: 'um „{name}“ zu bearbeiten',
  nameOrEmail: 'Name oder E-Mail-Adresse',
  signInWrong: 'Dieser Name und dieses Passwort gehören nicht zusammen.',
  signInWrongHint: 'Prüfen Sie beides, und ob die Feststelltaste gedrückt ist.',
  signInTooOften: 'Zu viele Versuche.',
  signInWait: {
    one: 'Nach mehreren Versuchen warten wir ein wenig. In {count} Sekunde können Sie es wieder versuchen.',
    other:
      'Nach mehreren Versuchen warten wir ein wenig. In {count} Sekunden können Sie es wieder versuchen.',
  },
  signInAfter: 'Anmelden · {count} s warten',
  signOut: 'Abmelden',
  signedOut: 'Sie sind abgemeldet',
  signedOutHint: 'Wer diesen Browser als Nächstes benutzt, sieht, was alle sehen.',

  forgotten: 'Vergessen?',
  forgotTitle: 'Passwort vergessen?',
  forgotHint:
    'Geben Sie Namen oder E-Mail-Adresse ein: Es kommt eine E-Mail mit einem Link, über den Sie ein anderes wählen.',
  sendLink: 'Link senden',
  forgotSent: 'Falls es dieses Konto gibt, ist eine E-Mail unterwegs.',
  forgotSentHint:
    'Ihr Link gilt einmal und eine Stunde lang. Kommt nichts an, sehen Sie bei unerwünschter Post nach oder fragen Sie die Administration.',
  forgotNoMail:
    'Dieser Kalender versendet keine E-Mails. Die Administration kann Ihnen einen Link erstellen, über den Sie ein anderes wählen.',
  chooseTitle: 'Passwort wählen',
  chooseHint: 'für „{name}“',
  newPassword: 'Neues Passwort',
  newPasswordHint: '12 Zeichen oder mehr. Mehrere Wörter, die nicht zusammengehören, sind gut.',
  savePassword: 'Speichern und anmelden',
  passwordShort: 'Es braucht 12 Zeichen oder mehr.',
  passwordLong: 'Es darf höchstens 1000 Zeichen haben.',
  passwordCommon:
    'Dieses gehört zu denen, die zuerst probiert werden. Nehmen Sie mehrere Wörter, die nicht zusammengehören.',
  passwordPersonal:
    'Dieses besteht aus dem, was alle von Ihnen wissen. Nehmen Sie Wörter, die damit nichts zu tun haben.',
  linkOver: 'Dieser Link wurde benutzt oder ist zu alt',
  linkOverHint: 'Ein Link gilt einmal und nur kurze Zeit.',
  askAgain: 'Einen anderen Link anfordern',
}
