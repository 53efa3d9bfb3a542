import { useRead } from '../kit/read.ts'
import { Checks } from '../waiting/checks.tsx'
import { AsPublic } from '../waiting/public.tsx'
import { asWaiting, repeatsOf } from './preview.ts'
import { pictureUrl, readSimilar, type Submission } from './proposals.ask.ts'
import { t } from './texts.ts'

/** A new event that is proposed: what is to be looked at, and how visitors would see it. */
export function NewEvent({ item }: { readonly item: Submission }) {
  // What cannot be said in words is refused with its reason when it is accepted.
  const { value: repeats = '' } = useRead((signal) => repeatsOf(item, signal))
  const waiting = asWaiting(item, repeats)
  const isOpen = item.state === 'waiting' || item.state === 'asked'
  return (
    <>
      {isOpen && <Checks item={waiting} find={(signal) => readSimilar(item, signal)} />}
      <AsPublic item={waiting} />
    </>
  )
}

/** The picture that was sent along. */
export function SentPicture({ item }: { readonly item: Submission }) {
  const url = pictureUrl(item)
  return (
    url !== undefined && (
      <figure>
        <img class="sent" src={url} alt={item.picture?.alt_text || t('picture')} width="480" />
      </figure>
    )
  )
}
