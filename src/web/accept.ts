/** Which of the two an Accept header asks for rather than the other (RFC 9110, 12.5.1); undefined when it asks for neither first. */
export function preferred(accept: string | undefined): 'html' | 'json' | undefined {
  if (accept === undefined) return undefined
  const html = weight(accept, 'text/html')
  const json = weight(accept, 'application/json')
  if (html === json) return undefined
  return html > json ? 'html' : 'json'
}

/** What a header of preferences names, with the quality of each, the most wanted first; what it refuses is left out. */
export function qualities(header: string): [name: string, quality: number][] {
  return rangesIn(header)
    .filter(([name, quality]) => name !== '' && quality > 0)
    .toSorted(([, one], [, other]) => other - one)
}

/** The quality of a media type and, among equal ones, how exactly it is named: whole, by its first half, or not at all. */
function weight(accept: string, type: string): number {
  const names = ['*/*', `${type.split('/')[0]}/*`, type]
  const weights = rangesIn(accept).map(([name, quality]) => {
    const exactness = names.indexOf(name)
    return { exactness, quality: exactness < 0 ? 0 : quality }
  })
  const { exactness, quality } = weights.reduce((best, other) =>
    other.exactness > best.exactness ? other : best,
  )
  return quality === 0 ? 0 : quality * 10 + exactness / 1000
}

function rangesIn(header: string): [name: string, quality: number][] {
  return header.split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return [name, qualityIn(parameters)]
  })
}

function qualityIn(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = given === undefined ? 1 : Number(given.slice(2))
  return quality >= 0 && quality <= 1 ? quality : 0
}
