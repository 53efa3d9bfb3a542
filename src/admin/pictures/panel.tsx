import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { ask, Refusal } from '../api.ts'
import { dayText } from '../dates.ts'
import { Answers, Dialog } from '../dialog.tsx'
import { faultText } from '../faults.ts'
import { Files } from '../fileField.tsx'
import { locale } from '../place.ts'
import { t, tn } from '../places/texts.ts'
import { to } from '../route.ts'
import { settle } from '../settle.ts'
import { numberText, plain, t as tFrame } from '../texts.ts'
import { say, sayFault } from '../toasts.tsx'
import { FocusFigure, FocusHint } from './focus.tsx'
import { fileOf, largeOf, type Media, nameOf } from './media.ts'
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

/** One picture: what it shows, whose it is, what stays in sight, and what features it. */
export function PicturePanel(props: {
  readonly id: number
  readonly onChange: () => void
  readonly onGone: () => void
}) {
  const { id, onChange, onGone } = props
  const media = useSignal<Media | undefined>(undefined)
  const uses = useSignal<Uses | undefined>(undefined)
  const etag = useSignal<string | undefined>(undefined)
  const allow = useSignal<readonly string[]>([])
  const fault = useSignal('')
  const isDeleting = useSignal(false)
  const isSending = useSignal(false)
  const file = useRef<HTMLInputElement>(null)
  const says = (error: unknown) => {
    fault.value = faultText(error)
  }
  useEffect(() => {
    void settle(
      ask<Media>(`media/${id}`),

      (answer) => {
        media.value = answer.body
        etag.value = answer.etag
        allow.value = answer.allow
      },
      says,
    )
    void settle(
      ask<Uses>(`media/${id}/uses`),

      ({ body }) => {
        uses.value = body
      },
      says,
    )
  }, [])
  const { value: shown } = media
  const set = (change: Partial<Media>) => {
    if (media.value) media.value = { ...media.value, ...change }
  }
  const save = async () => {
    if (!shown) return
    const { title, alt_text, credit, decorative, focus } = shown
    fault.value = ''
    try {
      const answer = await ask<Media>(`media/${id}`, {
        method: 'POST',
        json: { title, alt_text, credit, decorative, focus },
        ifMatch: etag.value,
      })
      media.value = answer.body
      etag.value = (await ask(`media/${id}`)).etag
      say(t('saved', { name: nameOf(answer.body) }))
      onChange()
    } catch (error) {
      const isOther = error instanceof Refusal && error.status === 412
      // Saved once more, it is put over what somebody else has said.
      if (isOther) etag.value = undefined
      fault.value = isOther ? t('meanwhile') : faultText(error)
    }
  }
  const replace = async (chosen: File | undefined) => {
    if (!chosen) return
    isSending.value = true
    try {
      const now = await upload(chosen, () => {}, `media/${id}/file`)
      set({ ...now, alt_text: shown?.alt_text ?? '', credit: shown?.credit ?? '' })
      etag.value = (await ask(`media/${id}`)).etag
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
      say(t('removed', { name: shown ? nameOf(shown) : '' }))
      onGone()
    } catch (error) {
      sayFault(faultText(error))
    }
  }
  if (!shown) return <p role={fault.value === '' ? 'status' : 'alert'}>{fault.value}</p>
  const mayChange = allow.value.includes('POST')
  const name = nameOf(shown)
  return (
    <>
      <form
        class="panel"
        novalidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <h2 dir="auto">{name}</h2>
        <div class="stack">
          <div class="field">
            <FocusFigure
              src={largeOf(shown)}
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
              {t('pixels', { width: numberText(shown.width), height: numberText(shown.height) })},{' '}
              {kilobytes.format(shown.filesize / 1000)}
            </dd>
            <dt>{tFrame('when')}</dt>
            <dd>
              {dayText(shown.date)}, <span dir="auto">{fileOf(shown)}</span>
            </dd>
            <dt>{t('usedByLabel')}</dt>
            <dd>
              <UsedBy uses={uses.value} />
            </dd>
          </dl>
          {fault.value !== '' && (
            <p class="fault" role="alert" dir="auto">
              {fault.value}
            </p>
          )}
          {mayChange && (
            <div class="acts">
              <button type="submit">{tFrame('save')}</button>
              <button
                class="plain"
                type="button"
                disabled={isSending.value}
                onClick={() => file.current?.click()}
              >
                {isSending.value ? tFrame('uploading') : t('replaceFile')}
              </button>
              {allow.value.includes('DELETE') && (
                <button class="danger quiet push" type="button" onClick={() => (isDeleting.value = true)}>
                  {t('delete')}
                </button>
              )}
            </div>
          )}
          <Files field={file} label={t('replaceFile')} onChoose={([chosen]) => void replace(chosen)} />
        </div>
      </form>
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
