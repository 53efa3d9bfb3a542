import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { dayText } from '../dates.ts'
import { Answers, Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import { Files } from '../fileField.tsx'
import { Later } from '../lazyScreen.tsx'
import { locale } from '../place.ts'
import { t, tn } from '../places/texts.ts'
import type { Described } from '../record/clash.tsx'
import { Found } from '../record/found.tsx'
import { ProgressLine } from '../record/progress.tsx'
import type { Stored } from '../record/record.ts'
import { t as tRecord } from '../record/texts.ts'
import { useRecord } from '../record/useRecord.ts'
import { to } from '../route.ts'
import { settle } from '../settle.ts'
import { numberText, plain, t as tFrame } from '../texts.ts'
import { say, sayFault } from '../toasts.tsx'
import { FocusFigure, FocusHint } from './focus.tsx'
import { fileOf, largeOf, type Media, nameOf, positionOf } from './media.ts'
import { upload } from './upload.ts'

interface Use {
  readonly id: number
  readonly title: string
}

interface Uses {
  readonly total: number
  readonly events: readonly Use[]
  readonly venues: readonly Use[]
  readonly organizers: readonly Use[]
}

/** How many of those that use it are named. */
const most = 6

const kilobytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 })

/** What is said of a picture. */
type Form = Pick<Media, 'title' | 'alt_text' | 'credit' | 'decorative' | 'focus'>

const blankForm: Form = { title: '', alt_text: '', credit: '', decorative: false, focus: null }

const loadClash = () => import('../record/clash.tsx').then(({ ClashDialog }) => ClashDialog<Form>)

