/**
 * A short digest of each field of a record as its source gave it last, by name: comparing two shows which fields have changed there.
 * It is of what is stored of the field, without what the source makes anew for each answer (D73).
 */
export type Digest = Readonly<Record<string, string>>

/** Stands in the digest of a record that was here before its source named it; no field has this name. */
export const foundMark = '(found here)'

/** The digest of a record that was here before: it is not the source’s to remove. */
export function asFound(digest: Digest): Digest {
  return { ...digest, [foundMark]: foundMark }
}

/** Whether the record was here before its source named it. */
export function wasFound(digest: Digest): boolean {
  return foundMark in digest
}
