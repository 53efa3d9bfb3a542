import { isIP } from 'node:net'
import type { CorsOrigins } from '../../http/headers.ts'

/** What a request says of where it comes from, and of where it is sent to. */
interface Sent {
  readonly headers: { readonly origin?: string | undefined }
  readonly host: string
}

/**
 * Whether a request may be answered: programs send no origin; pages in a browser send theirs, which is to be that of this site, or one that
 * CORS_ORIGINS names. “Any” names none: the protocol wants origins held against a list, so that no page can have its name lead to a server
 * in the reader’s own network and speak with that (DNS rebinding).
 */
export function isExpected(
  { headers: { origin }, host }: Sent,
  { siteUrl, corsOrigins }: { readonly siteUrl: string; readonly corsOrigins: CorsOrigins },
): boolean {
  if (origin === undefined) return true
  if (corsOrigins !== '*' && corsOrigins.includes(origin)) return true
  if (siteUrl !== '') return origin === new URL(siteUrl).origin
  const from = URL.parse(origin)
  return from !== null && from.origin === origin && from.host === host && isFixed(from.hostname)
}

/** Whether nobody can have the name lead elsewhere: this machine, and addresses. */
function isFixed(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    isIP(hostname.replaceAll(/^\[|\]$/g, '')) !== 0
  )
}
