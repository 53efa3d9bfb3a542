import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { faultText } from '../faults.ts'
import { FocusFigure, FocusHint } from '../pictures/focus.tsx'
import { type Media, positionOf, smallOf as tinyOf } from '../common/media.ts'
import { t as tRecord } from '../record/texts.ts'
import { settle } from '../settle.ts'
import { t as tFrame } from '../texts.ts'
import { smallOf } from './form.ts'
import { t } from './texts.ts'

/** How long the point that stays in sight rests before it is kept, in milliseconds. */
const rest_ms = 400

/** What of a picture can be said by who may change it. */
type Said = Partial<Pick<Media, 'alt_text' | 'decorative' | 'focus'>>

/** The picture of an event with what stays in sight of it, and what it shows: kept with the picture, the same wherever it is used. */
export function Described(props: {
  readonly id: number
  /** Where it is, as long as nothing is known of it. */
  readonly url: string
  /** What can be done with it in this event. */
  readonly children: ComponentChildren
}) {
  const { id, url, children } = props
  const media = useSignal<Media | undefined>(undefined)
  const mayChange = useSignal(false)
  const says = useSignal('')
  const resting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const unsaved = useRef<Said>({})
  const fail = (error: unknown) => {
    says.value = faultText(error)
  }
  const save = () => {
    clearTimeout(resting.current)
    const json = unsaved.current
    if (Object.keys(json).length === 0) return
    unsaved.current = {}
    void settle(
      ask(`media/${id}`, { method: 'POST', json }),

      () => {
        says.value = tFrame('pictureSaved')
      },
      fail,
    )
  }
  useEffect(() => {
    void settle(
      ask<Media>(`media/${id}`),

      ({ body, allow }) => {
        media.value = body
        mayChange.value = allow.includes('POST')
      },
      fail,
    )
    return save
  }, [])
  const set = (said: Said) => {
    if (media.value) media.value = { ...media.value, ...said }
    unsaved.current = { ...unsaved.current, ...said }
  }
  const { value: shown } = media
  return (
    <>
      <div class="picture">
        <FocusFigure
          src={shown ? smallOf(shown) : url}
          alt={tFrame('pictureOfEvent')}
          focus={shown?.focus ?? null}
          isReadOnly={!mayChange.value}
          onFocus={(focus) => {
            set({ focus })
            clearTimeout(resting.current)
            resting.current = setTimeout(save, rest_ms)
          }}
        />
        <div class="stack tight">
          {shown && mayChange.value && (
            <>
              <p>
                <b>{tRecord('notCutOff')}</b>
              </p>
              <FocusHint
                focus={shown.focus}
                onFocus={(focus) => {
                  set({ focus })
                  save()
                }}
              />
            </>
          )}
          {shown && <Crops media={shown} />}
          {children}
        </div>
      </div>
      {shown && mayChange.value && !shown.decorative && (
        <div class="field">
          <label for="e-alt">{tFrame('whatIsSeen')}</label>
          <textarea
            id="e-alt"
            rows={2}
            dir="auto"
            aria-describedby="e-alt-hint"
            value={shown.alt_text}
            onChange={({ currentTarget }) => {
              set({ alt_text: currentTarget.value.trim() })
              save()
            }}
          />
          <p class="hint" id="e-alt-hint">
            {tFrame('whatIsSeenHint')}
          </p>
        </div>
      )}
      {shown && mayChange.value && (
        <label class="check">
          <input
            type="checkbox"
            checked={shown.decorative}
            onChange={({ currentTarget: { checked } }) => {
              set({ decorative: checked })
              save()
            }}
          />
          <span>{tFrame('decoration')}</span>
        </label>
      )}
      <p class="hint" role="status">
        {says.value}
      </p>
    </>
  )
}

/** The picture as the public pages crop it. Who does not see it is told nothing by it. */
function Crops({ media }: { readonly media: Media }) {
  const crop = (kind: string, text: string) => (
    <figure class={kind}>
      <img src={tinyOf(media)} alt="" style={{ objectPosition: positionOf(media) }} />
      <figcaption>{text}</figcaption>
    </figure>
  )
  return (
    <div class="crops" aria-hidden="true">
      {crop('in-list', t('inList'))}
      {crop('on-phone', t('onPhone'))}
      {crop('on-page', t('onPage'))}
    </div>
  )
}
