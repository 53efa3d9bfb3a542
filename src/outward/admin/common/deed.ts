/** Which dates of a series are meant. */
export type Scope = 'this' | 'following' | 'all'

/** What can be done to events at once. */
export type Deed = {
  /** Which dates are meant of those that are of a series; this one alone, where it is left out. */
  readonly scope?: Scope
} & (
  | { readonly does: 'publish' }
  | { readonly does: 'cancel'; readonly reason: string }
  | { readonly does: 'categorize'; readonly add: readonly number[]; readonly remove: readonly number[] }
  | { readonly does: 'place'; readonly venues: readonly number[] }
  /** What is said of one of the calendar’s own fields: instead of what was, or of choices beside it, or not any more. */
  | ({ readonly does: 'fields'; readonly isInternal: boolean } & Partial<
      Readonly<Record<'set' | 'add' | 'remove', Readonly<Record<string, unknown>>>>
    >)
  | { readonly does: 'trash' }
  /** From the trash, as drafts. */
  | { readonly does: 'restore' }
  /** From the trash, each as it was before. */
  | { readonly does: 'untrash' }
  | { readonly does: 'remove' }
)
