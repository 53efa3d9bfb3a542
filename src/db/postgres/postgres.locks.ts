/** The advisory locks of a database. The numbers only have to be the same in every version. */
export const locks = {
  /** Held by who changes the schema. */
  migration: 5_253_625_367,
  /** Held by who writes, until the commit. */
  writers: 5_253_625_368,
} as const
