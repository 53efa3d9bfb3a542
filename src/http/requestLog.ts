import type { FastifyBaseLogger } from 'fastify'

/** Writes the one line that there is of every request, without secrets. */
export function logRequest(
  log: FastifyBaseLogger,
  request: { method: string; url: string; status: number; ms: number },
): void {
  log.info({ ...request, url: withoutSecrets(request.url) }, 'request')
}

/** The address as it may be logged: the values of passwords are left out, however their names are written. */
function withoutSecrets(url: string): string {
  const mark = url.indexOf('?')
  if (mark < 0) return url
  const pairs = url.slice(mark + 1).split('&')
  return `${url.slice(0, mark)}?${pairs.map((pair) => (isSecret(pair) ? pair.replace(/=.*/s, '=…') : pair)).join('&')}`
}

function isSecret(pair: string): boolean {
  const [name = ''] = new URLSearchParams(pair).keys()
  return name.trim().toLowerCase().startsWith('password')
}
