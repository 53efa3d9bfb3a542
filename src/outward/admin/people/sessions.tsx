import { useRead } from '../kit/read.ts'
import { momentText } from '../moments.ts'
import { sayFault } from '../toasts.tsx'
import { agentText } from './agent.ts'
import { endOwn, readOwn, type Session } from './asks.ts'
import { t } from './texts.ts'

async function readSessions(): Promise<readonly Session[]> {
  const found = await readOwn<readonly Session[]>('/sessions')
  return found.toSorted((a, b) => Number(b.current) - Number(a.current))
}

/** The browsers in which one has signed in. */
export function Sessions() {
  const read = useRead(readSessions, [], sayFault)
  const sessions = read.value ?? []
  return (
    <section class="part" aria-labelledby="sessions">
      <div class="part-head">
        <h2 id="sessions">{t('whereSignedIn')}</h2>
        {sessions.length > 1 && (
          <button
            class="plain danger"
            type="button"
            onClick={() => read.does(endOwn('sessions'), t('signedOutElse'))}
          >
            {t('signOutElse')}
          </button>
        )}
      </div>
      <ul class="items two">
        {sessions.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            onEnd={(said) => read.does(endOwn(`sessions/${session.id}`), said)}
          />
        ))}
      </ul>
    </section>
  )
}

function SessionItem(props: { readonly session: Session; readonly onEnd: (said: string) => void }) {
  const { current, user_agent, created, last_used, ip } = props.session
  const what = agentText(user_agent)
  return (
    <li>
      <div>
        <p class="what">
          {current ? t('thisBrowser') : what} {current && <span class="tag good">{t('now')}</span>}
        </p>
        <p class="says">
          {current
            ? t('sinceDate', { what, date: momentText(created) })
            : `${t('lastWay', { date: momentText(last_used) })} · ${ip}`}
        </p>
      </div>
      {!current && (
        <div class="end">
          <button
            class="quiet danger"
            type="button"
            aria-label={t('signOutOf', { name: what })}
            onClick={() => props.onEnd(t('signOutOf', { name: what }))}
          >
            {t('signOut')}
          </button>
        </div>
      )}
    </li>
  )
}
