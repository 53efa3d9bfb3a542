import { choice } from './texts.ts'

/** In which form records below `wp/v2` are read; `view` unless another one is asked for, and `embed` is the same. */
export function wpContext(description: string) {
  return choice(['view', 'embed', 'edit'], description)
}
