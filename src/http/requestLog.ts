import type { FastifyBaseLogger } from 'fastify'

/** Writes the one log line of a request, without secrets. */
export function logRequest(
  log: FastifyBaseLogger,
  request: { method: string; url: string; status: number; ms: number },
): void {
  const ms = Math.round(request.ms * 1000) / 1000
  log.info({ ...request, url: withoutSecrets(request.url), ms }, 'request')
}

/** The address with the values of its password parameters left out, however their names are encoded or capitalised. */
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
