import type { Term } from '../records.ts'

/** Which of the two kinds of terms. */
export type Kind = 'categories' | 'tags'

/** What can be done with a term beside changing its fields, as the address of the screen asks for it. */
export const deeds = ['move', 'merge', 'delete'] as const
export type Deed = (typeof deeds)[number]

/** A term with its place in the tree. */
export interface Placed {
  readonly id: number
  readonly term: Term
  readonly name: string
  readonly depth: number
}
