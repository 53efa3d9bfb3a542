/**
 * The address that a reader is led to after signing in: a path of this site, whatever a link has put there. Undefined for
 * anything that a browser could take for another site, and for the pages of signing in themselves.
 */
export function ownPath(next: unknown, sitePath: string): string | undefined {
  // Browsers read `\` as `/`, and leave out line breaks and tabs.
  if (typeof next !== 'string' || !next.startsWith('/') || /[\\\p{Cc}]/u.test(next)) return undefined
  const url = URL.parse(next, anyOrigin)
  if (url === null || url.origin !== anyOrigin || url.username !== '') return undefined
  const { pathname, search, hash } = url
  // `/.//host` becomes `//host`, which is another site.
  if (pathname.startsWith('//') || /^\/sign(?:in|out)(?:\/|$)/i.test(pathname)) return undefined
  return `${sitePath}${pathname}${search}${hash}`
}

const anyOrigin = 'http://localhost'
