import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { useAct } from '../act.ts'
import { ask } from '../api.ts'
import { dayText } from '../dates.ts'
import { Files } from '../fileField.tsx'
import type { FieldsOf } from '../kit/fields.tsx'
import { useRead } from '../kit/read.ts'
import { locale } from '../place.ts'
import { t } from '../common/texts.ts'
import type { Described } from '../record/clash.tsx'
import { RecordPanel } from '../record/panel.tsx'
import type { Editing, RecordStore, Stored } from '../record/record.ts'
import { t as tRecord } from '../record/texts.ts'
import { useRecord } from '../record/useRecord.ts'
import { numberText, plain, t as tFrame } from '../texts.ts'
import { say } from '../toasts.tsx'
import { FocusFigure, FocusHint } from './focus.tsx'
import { fileOf, largeOf, type Media, nameOf, positionOf } from '../common/media.ts'
import { upload } from './upload.ts'
import { DeletePicture, readUses, UsedBy, type Uses } from './uses.tsx'

const kilobytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 })

/** What is said of a picture. */
type Form = Pick<Media, 'title' | 'alt_text' | 'credit' | 'decorative' | 'focus'>

const blankForm: Form = { title: '', alt_text: '', credit: '', decorative: false, focus: null }

async function readMedia(id: number): Promise<Stored<Media, Form>> {
  const { body, etag, allow } = await ask<Media>(`media/${id}`)
  const { title, alt_text, credit, decorative, focus } = body
  return { record: body, form: { title, alt_text, credit, decorative, focus }, etag, allow }
}

const editingOf = (id: number): Editing<Media, Form> => ({
  kind: 'media',
  id,
  blank: blankForm,
  load: () => readMedia(id),
  says: (done) => t('saved', { name: nameOf(done) }),
  send: async ({ form, changed, ifMatch }) => {
    const json = Object.fromEntries(changed.map((field) => [field, form[field]]))
    return (await ask<Media>(`media/${id}`, { method: 'POST', json, ifMatch })).body
  },
})

const described: Described<Form> = {
  name: (field) =>
    ({
      title: tFrame('name'),
      alt_text: tFrame('whatIsSeen'),
      credit: t('whose'),
      decorative: tFrame('decoration'),
      focus: tRecord('notCutOff'),
    })[field],
  text: (field, form) => {
    if (field === 'focus') return form.focus ? positionOf(form) : ''
    if (field === 'decorative') return form.decorative ? tFrame('yes') : tFrame('no')
    return plain(form[field])
  },
}

/** One picture: what it shows, whose it is, what stays in sight, and what features it. */
export function PicturePanel(props: {
  readonly id: number
  readonly onChange: () => void
  readonly onGone: () => void
}) {
  const { id, onChange, onGone } = props
  const element = useRef<HTMLFormElement>(null)
  const store = useRecord<Media, Form>(editingOf(id), () => element.current?.requestSubmit())
  // What it is used by is told beside.
  const { value: uses } = useRead(() => readUses(id))
  const isDeleting = useSignal(false)
  const media = store.stored.value?.record
  if (!media) {
    const fault = Object.values(store.faults.value)[0] ?? ''
    return <p role={fault === '' ? 'status' : 'alert'}>{fault}</p>
  }
  const allow = store.stored.value?.allow ?? []
  const mayChange = allow.includes('POST')
  const replaced = async () => {
    store.took(await readMedia(id))
    onChange()
  }
  return (
    <>
      <RecordPanel
        store={store}
        element={element}
        title={nameOf(media)}
        intro={<InSight media={media} store={store} mayChange={mayChange} />}
        fields={fieldsOf(store.form.value, mayChange)}
        outro={<Facts media={media} uses={uses} />}
        described={described}
        acts={
          mayChange && (
            <Acts
              id={id}
              onReplaced={replaced}
              onDelete={allow.includes('DELETE') && (() => (isDeleting.value = true))}
            />
          )
        }
        onSaved={onChange}
      />
      {isDeleting.value && (
        <DeletePicture
          media={media}
          uses={uses}
          onClose={() => (isDeleting.value = false)}
          onDone={() => {
            store.forget()
            onGone()
          }}
        />
      )}
    </>
  )
}

/** The picture, with what stays in sight of it. */
function InSight(props: {
  readonly media: Media
  readonly store: RecordStore<Media, Form>
  readonly mayChange: boolean
}) {
  const { media, store, mayChange } = props
  const { alt_text, focus } = store.form.value
  const onFocus = (next: Media['focus']) => store.set({ focus: next })
  return (
    <div class="field">
      <FocusFigure
        src={largeOf(media)}
        alt={plain(alt_text) || nameOf(media)}
        focus={focus}
        isReadOnly={!mayChange}
        onFocus={onFocus}
      />
      {mayChange && <FocusHint focus={focus} onFocus={onFocus} />}
    </div>
  )
}

function fieldsOf({ decorative }: Form, mayChange: boolean): FieldsOf<Form> {
  const input = { type: 'text' } as const
  const isReadOnly = !mayChange
  return {
    alt_text: {
      label: tFrame('whatIsSeen'),
      hint: t('holdsEverywhere'),
      rows: 2,
      isReadOnly: isReadOnly || decorative,
    },
    decorative: { label: tFrame('decoration'), isReadOnly },
    title: { label: tFrame('name'), input, isReadOnly },
    credit: { label: t('whose'), input, isReadOnly },
  }
}

function Facts({ media, uses }: { readonly media: Media; readonly uses: Uses | undefined }) {
  return (
    <dl class="facts small">
      <dt>{t('size')}</dt>
      <dd>
        {t('pixels', { width: numberText(media.width), height: numberText(media.height) })},{' '}
        {kilobytes.format(media.filesize / 1000)}
      </dd>
      <dt>{tFrame('when')}</dt>
      <dd>
        {dayText(media.date)}, <span dir="auto">{fileOf(media)}</span>
      </dd>
      <dt>{t('usedByLabel')}</dt>
      <dd>
        <UsedBy uses={uses} />
      </dd>
    </dl>
  )
}

/** What can be done with it: what is typed is saved, another file takes its place, or it goes. */
function Acts(props: {
  readonly id: number
  readonly onReplaced: () => Promise<void>
  readonly onDelete: (() => void) | false
}) {
  const { id, onReplaced, onDelete } = props
  const file = useRef<HTMLInputElement>(null)
  const { isBusy, act } = useAct()
  const replace = (chosen: File | undefined) =>
    chosen &&
    act(
      () => upload(chosen, () => {}, `media/${id}/file`).then(onReplaced),
      () => say(t('replaced')),
    )
  return (
    <>
      <button type="submit" aria-keyshortcuts="Control+S">
        {tFrame('save')}
      </button>
      <button class="plain" type="button" disabled={isBusy.value} onClick={() => file.current?.click()}>
        {isBusy.value ? tFrame('uploading') : t('replaceFile')}
      </button>
      {onDelete && (
        <button class="danger quiet push" type="button" onClick={onDelete}>
          {t('delete')}
        </button>
      )}
      <Files field={file} label={t('replaceFile')} onChoose={([chosen]) => replace(chosen)} />
    </>
  )
}
