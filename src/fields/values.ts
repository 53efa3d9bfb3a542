/** What the parameter of a field reads: null clears it. */
export type ValueOf<Said> = Said extends { readonly type: 'flag' }
  ? boolean
  : Said extends { readonly type: 'fact' }
    ? number
    : Said extends { readonly type: 'number' | 'degrees' }
      ? number | null
      : Said extends { readonly type: 'choice'; readonly words: readonly (infer Word)[] }
        ? Word
        : string | null

/** What a record has of a field. */
export type MemberOf<Said> = Said extends { readonly type: 'flag'; readonly contents: true }
  ? boolean | null
  : Said extends { readonly type: 'flag' | 'fact' }
    ? boolean
    : Said extends { readonly type: 'number' | 'degrees' }
      ? number
      : Said extends { readonly type: 'choice'; readonly words: readonly (infer Word)[] }
        ? Word
        : string

/** What is stored of a field. */
export type StoredOf<Said> = Said extends { readonly type: 'flag' }
  ? 0 | 1
  : Said extends { readonly type: 'fact' }
    ? 0 | 1 | 2
    : Said extends { readonly type: 'number' | 'degrees' }
      ? number | null
      : Said extends { readonly type: 'choice'; readonly words: readonly (infer Word)[] }
        ? Word
        : string

/** What feeds and tables have of a field. */
export type CellOf<Said> = Said extends { readonly type: 'flag' }
  ? boolean
  : Said extends { readonly type: 'choice'; readonly words: readonly (infer Word)[] }
    ? Word
    : Said extends { readonly type: 'number' | 'degrees' }
      ? number | ''
      : Said extends { readonly type: 'fact' }
        ? boolean | ''
        : string
