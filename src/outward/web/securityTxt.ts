import { repository } from '../../config/version.ts'
import type { OpenAnswer } from './openAnswer.ts'
import { endOfToday, todayOf } from './today.ts'
import type { Visit } from './visit.ts'

/** Where the file stands (RFC 9116, 3). */
export const securityTxtPath = '/.well-known/security.txt'

/** RFC 9116, 2.5.5 asks for less than a year. */
const validFor = { months: 6 }

/** Whom to tell of holes in the security of this calendar (RFC 9116); undefined where nobody is named. */
export function securityTxt(visit: Visit): OpenAnswer | undefined {
  const { contact, site, siteLocale } = visit
  if (contact.security.length === 0) return undefined
  const thisMonth = todayOf(visit).with({ day: 1 })
  const language = siteLocale.tag.split('-')[0] ?? 'en'
  const lines = [
    ...contact.security.map((address) => `Contact: ${address}`),
    `Expires: ${thisMonth.add(validFor).toString()}T00:00:00Z`,
    `Preferred-Languages: ${[...new Set([language, 'en'])].join(', ')}`,
    `Canonical: ${site.home}${securityTxtPath}`,
    '',
    `# Holes of the program itself: ${repository()}/blob/main/SECURITY.md`,
    '',
  ]
  return {
    type: 'text/plain; charset=utf-8',
    body: lines.join('\n'),
    holdsUntil: endOfToday(visit),
  }
}
