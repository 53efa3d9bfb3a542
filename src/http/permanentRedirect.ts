import type { Answer } from './resource.ts'

/** The answer at an address whose record is now elsewhere, for good. */
export function movedTo(url: string, id: number): Answer {
  return { status: 301, body: { id, rest_url: url }, headers: { Location: url } }
}
