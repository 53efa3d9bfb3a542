import { useSignal } from '@preact/signals'
import { Icon } from '../icons.tsx'
import { useRead } from '../kit/read.ts'
import { Screen } from '../kit/screen.tsx'
import { momentText, sizeText } from '../moments.ts'
import { Elsewhere } from '../letters/elsewhere.tsx'
import { CopyButton } from '../parts.tsx'
import { rest } from '../place.ts'
import { numberText, t as frame } from '../texts.ts'
import { type Backups, backUp, readSystem, type Standing, type SystemState } from './asks.ts'
import { Lamps } from './lamps.tsx'
import { looksOf } from './looks.ts'
import { t, tn } from './texts.ts'

/** How the service stands, its backups, and who has failed to sign in. */
export function System() {
  const read = useRead(readSystem)
  const { isBackingUp, backingUp } = useBackingUp()
  const now = read.value
  return (
    <Screen
      title={frame('system')}
      says={now && <span role="status">{isBackingUp ? t('backingUp') : looksText(now)}</span>}
      acts={
        now?.backups.possible && (
          <button
            type="button"
            disabled={isBackingUp}
            onClick={() => read.does(backingUp(), ({ size }) => t('backedUp', { size: sizeText(size) }))}
          >
            {t('backUp')}
          </button>
        )
      }
      read={read}
    >
      {now && (
        <>
          <Elsewhere />
          <Lamps standing={now} />
          <div class="columns">
            <div>
              <Queues queues={now.state.queues} />
              <BackupList backups={now.backups} />
            </div>
            <div>
              <FailedSignIns attempts={now.state.failed_sign_ins} />
              <TakeAlong state={now.state} />
            </div>
          </div>
        </>
      )}
    </Screen>
  )
}

function useBackingUp() {
  const isBackingUp = useSignal(false)
  const backingUp = async () => {
    isBackingUp.value = true
    try {
      return await backUp()
    } finally {
      isBackingUp.value = false
    }
  }
  return { isBackingUp: isBackingUp.value, backingUp }
}

function looksText(now: Standing): string {
  const looks = looksOf(now).length
  return looks === 0 ? t('allRuns') : tn('look_', looks)
}

const queueNames = {
  mail: 'queueMail',
  imports: 'queueImports',
  webhooks: 'queueWebhooks',
  letters: 'queueLetters',
} as const

function queueText(queue: string): string {
  const known = Object.entries(queueNames).find(([name]) => name === queue)?.[1]
  return known === undefined ? queue : t(known)
}

function Queues({ queues }: Pick<SystemState, 'queues'>) {
  return (
    <section class="section" aria-labelledby="queues">
      <div class="section-head">
        <h2 id="queues">{t('background')}</h2>
      </div>
      <div class="scroll" role="group" aria-labelledby="queues" tabIndex={0}>
        <table class="list">
          <thead>
            <tr>
              <th scope="col">{t('queue')}</th>
              <th scope="col" class="c-end">
                {t('waitingHead')}
              </th>
              <th scope="col" class="c-end">
                {t('failedHead')}
              </th>
              <th scope="col">{t('lastHead')}</th>
            </tr>
          </thead>
          <tbody>
            {queues.map(({ name, waiting, failed, last_utc: last }) => (
              <tr key={name}>
                <th scope="row">{queueText(name)}</th>
                <td class="c-end num">{numberText(waiting)}</td>
                <td class="c-end num">{numberText(failed)}</td>
                <td class="num">{last === null ? '–' : momentText(last)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function BackupList({ backups: { backups, kept, possible, failed } }: { readonly backups: Backups }) {
  return (
    <section class="section" aria-labelledby="backups">
      <div class="section-head">
        <h2 id="backups">
          {t('backups')}
          {possible && <span class="count">{t('kept', { count: numberText(kept) })}</span>}
        </h2>
      </div>
      {!possible && <p class="dim">{t('elsewhere')}</p>}
      {possible && backups.length === 0 && <p class="dim">{t('noBackup')}</p>}
      {failed !== null && (
        <p class="fault" dir="auto">
          {failed}
        </p>
      )}
      <ul class="items two">
        {backups.map(({ name, created_utc: created, size, before }) => (
          <li key={name}>
            <div>
              <p class="what">{momentText(created)}</p>
              <p class="says">
                {sizeText(size)}
                {before !== null && ` · ${t('beforeVersion', { version: before })}`}
              </p>
            </div>
            <div class="end">
              <a class="button quiet" href={`${rest}/backups/${name}`} download={name}>
                <Icon name="download" />
                {t('download')}
                <span class="hidden"> {momentText(created)}</span>
              </a>
            </div>
          </li>
        ))}
      </ul>
      {backups.length > 0 && <p class="hint">{t('restoreHint')}</p>}
    </section>
  )
}

function FailedSignIns({ attempts }: { readonly attempts: SystemState['failed_sign_ins'] }) {
  return (
    <section class="section" aria-labelledby="failed">
      <div class="section-head">
        <h2 id="failed">
          {t('failedSignIns')}
          <span class="count">{t('lastDay')}</span>
        </h2>
      </div>
      {attempts.length === 0 && <p class="dim">{t('noneFailed')}</p>}
      <ul class="items two">
        {attempts.map(({ login, network, count, last_utc: last }) => (
          <li key={`${network} ${login}`}>
            <div>
              <p class="what" dir="auto">
                {login || t('unknownName')}
              </p>
              <p class="says">{tn('times', count, { network, when: momentText(last) })}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What can be taken along, by the ends of its address. */
const files = [
  ['export', 'asOneFile', 'oneFileHint'],
  ['events.ics', 'asCalendar'],
  ['events.csv', 'asTable'],
] as const

function TakeAlong({ state }: { readonly state: SystemState }) {
  const { failed_sign_ins: _people, ...about } = state
  return (
    <section class="section" aria-labelledby="along">
      <div class="section-head">
        <h2 id="along">{t('takeAlong')}</h2>
      </div>
      <ul class="items two">
        {files.map(([path, name, hint]) => (
          <li key={path}>
            <div>
              <p class="what">{t(name)}</p>
              {hint && <p class="says">{t(hint)}</p>}
            </div>
            <div class="end">
              <a class="button plain" href={`${rest}/${path}`} download>
                <Icon name="download" />
                {t('download')}
                <span class="hidden"> {t(name)}</span>
              </a>
            </div>
          </li>
        ))}
        <li>
          <div>
            <p class="what">{t('aboutItself')}</p>
            <p class="says">{t('forHelp')}</p>
          </div>
          <div class="end">
            <CopyButton value={JSON.stringify(about, null, 2)} />
          </div>
        </li>
      </ul>
    </section>
  )
}
