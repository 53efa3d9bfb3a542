import { inListOrder } from './columns.ts'
import { Hits } from './hits.ts'
import { afterPiece, slotsPerTurn } from './slots.ts'

/** Hits with each series once, and how many further dates of a series there were, by its id. */
export interface Collapsed {
  readonly hits: Hits
  readonly more: ReadonlyMap<number, number>
}

/** Of each series only the first date among the hits: the next one of a list that begins now. One pass over the hits. */
export async function collapsed(hits: Hits): Promise<Collapsed> {
  const { main, tail } = hits.snapshot
  const inOrder = inListOrder(main, hits.main, tail, hits.tail)
  const [ofMain, ofTail] = [new Uint32Array(hits.main.length), new Uint32Array(hits.tail.length)]
  const more = new Map<number, number>()
  let [mains, tails] = [0, 0]
  for (let at = 0; at < inOrder.length; at += 1) {
    if (at % slotsPerTurn === 0) await afterPiece(at)
    const ref = inOrder[at] ?? 0
    const series = hits.valueOf('series', ref)
    if (series !== 0) {
      const seen = more.get(series)
      more.set(series, seen === undefined ? 0 : seen + 1)
      if (seen !== undefined) continue
    }
    if (ref < main.size) ofMain[mains++] = ref
    else ofTail[tails++] = ref - main.size
  }
  return {
    hits: new Hits(hits.snapshot, ofMain.subarray(0, mains), ofTail.subarray(0, tails)),
    more,
  }
}
