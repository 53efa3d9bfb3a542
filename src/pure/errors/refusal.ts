/** A refusal: the HTTP status it is answered with and the sentence that explains it. `{name}` is filled in by the thrower. */
export interface Refusal {
  readonly status: number
  readonly says: string
}
