import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { faultText } from '../faults.ts'
import { Files } from '../fileField.tsx'
import { Icon } from '../icons.tsx'
import { Later } from '../lazyScreen.tsx'
import type { Picture } from '../records.ts'
import { mayUpload } from '../session.ts'
import { t } from '../texts.ts'
import { fieldText } from './fields.ts'
import { isWhole, smallOf } from './form.ts'
import { Fault, faultOf, Part, unfold } from './parts.tsx'
import type { Store } from './store.ts'
import { Poster } from './poster.tsx'
import { t as te } from './texts.ts'

// With its texts, which the screen of pictures has.
const loadDescribed = () => import('./pictureText.tsx').then(({ Described }) => Described)
const loadChooser = () => import('../pictures/chooser.tsx').then(({ Chooser }) => Chooser)

/** An event that the service cannot keep yet has no address where a picture of it could go. */
const isTooEarly = new Error('the event has no title or day yet')

/** Uploads a picture: who has not the right to in general does it for the event, which is a draft from then on. */
async function uploadFor(store: Store, file: File): Promise<{ readonly body: Picture }> {
  if (mayUpload()) return ask<Picture>('media', { method: 'POST', file })
  if (!store.record.peek() && !(isWhole(store.form.peek()) && (await store.save({ as: 'draft' }))))
    throw isTooEarly
  return ask<Picture>(`events/${store.record.peek()?.id}/media`, { method: 'POST', file })
}

/** The picture of an event: chosen, dropped or pasted, and said in words. */
export function PicturePart({ store }: { readonly store: Store }) {
  const { image, categories } = store.form.value
  const fault = useSignal('')
  const isUploading = useSignal(false)
  const isChoosing = useSignal(false)
  const file = useRef<HTMLInputElement>(null)
  const part = useRef<HTMLDivElement>(null)
  const upload = (files: readonly File[] | FileList | null | undefined) => {
    const chosen = [...(files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (!chosen) return
    isUploading.value = true
    unfold(part.current)
    fault.value = ''
    uploadFor(store, chosen)
      .then(({ body }) => store.set({ image: { id: body.id, url: smallOf(body) } }))
      .catch((error: unknown) => {
        fault.value = error === isTooEarly ? te('pictureLater') : faultText(error)
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
    <Part
      id="p-picture"
      title={t('picture')}
      says={fieldText('image', store.form.value) || te('posterStandsIn')}
    >
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
          <Later
            key={image.id}
            load={loadDescribed}
            with={{
              ...image,
              children: (
                <p class="acts">
                  <button class="plain" type="button" onClick={() => file.current?.click()}>
                    {t('replace')}
                  </button>
                  <button class="quiet danger" type="button" onClick={() => store.set({ image: null })}>
                    {t('remove')}
                  </button>
                </p>
              ),
            }}
          />
        )}
        {!image && (
          <div class="picture">
            <div class="drop">
              <Icon name="export" />
              <p>
                {t('dropPicture')}{' '}
                <button class="text" type="button" id="e-picture" onClick={() => file.current?.click()}>
                  {t('choosePicture')}
                </button>
              </p>
              <p>
                {te('orElse')}{' '}
                <button class="text" type="button" onClick={() => (isChoosing.value = true)}>
                  {te('takeOne')}
                </button>
              </p>
            </div>
            <Poster event={store.record.value?.id} category={categories[0]} />
          </div>
        )}
        <Files field={file} label={t('choosePicture')} onChoose={upload} />
        <p class="dim" role="status">
          {isUploading.value ? t('uploading') : ''}
        </p>
        <Fault id="e-picture" says={[fault.value, faultOf(store, 'image')].filter(Boolean).join(' ')} />
        {isChoosing.value && (
          <Later
            load={loadChooser}
            with={{
              onClose: () => {
                isChoosing.value = false
              },
              onChoose: (chosen: Picture) => {
                isChoosing.value = false
                store.set({ image: { id: chosen.id, url: smallOf(chosen) } })
              },
            }}
          />
        )}
      </div>
    </Part>
  )
}
