import { colourClass } from '../terms.ts'
import { t } from './texts.ts'

/** How many motifs posters have (`src/outward/web/card.ts`). */
const motifs = 6

/** What visitors see of an event that has no picture: the poster of its pages, in the colour of its first category. */
export function Poster(props: { readonly event: number | undefined; readonly category: number | undefined }) {
  const { event = 0, category } = props
  const colour = category === undefined ? 'c-0' : colourClass(category)
  return (
    <figure class="stands-in">
      <div class={`pic poster ${colour} m-${(event % motifs) + 1}`} />
      <figcaption>{t('withoutPicture')}</figcaption>
    </figure>
  )
}
