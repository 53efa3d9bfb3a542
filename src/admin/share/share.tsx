import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask } from '../api.ts'
import { faultText } from '../faults.ts'
import { Icon } from '../icons.tsx'
import { Copied, Field } from '../parts.tsx'
import { home, rest } from '../place.ts'
import { settle } from '../settle.ts'
import { categories, needCategories } from '../terms.ts'
import { plain, t as frame } from '../texts.ts'
import { useTitle } from '../title.ts'
import { sayFault } from '../toasts.tsx'
import { t, tn } from './texts.ts'

/** What is chosen once is taken along as feeds, and as a calendar for a website. */
export function Share() {
  const category = useSignal('')
  const words = useSignal('')
  const isFeatured = useSignal(false)
  const count = useSignal<number | undefined>(undefined)
  useTitle(frame('share'))
  useEffect(() => {
    needCategories().catch((error: unknown) => sayFault(faultText(error)))
  }, [])
  const chosen = {
    categories: category.value,
    search: words.value,
    featured: isFeatured.value ? 'true' : '',
  }
  const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== '')).toString()
  useEffect(() => {
    const reading = new AbortController()
    void settle(
      ask<{ readonly total: number }>('events', {
        query: { ...chosen, per_page: 1, status: 'publish' },
        signal: reading.signal,
      }),
      ({ body }) => {
        count.value = body.total
      },
      (error) => {
        if (!reading.signal.aborted) sayFault(faultText(error))
      },
    )
    return () => reading.abort()
  }, [query])
  const addressOf = (path: string) =>
    `${window.location.origin}${rest}/${path}${query === '' ? '' : `?${query}`}`
  return (
    <>
      <div class="head">
        <div>
          <h1>{frame('share')}</h1>
          <p>{t('shareHint')}</p>
        </div>
      </div>
      <div class="share-grid">
        <form class="part" aria-labelledby="what" onSubmit={(event) => event.preventDefault()}>
          <h2 id="what">{t('what')}</h2>
          <Field label={t('category')}>
            {(tied) => (
              <select
                {...tied}
                value={category.value}
                onChange={({ currentTarget }) => {
                  category.value = currentTarget.value
                }}
              >
                <option value="">{t('allCategories')}</option>
                {[...categories.value.values()].map(({ id, name, slug }) => (
                  <option key={id} value={slug}>
                    {plain(name)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={t('words')}>
            {(tied) => (
              <input
                {...tied}
                dir="auto"
                value={words.value}
                onChange={({ currentTarget }) => {
                  words.value = currentTarget.value.trim()
                }}
              />
            )}
          </Field>
          <label class="check">
            <input
              type="checkbox"
              checked={isFeatured.value}
              onChange={({ currentTarget }) => {
                isFeatured.value = currentTarget.checked
              }}
            />
            <span>{t('onlyFeatured')}</span>
          </label>
          <p class="well-done" role="status">
            {count.value !== undefined && (
              <>
                <Icon name="check" />
                {tn('now_', count.value)}
              </>
            )}
          </p>
        </form>
        <div class="stack">
          <section class="part" aria-labelledby="feed">
            <h2 id="feed">{t('asFeed')}</h2>
            <Copied label={t('forCalendars')} hint={t('calendarsHint')} value={addressOf('events.ics')} />
            <Copied label={t('forReaders')} value={addressOf('events.rss')} />
            <Copied label={t('forPrograms')} value={addressOf('events')} />
          </section>
          <section class="part" aria-labelledby="website">
            <h2 id="website">{t('onWebsite')}</h2>
            <p>{t('widgetHint')}</p>
            <p class="acts">
              <a class="button plain" href={`${home}/widget`}>
                {t('openMaker')}
              </a>
            </p>
          </section>
        </div>
      </div>
    </>
  )
}
