import type { ComponentChildren } from 'preact'
import { momentText, sizeText } from '../moments.ts'
import { locale } from '../place.ts'
import type { Backups, SystemState } from './asks.ts'
import { t, tn } from './texts.ts'

/** A disk that is fuller should be looked at. */
const fullest = 0.85

/** A backup that is older should be looked at, in milliseconds. */
const oldest_ms = 8 * 86_400_000

/** What somebody should look at. */
export function looksOf({ disk, queues, now_utc: now }: SystemState, backups: Backups): readonly string[] {
  const [last] = backups.backups
  const age = last ? momentOf(now) - momentOf(last.created_utc) : Infinity
  return [
    ...(fullOf(disk) > fullest ? ['disk'] : []),
    ...(backups.possible && (age > oldest_ms || backups.failed !== null) ? ['backup'] : []),
    ...(queues.some(({ failed }) => failed > 0) ? ['queues'] : []),
  ]
}

/** In milliseconds. */
function momentOf(utc: string): number {
  return Date.parse(`${utc.replace(' ', 'T')}Z`)
}

function fullOf({ total, free }: SystemState['disk']): number {
  return total === 0 ? 0 : 1 - free / total
}

/** How the parts of the service stand, a lamp each. */
export function Lamps({ state, backups }: { readonly state: SystemState; readonly backups: Backups }) {
  const { version, runtime, started_utc: started, database, disk, memory, processes } = state
  const looks = looksOf(state, backups)
  const [last] = backups.backups
  const full = fullOf(disk)
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(full)
  return (
    <ul class="health">
      <Lamp title={t('version', { version })}>
        <p>
          {t('upSince', { date: momentText(started) })} · {runtime}
        </p>
      </Lamp>
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
      <Lamp title={t('memory', { size: sizeText(memory) })}>
        <p>{tn('processes', processes)}</p>
      </Lamp>
    </ul>
  )
}

function Lamp(props: {
  readonly title: string
  readonly needsLook?: boolean
  readonly children: ComponentChildren
}) {
  const { title, needsLook = false, children } = props
  return (
    <li>
      <span class={needsLook ? 'lamp warn' : 'lamp'} />
      <div>
        <b>{title}</b>
        {children}
      </div>
    </li>
  )
}
