import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../icons.tsx'
import { closePop } from '../pop.tsx'
import { route, to } from '../route.ts'
import { t as tFrame } from '../texts.ts'
import { t } from './texts.ts'
import { forgetView, keepView, type ListName, longestName, mostViews, viewIn, viewsOf } from './views.ts'

/** What a list shows can be kept under a name, and comes back by it. */
export function SavedViews({ list }: { readonly list: ListName }) {
  const field = useRef<HTMLInputElement>(null)
  const first = useRef<HTMLDivElement>(null)
  const said = useSignal('')
  const views = viewsOf(list)
  const now = viewIn(route.value.query)
  const hasRoom = views.length < mostViews
  useEffect(() => first.current?.querySelector<HTMLElement>('a, input')?.focus(), [])
  const save = () => {
    const name = field.current?.value.trim() ?? ''
    if (name === '') {
      field.current?.focus()
      return
    }
    keepView(list, { name, query: now })
    said.value = t('kept', { name })
    if (field.current) field.current.value = ''
  }
  return (
    <div class="stack tight views" ref={first}>
      {views.length === 0 ? (
        <p class="dim">{t('none')}</p>
      ) : (
        <ul class="kept-views">
          {views.map((view) => (
            <li key={view.name}>
              <a
                href={`${to(list)}?${view.query}`}
                dir="auto"
                aria-current={view.query === now ? 'true' : undefined}
                onClick={() => closePop('f-views')}
              >
                {view.name}
              </a>
              <button
                class="quiet square"
                type="button"
                aria-label={tFrame('removeOne', { name: view.name })}
                onClick={() => {
                  forgetView(list, view)
                  said.value = t('gone', { name: view.name })
                  first.current?.querySelector<HTMLElement>('a, input:enabled')?.focus()
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {now === '' || !hasRoom ? (
        <p class="hint">{now === '' ? t('nothingChosen') : t('full')}</p>
      ) : (
        <form
          class="field"
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <label for="view-name">{t('saveAs')}</label>
          <div class="address">
            <input
              id="view-name"
              ref={field}
              type="text"
              dir="auto"
              maxLength={longestName}
              autocomplete="off"
              aria-describedby="view-hint"
            />
            <button class="plain">{tFrame('save')}</button>
          </div>
          <p class="hint" id="view-hint">
            {t('keptHere')}
          </p>
        </form>
      )}
      <p class={said.value === '' ? 'hidden' : 'good'} role="status">
        {said.value}
      </p>
    </div>
  )
}
