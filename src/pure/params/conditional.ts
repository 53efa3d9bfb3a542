import { hash } from 'node:crypto'
import { ApiError } from '../errors/errors.ts'

/** A strong ETag: it changes whenever a byte of the body does (RFC 9110, 8.8.3). */
export function etagOf(body: string | Buffer): string {
  return etagOfDigest(hash('sha256', body, 'base64url'))
}

/** The same of a body whose SHA-256, in base64url, is known. */
export function etagOfDigest(digest: string): string {
  return `"${digest.slice(0, 27)}"`
}

/** Whether If-None-Match names the answer, so that 304 suffices: compared weakly (RFC 9110, 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && names(ifNoneMatch, etag, withoutWeakness)
}

/**
 * Throws 412 when If-Match is there and names none of the forms in which a read would answer the record: compared strongly
 * (RFC 9110, 13.1.1).
 */
export function assertMatches(ifMatch: string, forms: readonly unknown[]): void {
  const etags = forms.map((form) => etagOf(JSON.stringify(form)))
  if (etags.some((etag) => names(ifMatch, etag, (tag) => tag))) return
  throw new ApiError('rest_precondition_failed', { given: ifMatch, current: etags.join(' or ') })
}

function names(header: string, etag: string, normal: (tag: string) => string): boolean {
  if (header === etag) return true
  return header
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || normal(withoutCoding(tag)) === normal(etag))
}

function withoutWeakness(tag: string): string {
  return tag.replace(/^W\//, '')
}

/** The same answer compressed has an ETag of its own, which says by what (`keptAnswer.ts`). */
function withoutCoding(tag: string): string {
  return tag.replace(/\.(br|gzip)"$/, '"')
}
