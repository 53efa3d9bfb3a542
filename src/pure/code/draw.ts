import { correction, generate } from 'lean-qr'

/** The light modules around a code, without which it is not found (ISO 18004: four). */
const quiet = 4

/** A code with its quiet zone: its width in modules, and its dark ones as runs of a path. */
export interface Drawn {
  readonly size: number
  readonly runs: readonly (readonly [x: number, y: number, length: number])[]
}

/** Draws an address. What is printed gets dirty and bent: a seventh of it may be lost (level M). */
export function draw(text: string): Drawn {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const runs: [number, number, number][] = []
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (!code.get(x, y)) continue
      let length = 1
      while (code.get(x + length, y)) length += 1
      runs.push([x + quiet, y + quiet, length])
      x += length
    }
  }
  return { size: code.size + 2 * quiet, runs }
}

/** The dark modules as a path of vectors. */
export function pathOf({ runs }: Drawn): string {
  return runs.map(([x, y, length]) => `M${x} ${y}h${length}v1h-${length}z`).join('')
}
