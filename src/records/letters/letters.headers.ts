import { plainLineOfHtml } from '../../pure/text/plain.ts'
import type { Locale } from '../../pure/locale/locale.ts'
import type { OutgoingMail } from '../../people/mail/mail.transport.ts'
import type { LettersParts } from './letters.parts.ts'
import { findList } from './letters.query.ts'
import type { SubscriptionRow } from './letters.types.ts'
import { wantedOf, wantedText } from './letters.words.ts'

/** How long the words of a list are at most, so that the header stays a line. */
const longestName = 80

/**
 * The headers of a letter: by which a mail program ends the subscription (RFC 8058), finds its settings (RFC 2369) and sorts it
 * (RFC 2919). `lists` has what lists are called already, and gets what it lacks.
 */
export async function headersOf(
  parts: Pick<LettersParts, 'context' | 'site'>,
  { lists }: { readonly lists: Map<string, string> },
  {
    subscription,
    locale,
    settings,
    leave,
  }: {
    readonly subscription: SubscriptionRow
    readonly locale: Locale
    readonly settings: string
    readonly leave: string
  },
): Promise<NonNullable<OutgoingMail['headers']>> {
  const { home } = parts.site()
  const { kind, target_id } = subscription
  const of = `${kind} ${target_id} ${locale.tag}`
  const list = lists.get(of) ?? (await listOf(parts, subscription, locale))
  lists.set(of, list)
  return {
    'List-Unsubscribe': `<${home}/mail/leave/${leave}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': list,
    'List-Help': `<${home}/mail/settings/${settings}>`,
    'Content-Language': locale.tag,
  }
}

/** What all mails of a subscription are of: in words, and by an address that stays the same. */
async function listOf(
  { context, site }: Pick<LettersParts, 'context' | 'site'>,
  subscription: SubscriptionRow,
  locale: Locale,
): Promise<string> {
  const { read } = context.db
  const { kind, target_id } = subscription
  const slug = kind === 'list' ? (await findList(read, target_id))?.slug : undefined
  const wanted = await wantedOf(read, subscription)
  // What an event is called tells more than what one wants to know of it.
  const named = wanted && 'remind' in wanted ? { ...wanted, remind: null, changes: false } : wanted
  const words = named ? await wantedText(context, named, locale) : ''
  // Nothing in it ends the header or the name before the address.
  const name = [...plainLineOfHtml(words).replaceAll(/[\p{Cc}<>"\\]+/gu, ' ')]
    .slice(0, longestName)
    .join('')
    .trim()
  const host = URL.parse(site().home)?.hostname ?? 'localhost'
  return `${name} <${kind}-${slug ?? target_id}.${host}>`.trim()
}
