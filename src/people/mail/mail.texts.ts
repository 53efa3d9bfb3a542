import { spokenIn } from '../../pure/text/language.ts'
import { inEachLanguage } from '../../pure/text/messages.ts'
import type { Locale } from '../../pure/locale/locale.ts'
import { accounts } from './messages/accounts.ts'
import { letters } from './messages/letters.ts'
import { registration } from './messages/registration.ts'
import { submissions } from './messages/submissions.ts'
import { subscriptions } from './messages/subscriptions.ts'

/** The texts of mails in all languages. */
export const mailCatalogues = inEachLanguage({
  ...accounts,
  ...submissions,
  ...registration,
  ...subscriptions,
  ...letters,
})

/** The texts of mails in one language. */
export type MailTexts = (typeof mailCatalogues)['en']

/** The texts of mails in a reader’s language. */
export function mailTexts({ tag }: Pick<Locale, 'tag'>): MailTexts {
  return mailCatalogues[spokenIn(tag)?.language ?? 'en']
}
