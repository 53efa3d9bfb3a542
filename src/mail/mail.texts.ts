import type { Language } from '../text/language.ts'
import { ar } from './messages/ar.ts'
import { de } from './messages/de.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { fr } from './messages/fr.ts'
import { it } from './messages/it.ts'
import { ja } from './messages/ja.ts'
import { nl } from './messages/nl.ts'
import { pt } from './messages/pt.ts'
import { spokenIn } from '../text/language.ts'
import type { Locale } from '../web/locale.ts'

/** All texts of mails in one language: one that English has and another language lacks does not compile. */
export type MailTexts = Readonly<Record<keyof typeof en, string>>

/** The texts of mails in all languages. */
export const mailCatalogues = { en, de, fr, es, nl, it, pt, ja, ar } as const satisfies Record<
  Language,
  MailTexts
>

/** The texts of mails in a reader’s language. */
export function mailTexts({ tag }: Pick<Locale, 'tag'>): MailTexts {
  return mailCatalogues[spokenIn(tag)?.language ?? 'en']
}
