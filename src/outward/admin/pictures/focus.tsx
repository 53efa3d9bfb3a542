import type { TargetedMouseEvent } from 'preact'
import { t } from '../common/texts.ts'
import { locale } from '../place.ts'
import type { Media } from '../common/media.ts'

const percent = new Intl.NumberFormat(locale, { style: 'percent' })

/** How far an arrow key moves the point, as a share. */
const step = 0.05

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}

const within = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100

interface Focusing {
  readonly focus: Media['focus']
  readonly onFocus: (focus: Media['focus']) => void
}

/** The picture with the point that stays in sight where it is cropped: pressed on it, drawn with the mouse, or moved by arrow keys. */
export function FocusFigure(
  props: Focusing & { readonly src: string; readonly alt: string; readonly isReadOnly: boolean },
) {
  const { src, alt, focus, isReadOnly, onFocus } = props
  const { x, y } = focus ?? { x: 0.5, y: 0.5 }
  const put = ({ currentTarget, clientX, clientY }: TargetedMouseEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onFocus({ x: within((clientX - left) / width), y: within((clientY - top) / height) })
  }
  return (
    <figure class="focal">
      <img src={src} alt={alt} draggable={false} />
      {!isReadOnly && (
        <button
          type="button"
          aria-label={t('focusAt', { x: percent.format(x), y: percent.format(y) })}
          aria-describedby="i-focus-hint"
          onClick={(event) => {
            // Pressed by a key, it has no place.
            if (event.detail > 0) put(event)
          }}
          onMouseMove={(event) => {
            if (event.buttons === 1) put(event)
          }}
          onKeyDown={(event) => {
            const way = arrows[event.key]
            if (!way) return
            event.preventDefault()
            onFocus({ x: within(x + way[0]), y: within(y + way[1]) })
          }}
        >
          <span class="point" style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
        </button>
      )}
    </figure>
  )
}

/** How the point is moved, and the way back to the middle. */
export function FocusHint({ focus, onFocus }: Focusing) {
  return (
    <>
      <p class="hint" id="i-focus-hint">
        {t('focusHint')}
      </p>
      {focus && (
        <p>
          <button class="text" type="button" onClick={() => onFocus(null)}>
            {t('middle')}
          </button>
        </p>
      )}
    </>
  )
}
