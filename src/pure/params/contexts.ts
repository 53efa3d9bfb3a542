import { Type } from 'typebox'
import { parameter } from './parameter.ts'
import { choice } from './texts.ts'

/** In which form records below `wp/v2` are read; `view` unless another one is asked for, and `embed` is the same. */
export function wpContext(description: string) {
  return choice(['view', 'embed', 'edit'], description)
}

/**
 * Whether something is read to be edited, where the original knows no such parameter. Clients send that of WordPress everywhere, with
 * `view`, `embed` and more: only `edit` is heard, and nothing is refused.
 */
export function editContext(description: string) {
  return parameter(Type.String({ description }), (sent) => (sent === 'edit' ? sent : undefined))
}
