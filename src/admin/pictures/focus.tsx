import { t } from '../places/texts.ts'
import { locale } from '../place.ts'
import type { Media } from './media.ts'

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

/** The picture with the point that stays in sight where it is cropped: pressed on it, or moved by arrow keys. */
export function FocusPoint(props: {
  readonly src: string
  readonly alt: string
  readonly focus: Media['focus']
  readonly isReadOnly: boolean
  readonly onFocus: (focus: Media['focus']) => void
}) {
  const { src, alt, focus, isReadOnly, onFocus } = props
  const { x, y } = focus ?? { x: 0.5, y: 0.5 }
  return (
    <div class="field">
      <figure class="focal">
        <img src={src} alt={alt} />
        {!isReadOnly && (
          <button
            type="button"
            aria-label={t('focusAt', { x: percent.format(x), y: percent.format(y) })}
            aria-describedby="i-focus-hint"
            onClick={(event) => {
              // Pressed by a key, it has no place.
              if (event.detail === 0) return
              const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
              onFocus({
                x: within((event.clientX - left) / width),
                y: within((event.clientY - top) / height),
              })
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
      {!isReadOnly && (
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
      )}
    </div>
  )
}
