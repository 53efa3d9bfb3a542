import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { type Media, nameOf, positionOf, smallOf } from '../pictures/media.ts'
import { t as tPictures } from '../places/texts.ts'
import { settle } from '../settle.ts'
import { t as tFrame } from '../texts.ts'
import { t } from './texts.ts'

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
  const found = useSignal<Page | undefined>(undefined)
  const fault = useSignal('')
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    const stop = new AbortController()
    const query = {
      search: search.value,
      orderby: 'date',
      order: 'desc',
      per_page: perPage,
      page: pages.value,
    }
    void settle(
      ask<Page>('media', { query, signal: stop.signal }),

      ({ body }) => {
        fault.value = ''
        const before = pages.value > 1 ? (found.value?.media ?? []) : []
        found.value = { media: [...before, ...body.media], total: body.total }
      },
      (error: unknown) => {
        if (!stop.signal.aborted) fault.value = faultText(error)
      },
    )
    return () => stop.abort()
  }, [search.value, pages.value])
  useEffect(() => () => clearTimeout(typing.current), [])
  const media = found.value?.media ?? []
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
          aria-label={tPictures('searchPictures')}
          placeholder={tPictures('searchPictures')}
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
      <p role={fault.value === '' ? 'status' : 'alert'} class="dim">
        {fault.value || (found.value && media.length === 0 ? t('noneToTake') : '')}
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
      {found.value && media.length < found.value.total && (
        <p>
          <button class="plain" type="button" onClick={() => (pages.value += 1)}>
            {tPictures('showMore')}
          </button>
        </p>
      )}
    </Dialog>
  )
}
