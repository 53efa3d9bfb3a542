import type { Texts } from './catalogue.ts'
import type { doorEn } from './door.en.ts'

/** Signing in, in German. */
export const doorDe: Texts<typeof doorEn> = {
  signInTo: 'um „{name}“ zu bearbeiten',
  nameOrEmail: 'Name oder E-Mail-Adresse',
  signInWrong: 'Dieser Name und dieses Passwort gehören nicht zusammen.',
  signInWrongHint: 'Prüfen Sie beides, und ob die Feststelltaste gedrückt ist.',
  signInElsewhere: 'Die Anmeldung geht unter {url}',
  signInElsewhereHint:
    'Diese Seite kam unverschlüsselt, über http: Ihr Browser behält hier keine Anmeldung. Öffnen Sie jene Adresse.',
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

  setupTitle: 'Öffnen wir Ihren Kalender',
  setupIntro: 'Drei kurze Schritte. Alles lässt sich später ändern.',
  setupCalendar: '1. Der Kalender',
  setupName: 'Wie heißt er?',
  setupNameHint: 'Steht oben auf jeder Seite und in jedem Feed.',
  setupZone: 'Wo geht Ihre Uhr?',
  setupZoneHint: 'Schreiben Sie eine Stadt oder ein Land. Sehen Sie nach, ob sie stimmt.',
  setupLanguage: 'Sprache der Seiten',
  setupColour: 'Farbe von Links und Schaltflächen',
  setupColourHint: 'Jede ist für alle lesbar, hell und dunkel.',
  colourNames: 'Lagune|Blau|Kobalt|Violett|Orchidee|Rosé|Zinnober|Orange|Ocker|Oliv|Grün|Petrol',
  setupAccount: '2. Ihr Konto',
  yourName: 'Ihr Name',
  emailAddress: 'E-Mail-Adresse',
  setupFilling: '3. Was soll darin stehen?',
  fillImport: 'Meine Veranstaltungen mitbringen',
  fillImportHint:
    'Aus WordPress, von einer iCalendar-Adresse (Google, Outlook, ein anderer Kalender) oder aus einer Tabelle.',
  fillEmpty: 'Leer beginnen',
  fillEmptyHint: 'Sie tragen die erste Veranstaltung selbst ein. Dauert eine Minute.',
  fillDemo: 'Einen vollen zeigen',
  fillDemoHint:
    'Die erfundene Stadt Haverbridge mit rund 2.000 Veranstaltungen eines Jahres zum Ausprobieren. Bis alle da sind, dauert es eine Minute. Ein Knopf nimmt sie wieder weg.',
  openCalendar: 'Kalender öffnen',
  setupSignedIn: 'Sie werden als Administration angemeldet.',
  setupSample: 'So beginnt Ihre Startseite.',
  setupSentence: 'Ein Satz für die Startseite',
  setupSentenceHint: 'Er steht unter dem Namen und dort, wo Suchmaschinen den Kalender zeigen.',
  setupSentenceAtFirst: 'Alles, was hier los ist',
  setupCurrency: 'Währung der Preise',
  setupCurrencyAuto: 'die des Landes',
  setupCost: 'Das Zeichen steht',
  setupCostAuto: 'wie in der Sprache üblich',
  setupCostBefore: 'vor der Zahl',
  setupCostAfter: 'nach der Zahl',
  addFirst: 'Die erste Veranstaltung eintragen',
  addFirstHint: 'Kümmern Sie sich um „{name}“? Dann geht es in der Bearbeitung los.',
  setupFault: 'Das geht so nicht.',
  setupFaults: 'Einiges geht so nicht. Es wurde nichts gespeichert.',
  setupFixed: 'Festgelegt durch {name}, wo der Dienst läuft.',
  setupOver: 'Diese Seite gilt einmal, für den, der ihren Link hat.',
}
