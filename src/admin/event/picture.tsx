import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { faultText } from '../faults.ts'
import { Files } from '../files.tsx'
import { Icon } from '../icons.tsx'
import { Later } from '../later.tsx'
import type { Picture } from '../records.ts'
import { mayUpload } from '../session.ts'
import { t } from '../texts.ts'
import { smallOf } from './form.ts'
import { Fault, faultOf, Part } from './parts.tsx'
import type { Store } from './store.ts'
import { settle } from '../settle.ts'

interface Media extends Picture {
  readonly alt_text: string
  readonly credit: string
  readonly decorative: boolean
  readonly focus: { readonly x: number; readonly y: number } | null
}

/** The picture of an event: chosen, dropped or pasted, and said in words. */
export function PicturePart({ store }: { readonly store: Store }) {
  const { image } = store.form.value
  const fault = useSignal('')
  const isUploading = useSignal(false)
  /** The picture that is shown with the point that stays in sight. */
  const focal = useSignal<number | undefined>(undefined)
  const file = useRef<HTMLInputElement>(null)
  const part = useRef<HTMLDivElement>(null)
  const upload = (files: readonly File[] | FileList | null | undefined) => {
    const chosen = [...(files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (!chosen || !mayUpload()) return
    isUploading.value = true
    fault.value = ''
    ask<Media>('media', { method: 'POST', file: chosen })
      .then(({ body }) => store.set({ image: { id: body.id, url: smallOf(body) } }))
      .catch((error: unknown) => {
        fault.value = faultText(error)
      })
      .finally(() => {
        isUploading.value = false
      })
  }
  useEffect(() => {
    // A picture that is pasted anywhere but into a field of text.
    const paste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]'))
        return
      if (event.clipboardData?.files.length) upload(event.clipboardData.files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  return (
    <Part id="p-picture" title={t('picture')}>
      <div
        ref={part}
        class="stack"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          upload(event.dataTransfer?.files)
        }}
      >
        {image && (
          <div class={focal.value === image.id ? undefined : 'picture'}>
            {focal.value !== image.id && <img src={image.url} alt={t('pictureOfEvent')} />}
            <p class="acts">
              {mayUpload() && (
                <button class="plain" type="button" onClick={() => file.current?.click()}>
                  {t('replace')}
                </button>
              )}
              <button class="quiet danger" type="button" onClick={() => store.set({ image: null })}>
                {t('remove')}
              </button>
            </p>
          </div>
        )}
        {!image && mayUpload() && (
          <div class="drop">
            <Icon name="picture" />
            <span>{t('dropPicture')}</span>
            <button class="plain" type="button" id="e-picture" onClick={() => file.current?.click()}>
              {t('choosePicture')}
            </button>
          </div>
        )}
        {!image && !mayUpload() && <p class="hint">{t('noUpload')}</p>}
        <Files field={file} label={t('choosePicture')} onChoose={upload} />
        <p class="dim" role="status">
          {isUploading.value ? t('uploading') : ''}
        </p>
        <Fault id="e-picture" says={[fault.value, faultOf(store, 'image')].filter(Boolean).join(' ')} />
        {image && <Words key={image.id} id={image.id} onShown={() => (focal.value = image.id)} />}
      </div>
    </Part>
  )
}

// With its texts, which the screen of pictures has.
const loadFocus = () => import('../pictures/focus.tsx').then(({ FocusPoint }) => FocusPoint)

/** What the picture shows, kept with the picture: it is the same wherever it is used. */
function Words({ id, onShown }: { readonly id: number; readonly onShown: () => void }) {
  const alt = useSignal<string | undefined>(undefined)
  const isDecoration = useSignal(false)
  const stored = useSignal<Media | undefined>(undefined)
  const says = useSignal('')
  useEffect(() => {
    void settle(
      ask<Media>(`media/${id}`),

      ({ body, allow }) => {
        // Who may not change it is not asked.
        if (!allow.includes('POST')) return
        alt.value = body.alt_text
        isDecoration.value = body.decorative
        stored.value = body
        onShown()
      },
      (error: unknown) => {
        says.value = faultText(error)
      },
    )
  }, [id])
  const save = (said: Partial<Pick<Media, 'alt_text' | 'decorative' | 'focus'>>) => {
    void settle(
      ask(`media/${id}`, { method: 'POST', json: said }),

      () => {
        says.value = t('pictureSaved')
      },
      (error: unknown) => {
        says.value = faultText(error)
      },
    )
  }
  if (alt.value === undefined) return <p role="status">{says.value}</p>
  return (
    <>
      {stored.value && (
        <Later
          load={loadFocus}
          with={{
            src: smallOf(stored.value),
            alt: t('pictureOfEvent'),
            focus: stored.value.focus,
            isReadOnly: false,
            onFocus: (focus: Media['focus']) => {
              if (stored.value) stored.value = { ...stored.value, focus }
              save({ focus })
            },
          }}
        />
      )}
      {!isDecoration.value && (
        <div class="field">
          <label for="e-alt">{t('whatIsSeen')}</label>
          <textarea
            id="e-alt"
            rows={2}
            dir="auto"
            aria-describedby="e-alt-hint"
            value={alt.value}
            onChange={({ currentTarget }) => {
              alt.value = currentTarget.value.trim()
              save({ alt_text: alt.value })
            }}
          />
          <p class="hint" id="e-alt-hint">
            {t('whatIsSeenHint')}
          </p>
        </div>
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={isDecoration.value}
          onChange={({ currentTarget: { checked } }) => {
            isDecoration.value = checked
            save({ decorative: checked })
          }}
        />
        <span>{t('decoration')}</span>
      </label>
      <p class="hint" role="status">
        {says.value}
      </p>
    </>
  )
}
