import { Icon } from '../icons.tsx'
import { Loading } from '../lazyScreen.tsx'
import { to } from '../route.ts'
import { t } from '../texts.ts'
import { Part } from './parts.tsx'

/** The frame of an event that is on its way: what does not depend on it stands where it will stand. */
export function Opening() {
  return (
    <>
      <OpeningBar />
      <h1 class="hidden">{t('editEvent')}</h1>
      <div class="editor">
        <div>
          <section class="part">
            <div class="field title-field">
              <p class="label">{t('title')}</p>
              <textarea rows={1} disabled aria-hidden="true" />
            </div>
            <div class="field">
              <p class="label">
                {t('inOneSentence')} <span class="dim">{t('forLists')}</span>
              </p>
              <textarea class="growing" rows={1} disabled aria-hidden="true" />
            </div>
          </section>
          <Part id="p-when" title={t('when')}>
            {null}
          </Part>
        </div>
        <aside />
      </div>
    </>
  )
}

function OpeningBar() {
  return (
    <div class="editor-bar" aria-busy="true">
      <a class="button quiet square" href={to('events')} aria-label={t('backToEvents')}>
        <Icon name="back" />
      </a>
      <span class="where">
        <Loading />
      </span>
      <button class="plain" type="button" disabled aria-label={t('preview')}>
        <Icon name="eye" />
        <span class="wordy">{t('preview')}</span>
      </button>
      <button type="button" disabled>
        {t('save')}
      </button>
    </div>
  )
}
