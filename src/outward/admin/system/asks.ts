import { ask } from '../api.ts'

/** A backup. */
export interface Backup {
  readonly name: string
  readonly created_utc: string
  readonly size: number
  readonly rest_url: string
}

/** The backups that there are. */
export interface Backups {
  readonly backups: readonly Backup[]
  readonly failed: string | null
  readonly kept: number
  readonly possible: boolean
}

/** How the service stands. */
export interface SystemState {
  readonly version: string
  readonly runtime: string
  readonly now_utc: string
  readonly started_utc: string
  readonly processes: number
  readonly memory: number
  readonly database: {
    readonly kind: string
    readonly version: string
    readonly size: number
    readonly migrations: number
  }
  /** How long the last answers took; some versions do not tell it. */
  readonly answers?: {
    readonly count: number
    readonly half_ms: number | null
    readonly most_ms: number | null
  }
  readonly disk: { readonly total: number; readonly free: number }
  readonly queues: readonly {
    readonly name: string
    readonly waiting: number
    readonly failed: number
    readonly last_utc: string | null
  }[]
  readonly failed_sign_ins: readonly {
    readonly login: string
    readonly network: string
    readonly count: number
    readonly last_utc: string
  }[]
}

/** How mail stands. */
export interface Mails {
  /** Whether mails are sent. */
  readonly set: boolean
  readonly waiting: number
  /** When the last one was handed over; some versions do not tell it. */
  readonly last_sent?: string | null
}

/** How the service stands, with its backups and its mail. */
export interface Standing {
  readonly state: SystemState
  readonly backups: Backups
  readonly mails: Mails
}

/** How the service stands now. */
export async function readSystem(): Promise<Standing> {
  const [state, backups, mails] = await Promise.all([
    ask<SystemState>('system'),
    ask<Backups>('backups'),
    ask<Mails>('mails'),
  ])
  return { state: state.body, backups: backups.body, mails: mails.body }
}

/** Makes a backup. */
export async function backUp(): Promise<Backup> {
  return (await ask<Backup>('backups', { method: 'POST' })).body
}
