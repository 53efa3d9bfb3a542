import { draw, pathOf } from '../../../pure/code/draw.ts'

/** The code as a file of vectors. */
export function codeAsSvg(text: string): Blob {
  const drawn = draw(text)
  const { size } = drawn
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${pathOf(drawn)}"/></svg>`,
  ]
  return new Blob(parts, { type: 'image/svg+xml' })
}
