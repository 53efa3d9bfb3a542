import { ask, askWp } from '../api.ts'
import { Icon } from '../icons.tsx'
import { to } from '../route.ts'
import { numberText } from '../texts.ts'
import { useRead } from './parts.tsx'
import { t } from './texts.ts'

/** What this browser remembers of having looked at how the calendar is put on a website. */
const sharedAs = 'kalends shared'

async function readStanding() {
  const [{ body: settings }, { body: people }] = await Promise.all([
    ask<{ readonly site_logo?: number | null; readonly submissions?: string }>('settings'),
    askWp<readonly unknown[]>('users', { query: { per_page: 2, context: 'edit' } }),
  ])
  return {
    logo: Boolean(settings.site_logo),
    colleague: people.length > 1,
    send: settings.submissions !== undefined && settings.submissions !== 'off',
    share: localStorage.getItem(sharedAs) !== null,
  }
}

/** What is well done before a calendar is told of, with what has been done. */
export function BeforeTelling() {
  const standing = useRead(readStanding)
  const now = standing.value
  if (!now) return null
  const steps = [
    // Who set the calendar up was asked.
    { isDone: true, path: 'settings', title: t('stepName'), says: '' },
    { isDone: now.logo, path: 'settings', title: t('stepLogo'), says: t('stepLogoSays') },
    { isDone: now.colleague, path: 'users', title: t('doorColleague'), says: t('doorColleagueSays') },
    { isDone: now.send, path: 'settings', title: t('stepSend'), says: t('stepSendSays') },
    { isDone: now.share, path: 'share', title: t('stepShare'), says: t('stepShareSays') },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section class="section" aria-labelledby="t-before">
      <div class="section-head">
        <h2 id="t-before">
          {t('before')}{' '}
          <span class="count">
            {t('beforeDone', { done: numberText(done), count: numberText(steps.length) })}
          </span>
        </h2>
      </div>
      <ol class="items">
        {steps.map(({ isDone, path, title, says }) => (
          <li key={title} class={isDone ? 'done' : undefined}>
            <span class="ring">{isDone && <Icon name="check" />}</span>
            <div>
              <p class="what">
                {isDone ? (
                  <>
                    {title} <span class="hidden">{t('doneAlready')}</span>
                  </>
                ) : (
                  <a
                    href={to(path)}
                    onClick={() => {
                      if (path === 'share') localStorage.setItem(sharedAs, 'yes')
                    }}
                  >
                    {title}
                  </a>
                )}
              </p>
              {!isDone && says !== '' && <p class="says">{says}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
