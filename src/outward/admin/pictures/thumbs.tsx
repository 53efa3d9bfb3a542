import { locale } from '../place.ts'
import { t, tn } from '../common/texts.ts'
import { t as tFrame } from '../texts.ts'
import { type Media, nameOf, positionOf, smallOf } from '../common/media.ts'

/** A picture that is on its way, or was refused. */
export interface Arriving {
  readonly key: number
  readonly name: string
  readonly share: number
  readonly fault?: string
}

const percent = new Intl.NumberFormat(locale, { style: 'percent' })

/** A picture of the gallery. */
export function Thumb(props: { readonly media: Media; readonly url: string; readonly isChosen: boolean }) {
  const { media, url, isChosen } = props
  const uses = media.used_by ?? 0
  return (
    <li>
      <a href={url} aria-current={isChosen ? 'true' : undefined}>
        <img src={smallOf(media)} alt="" loading="lazy" style={{ objectPosition: positionOf(media) }} />
        <b dir="auto">{nameOf(media)}</b>
        <span class="dim">{uses === 0 ? t('usedNowhere') : tn('usedBy', uses)}</span>
      </a>
      {media.alt_text === '' && !media.decorative && <span class="tag warn">{t('notDescribed')}</span>}
    </li>
  )
}

/** A picture on its way. */
export function Arrives({ picture, onClose }: { readonly picture: Arriving; readonly onClose: () => void }) {
  const { name, share, fault } = picture
  return (
    <li>
      <div class="loading">
        <b dir="auto">{name}</b>
        {fault === undefined ? (
          <>
            <progress value={share} max={1} aria-label={name} />
            <span class="dim">{t('sent', { percent: percent.format(share) })}</span>
          </>
        ) : (
          <>
            <span class="fault" role="alert" dir="auto">
              {fault}
            </span>
            <button class="plain" type="button" onClick={onClose}>
              {tFrame('close')}
            </button>
          </>
        )}
      </div>
    </li>
  )
}
