import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { faultText } from '../faults.ts'
import { momentText } from '../moments.ts'
import { settle } from '../settle.ts'
import { say, sayFault } from '../toasts.tsx'
import { agentText } from './agent.ts'
import { endOwn, readOwn, type Session } from './asks.ts'
import { t } from './texts.ts'

/** The browsers in which one has signed in. */
export function Sessions() {
  const sessions = useSignal<readonly Session[]>([])
  const reads = useSignal(0)
  useEffect(() => {
    void settle(
      readOwn<readonly Session[]>('/sessions'),
      (found) => {
        sessions.value = found.toSorted((a, b) => Number(b.current) - Number(a.current))
      },
      (error) => sayFault(faultText(error)),
    )
  }, [reads.value])
  const end = (path: string, done: string) =>
    void settle(
      endOwn(path),
      () => {
        say(done)
        reads.value += 1
      },
      (error) => sayFault(faultText(error)),
    )
  return (
    <section class="part" aria-labelledby="sessions">
      <div class="part-head">
        <h2 id="sessions">{t('whereSignedIn')}</h2>
        {sessions.value.length > 1 && (
          <button class="plain danger" type="button" onClick={() => end('sessions', t('signedOutElse'))}>
            {t('signOutElse')}
          </button>
        )}
      </div>
      <ul class="items two">
        {sessions.value.map((session) => {
          const what = agentText(session.user_agent)
          return (
            <li key={session.id}>
              <div>
                <p class="what">
                  {session.current ? t('thisBrowser') : what}{' '}
                  {session.current && <span class="tag good">{t('now')}</span>}
                </p>
                <p class="says">
                  {session.current
                    ? t('sinceDate', { what, date: momentText(session.created) })
                    : `${t('lastWay', { date: momentText(session.last_used) })} · ${session.ip}`}
                </p>
              </div>
              {!session.current && (
                <div class="end">
                  <button
                    class="quiet danger"
                    type="button"
                    aria-label={t('signOutOf', { name: what })}
                    onClick={() => end(`sessions/${session.id}`, t('signOutOf', { name: what }))}
                  >
                    {t('signOut')}
                  </button>
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
