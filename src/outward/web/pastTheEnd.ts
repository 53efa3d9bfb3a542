import { type Page, pagesOf } from '../../http/list.ts'

/** A page of a list was asked for that there is none of: whoever did is led to the last one. */
export class PastTheEnd extends Error {
  readonly last: string

  constructor(last: string) {
    super('past the end of a list')
    this.last = last
  }
}

/** Throws {@link PastTheEnd} where the list has no such page; `to`: the addresses of its pages. */
export function assertWithin(page: Page, to: (page: number) => string): void {
  const last = Math.max(1, pagesOf(page))
  if (page.page > last) throw new PastTheEnd(to(last))
}