async function readMedia(id: number): Promise<Stored<Media, Form>> {
  const { body, etag, allow } = await ask<Media>(`media/${id}`)
  const { title, alt_text, credit, decorative, focus } = body
  return { record: body, form: { title, alt_text, credit, decorative, focus }, etag, allow }
}

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
  const uses = useSignal<Uses | undefined>(undefined)
  const element = useRef<HTMLFormElement>(null)
  const store = useRecord<Media, Form>(
    {
      kind: 'media',
      id,
      blank: blankForm,
      load: () => readMedia(id),
      says: (done) => t('saved', { name: nameOf(done) }),
      send: async ({ form, changed, ifMatch }) => {
        const json = Object.fromEntries(changed.map((field) => [field, form[field]]))
        return (await ask<Media>(`media/${id}`, { method: 'POST', json, ifMatch })).body
      },
    },
    () => element.current?.requestSubmit(),
  )
  const isDeleting = useSignal(false)
  const isSending = useSignal(false)
  const file = useRef<HTMLInputElement>(null)
  useEffect(() => {
    void settle(
      ask<Uses>(`media/${id}/uses`),
      ({ body }) => {
        uses.value = body
      },
      // What it is used by is told beside.
      () => {},
    )
  }, [])
  const { set } = store
  const fault = Object.values(store.faults.value)[0] ?? ''
  const media = store.stored.value?.record
  const shown = store.form.value
  const saved = (done: Media | undefined) => {
    if (done) onChange()
  }
  const save = async () => saved(await store.save())
  const replace = async (chosen: File | undefined) => {
    if (!chosen) return
    isSending.value = true
    try {
      await upload(chosen, () => {}, `media/${id}/file`)
      store.took(await readMedia(id))
      say(t('replaced'))
      onChange()
    } catch (error) {
      sayFault(faultText(error))
    }
    isSending.value = false
  }
  const remove = async () => {
    isDeleting.value = false
    try {
      await ask(`media/${id}`, { method: 'DELETE' })
      store.forget()
      say(t('removed', { name: media ? nameOf(media) : '' }))
      onGone()
    } catch (error) {
      sayFault(faultText(error))
    }
  }
  if (!media) return <p role={fault === '' ? 'status' : 'alert'}>{fault}</p>
  const allow = store.stored.value?.allow ?? []
  const mayChange = allow.includes('POST')
  const name = nameOf(media)
  return (
    <>
      <form
        class="panel"
        novalidate
        ref={element}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <h2 dir="auto">{name}</h2>
        <div class="stack">
          <Found at={store.found} onThrowAway={store.throwAway} />
          <div class="field">
            <FocusFigure
              src={largeOf(media)}
              alt={plain(shown.alt_text) || name}
              focus={shown.focus}
              isReadOnly={!mayChange}
              onFocus={(focus) => set({ focus })}
            />
            {mayChange && <FocusHint focus={shown.focus} onFocus={(focus) => set({ focus })} />}
          </div>
          <div class="field">
            <label for="i-alt">{tFrame('whatIsSeen')}</label>
            <textarea
              id="i-alt"
              rows={2}
              dir="auto"
              readOnly={!mayChange || shown.decorative}
              aria-describedby="i-alt-hint"
              value={shown.alt_text}
              onInput={({ currentTarget }) => set({ alt_text: currentTarget.value })}
            />
            <p class="hint" id="i-alt-hint">
              {t('holdsEverywhere')}
            </p>
          </div>
          <label class="check">
            <input
              type="checkbox"
              checked={shown.decorative}
              disabled={!mayChange}
              onChange={({ currentTarget }) => set({ decorative: currentTarget.checked })}
            />
            <span>{tFrame('decoration')}</span>
          </label>
          <div class="field">
            <label for="i-title">{tFrame('name')}</label>
            <input
              id="i-title"
              type="text"
              dir="auto"
              readOnly={!mayChange}
              value={shown.title}
              onInput={({ currentTarget }) => set({ title: currentTarget.value })}
            />
          </div>
          <div class="field">
            <label for="i-credit">{t('whose')}</label>
            <input
              id="i-credit"
              type="text"
              dir="auto"
              readOnly={!mayChange}
              value={shown.credit}
              onInput={({ currentTarget }) => set({ credit: currentTarget.value })}
            />
          </div>
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
              <UsedBy uses={uses.value} />
            </dd>
          </dl>
          {fault !== '' && (
            <p class="fault" role="alert" dir="auto">
              {fault}
            </p>
          )}
          <ProgressLine is={store.progress.value} />
          {mayChange && (
            <div class="acts">
              <button type="submit" aria-keyshortcuts="Control+S">
                {tFrame('save')}
              </button>
              <button
                class="plain"
                type="button"
                disabled={isSending.value}
                onClick={() => file.current?.click()}
              >
                {isSending.value ? tFrame('uploading') : t('replaceFile')}
              </button>
              {allow.includes('DELETE') && (
                <button class="danger quiet push" type="button" onClick={() => (isDeleting.value = true)}>
                  {t('delete')}
                </button>
              )}
            </div>
          )}
          <Files field={file} label={t('replaceFile')} onChoose={([chosen]) => void replace(chosen)} />
        </div>
      </form>
      {store.clash.value && (
        <Later
          load={loadClash}
          with={{
            clash: store.clash.value,
            described,
            onChosen: (chosen: Form) => void store.resolve(chosen).then(saved),
            onLater: store.postpone,
          }}
        />
      )}
      {isDeleting.value && (
        <Dialog
          title={t('deleteTitle', { name })}
          onClose={() => (isDeleting.value = false)}
          onAnswer={(answer) => (answer === 'yes' ? void remove() : (isDeleting.value = false))}
          foot={<Answers no={tFrame('keepIt')} yes={t('deleteNow')} isDanger />}
        >
          {uses.value && uses.value.total > 0 ? (
            <>
              <p>{tn('leavesPosters', uses.value.total)}</p>
              <p>
                <UsedBy uses={uses.value} />
              </p>
            </>
          ) : (
            <p>{t('usedNowhere')}</p>
          )}
          <p>{t('noWayBack')}</p>
        </Dialog>
      )}
    </>
  )
}

function UsedBy({ uses }: { readonly uses: Uses | undefined }) {
  if (!uses) return null
  if (uses.total === 0) return <>{t('usedNowhere')}</>
  const all = (['events', 'venues', 'organizers'] as const)
    .flatMap((path) => uses[path].map((use) => ({ ...use, path })))
    .slice(0, most)
  return (
    <>
      {all.map(({ id, title, path }, at) => (
        <Fragment key={`${path} ${id}`}>
          {at > 0 && ', '}
          <a href={to(`${path}/${id}`)} dir="auto">
            {plain(title)}
          </a>
        </Fragment>
      ))}
      {all.length < uses.total && ' …'}
    </>
  )
}
