import { useRead } from '../kit/read.ts'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { Dialog } from '../dialog.tsx'
import { Icon } from '../icons.tsx'
import { type Media, nameOf, positionOf, smallOf } from '../common/media.ts'
import { t } from '../common/texts.ts'
import { t as tFrame } from '../texts.ts'

/** How many are shown at first, and how many more each time. */
const perPage = 12

/** How long typing has to rest before it is searched for, in milliseconds. */
const rest_ms = 300

interface Page {
  readonly media: readonly Media[]
  readonly total: number
}

/** Chooses one of the pictures of the calendar, the newest first, or by what is said of them. */
export function Chooser(props: { readonly onChoose: (media: Media) => void; readonly onClose: () => void }) {
  const { onChoose, onClose } = props
  const search = useSignal('')
  const pages = useSignal(1)
  const shown = useRef<Page['media']>([])
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const { value: found, fault } = useRead(
    async (signal) => {
      const query = {
        search: search.value,
        orderby: 'date',
        order: 'desc',
        per_page: perPage,
        page: pages.value,
      }
      const { body } = await ask<Page>('media', { query, signal })
      shown.current = [...(pages.value > 1 ? shown.current : []), ...body.media]
      return { media: shown.current, total: body.total }
    },
    [search.value, pages.value],
  )
  useEffect(() => () => clearTimeout(typing.current), [])
  const media = found?.media ?? []
  return (
    <Dialog
      title={t('takeTitle')}
      onClose={onClose}
      onAnswer={onClose}
      foot={
        <button class="plain" value="back">
          {tFrame('notNow')}
        </button>
      }
    >
      <div class="search">
        <Icon name="search" />
        <input
          type="search"
          dir="auto"
          aria-label={t('searchPictures')}
          placeholder={t('searchPictures')}
          onKeyDown={(event) => {
            // It is searched for as it is typed; Enter answers nothing.
            if (event.key === 'Enter') event.preventDefault()
          }}
          onInput={({ currentTarget: { value } }) => {
            clearTimeout(typing.current)
            typing.current = setTimeout(() => {
              pages.value = 1
              search.value = value.trim()
            }, rest_ms)
          }}
        />
      </div>
      <p role={fault === '' ? 'status' : 'alert'} class="dim">
        {fault || (found && media.length === 0 ? t('noneToTake') : '')}
      </p>
      <ul class="gallery small">
        {media.map((one) => (
          <li key={one.id}>
            <button type="button" class="take" onClick={() => onChoose(one)}>
              <img src={smallOf(one)} alt="" loading="lazy" style={{ objectPosition: positionOf(one) }} />
              <b dir="auto">{nameOf(one)}</b>
            </button>
          </li>
        ))}
      </ul>
      {found && media.length < found.total && (
        <p>
          <button class="plain" type="button" onClick={() => (pages.value += 1)}>
            {t('showMore')}
          </button>
        </p>
      )}
    </Dialog>
  )
}
