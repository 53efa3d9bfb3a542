import type { ComponentChildren } from 'preact'
import { compareVersions, minorOf } from '../../../pure/text/versions.ts'
import { momentText, sizeText } from '../moments.ts'
import { locale } from '../place.ts'
import { to } from '../route.ts'
import type { Standing, SystemState } from './asks.ts'
import { fullest, fullOf, looksOf, mailOf } from './looks.ts'
import { t, tn } from './texts.ts'

/** How the parts of the service stand, a lamp each. */
export function Lamps({ standing }: { readonly standing: Standing }) {
  const { state, backups, mails } = standing
  const { version, runtime, started_utc: started, database, disk, memory, processes, answers } = state
  const { oldest, backfills } = state
  const looks = looksOf(standing)
  const [last] = backups.backups
  const full = fullOf(disk)
  const percent = percentText(full)
  return (
    <ul class="health">
      <Lamp title={t('version', { version })}>
        <p>
          {t('upSince', { date: momentText(started) })} · {runtime}
        </p>
        <p>
          {t('memory', { size: sizeText(memory) })} · {tn('processes', processes)}
        </p>
        {minorOf(oldest) !== minorOf(version) && compareVersions(oldest, version) < 0 && (
          <p>{t('backTo', { version: minorOf(oldest) })}</p>
        )}
      </Lamp>
      {backfills.length > 0 && (
        <Lamp title={t('bringing', { percent: percentText(doneOf(backfills)), names: namesOf(backfills) })}>
          <p>{t('bringingHint')}</p>
        </Lamp>
      )}
      <Lamp title={t('database')}>
        <p>
          {database.kind} {database.version}, {sizeText(database.size)} ·{' '}
          {tn('migrations', database.migrations)}
        </p>
      </Lamp>
      <Lamp title={t('disk', { percent })} needsLook={looks.includes('disk')}>
        <p>
          <meter min={0} max={1} high={fullest} optimum={0.2} value={full} aria-label={t('diskInUse')}>
            {percent}
          </meter>
          {t('diskFree', { free: sizeText(disk.free), total: sizeText(disk.total) })}
        </p>
      </Lamp>
      <Lamp
        title={last ? t('lastBackup', { date: momentText(last.created_utc) }) : t('noBackup')}
        needsLook={looks.includes('backup')}
      >
        <p>{last ? sizeText(last.size) : backups.possible ? '' : t('elsewhere')}</p>
      </Lamp>
      <Lamp title={t('queueMail')} needsLook={looks.includes('mail')} isOff={!mails.set}>
        <p>{mailText(mails, mailOf(state).failed)}</p>
        <p>
          <a href={to('settings')}>{t('mailSettings')}</a>
        </p>
      </Lamp>
      {typeof answers?.half_ms === 'number' && typeof answers.most_ms === 'number' && (
        <Lamp title={t('speed')} needsLook={looks.includes('speed')}>
          <p>
            {tn('speedOf', answers.count, {
              half: millisecondsText(answers.half_ms),
              most: millisecondsText(answers.most_ms),
            })}
          </p>
        </Lamp>
      )}
    </ul>
  )
}

const percentText = (part: number) => new Intl.NumberFormat(locale, { style: 'percent' }).format(part)

/** How many of all records are done, from 0 to below 1: whole, it is no more told. */
function doneOf(backfills: SystemState['backfills']): number {
  const sum = (part: 'done' | 'of') => backfills.reduce((so, each) => so + each[part], 0)
  return Math.min(0.99, Math.floor((100 * sum('done')) / Math.max(1, sum('of'))) / 100)
}

/** What is brought up to date, without the numbers of the steps. */
function namesOf(backfills: SystemState['backfills']): string {
  return backfills.map(({ name }) => name.replace(/^\d+-/, '').replaceAll('-', ' ')).join(', ')
}

/** How many mails wait and were given up, in words. */
function mailText({ set, waiting, last_sent: last }: Standing['mails'], failed: number): string {
  if (!set) return t('mailOff')
  const said = [
    waiting === 0 ? t('mailNothing') : tn('mailWaits', waiting),
    ...(failed > 0 ? [tn('mailGivenUp', failed)] : []),
    ...(last ? [t('mailLast', { when: momentText(last) })] : []),
  ]
  return said.join(' · ')
}

/** A whole number of them, as less is told by nobody’s clock. */
function millisecondsText(ms: number): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' })
  return format.format(Math.max(1, Math.ceil(ms))).replaceAll(' ', '\u00a0')
}

function Lamp(props: {
  readonly title: string
  readonly needsLook?: boolean
  /** It is not in use. */
  readonly isOff?: boolean
  readonly children: ComponentChildren
}) {
  const { title, needsLook = false, isOff = false, children } = props
  return (
    <li>
      <span class={needsLook ? 'lamp warn' : isOff ? 'lamp off' : 'lamp'} />
      <div>
        <b>{title}</b>
        {children}
      </div>
    </li>
  )
}
