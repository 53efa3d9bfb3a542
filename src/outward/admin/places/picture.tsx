import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { faultText } from '../faults.ts'
import { Files } from '../fileField.tsx'
import { Icon } from '../icons.tsx'
import { type Media, smallOf } from '../common/media.ts'
import { mayUpload } from '../session.ts'
import { settle } from '../settle.ts'
import { t as tFrame } from '../texts.ts'
import { Part, type Typing } from './fields.tsx'
import type { Kind, Placed } from './kinds.ts'

/** The picture of a place or an organizer: chosen or dropped here, described among the pictures. */
export function PictureOf({
  kind,
  record,
  form,
  faults,
  onSet,
  isReadOnly,
}: Typing & { readonly kind: Kind; readonly record?: Placed }) {
  const sent = useSignal<Media | undefined>(undefined)
  const isSending = useSignal(false)
  const fault = useSignal('')
  const file = useRef<HTMLInputElement>(null)
  const id = form['image'] ?? ''
  const shown = [sent.value, record?.image || undefined].find((one) => String(one?.id) === id)
  // Who has not the right to upload in general does it for a record of theirs, once it is there.
  const mayChoose = !isReadOnly && (mayUpload() || record !== undefined)
  useEffect(() => {
    // What is pasted anywhere but into a field.
    const paste = ({ target, clipboardData }: ClipboardEvent) => {
      if (target instanceof Element && target.closest('input, textarea, [contenteditable]')) return
      if (clipboardData?.files.length) send(clipboardData.files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [mayChoose])
  const send = (files: readonly File[] | FileList | null | undefined) => {
    const chosen = [...(files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (!chosen || !mayChoose) return
    isSending.value = true
    fault.value = ''
    void settle(
      ask<Media>(mayUpload() ? 'media' : `${kind}/${record?.id}/media`, { method: 'POST', file: chosen }),

      ({ body }) => {
        isSending.value = false
        sent.value = body
        onSet('image', String(body.id))
      },
      (error: unknown) => {
        isSending.value = false
        fault.value = faultText(error)
      },
    )
  }
  if (id === '' && !mayChoose) return null
  const says = fault.value || faults['image']
  return (
    <Part id="p-picture" title={tFrame('picture')}>
      <div
        class="stack"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          send(event.dataTransfer?.files)
        }}
      >
        {id !== '' && (
          <div class="picture">
            {shown && <img src={smallOf(shown)} alt={tFrame('picture')} />}
            {!isReadOnly && (
              <p class="acts">
                {mayChoose && (
                  <button class="plain" type="button" onClick={() => file.current?.click()}>
                    {tFrame('replace')}
                  </button>
                )}
                <button class="quiet danger" type="button" onClick={() => onSet('image', '')}>
                  {tFrame('remove')}
                </button>
              </p>
            )}
          </div>
        )}
        {id === '' && (
          <div class="drop">
            <Icon name="picture" />
            <span>{tFrame('dropPicture')}</span>
            <button class="plain" type="button" id="p-image" onClick={() => file.current?.click()}>
              {tFrame('choosePicture')}
            </button>
          </div>
        )}
        <Files field={file} label={tFrame('choosePicture')} onChoose={send} />
        <p class="dim" role="status">
          {isSending.value ? tFrame('uploading') : ''}
        </p>
        {says && (
          <p class="fault" role="alert" dir="auto">
            <Icon name="warning" />
            {says}
          </p>
        )}
      </div>
    </Part>
  )
}
