/** Somebody in line: a party, by the number in which they came. */
export interface InLine {
  readonly number: number
  readonly party: number
}

/**
 * Who gets the places that are free: the first in line whose party fits, as long as there is one. Answers them in that order; null: no
 * limit.
 */
export function fill<Guest extends InLine>(line: readonly Guest[], free: number | null): Guest[] {
  let left = free ?? Infinity
  return line
    .toSorted((one, other) => one.number - other.number)
    .filter(({ party }) => {
      if (party > left) return false
      left -= party
      return true
    })
}

/** What becomes of who comes last: a place if the party fits, else the line, else nothing. */
export function placeFor(
  party: number,
  { free, waiting_list }: { readonly free: number | null; readonly waiting_list: boolean },
): 'registered' | 'waiting' | 'full' {
  if (free === null || party <= free) return 'registered'
  return waiting_list ? 'waiting' : 'full'
}
