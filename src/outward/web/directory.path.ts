import type { PostKind } from '../../records/posts/posts.kind.ts'

/** The path of the page of all venues or all organizers. */
export function directoryPath({ table }: Pick<PostKind, 'table'>): string {
  return `/${table}`
}
