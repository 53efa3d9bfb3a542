import { type Html, sanitised } from '../../pure/text/htmlTemplate.ts'

/** The artwork of the front page: tiles in the colours of the theme and of categories, the same on every visit. */
export function artwork(): Html {
  drawn ??= sanitised(
    `<svg class="hero-art" viewBox="0 0 ${across * tile} ${down * tile}" width="${across * tile}" height="${down * tile}" aria-hidden="true">${tiles()}</svg>`,
  )
  return drawn
}

let drawn: Html | undefined

const tile = 72
const across = 6
const down = 4

/** Shapes on a ground, within a square whose corner is at 0 0. */
const shapes: readonly ((c: string) => string)[] = [
  (c) =>
    `<path class="${c} k" d="M0 0h72A72 72 0 0 1 0 72z"/><path class="${c} p" d="M0 0h36A36 36 0 0 1 0 36z"/>`,
  (c) => `<path class="${c} k" d="M72 72H0A72 72 0 0 1 72 0z"/>`,
  (c) => `<circle class="${c} k" cx="36" cy="36" r="26"/>`,
  (c) => `<path class="${c} s" d="M0 36h72v36H0z"/><circle class="a-1" cx="36" cy="36" r="18"/>`,
  (c) => `<path class="${c} p" d="M0 0a36 36 0 0 0 72 0zM0 36a36 36 0 0 0 72 0z"/>`,
  () => '<path class="a-2" d="M72 0v72H0A72 72 0 0 1 72 0z"/>',
  (c) =>
    `<path class="${c} k" d="M0 72A72 72 0 0 1 72 0v72z"/><path class="${c} p" d="M36 72a36 36 0 0 1 36-36v36z"/>`,
]

const grounds = ['a-4', 'a-3', 'a-5', 'a-4', 'a-3', 'a-1', 'a-4']
const hues = ['c-7', 'c-8', 'c-12', 'c-8', 'c-2', 'c-9', 'c-7', 'c-1']

/** Numbers without a common divisor keep rows and columns from repeating. */
function tiles(): string {
  return Array.from({ length: across * down }, (_, at) => {
    const [x, y] = [at % across, Math.floor(at / across)]
    const shape = shapes[(x * 3 + y * 5 + ((x * y) % 4)) % shapes.length] ?? (() => '')
    const ground = grounds[(x * 2 + y * 3) % grounds.length] ?? 'a-4'
    const hue = hues[(x * 5 + y * 3) % hues.length] ?? 'c-8'
    return `<g transform="translate(${x * tile} ${y * tile})"><path class="${ground}" d="M0 0h72v72H0z"/>${shape(hue)}</g>`
  }).join('')
}
