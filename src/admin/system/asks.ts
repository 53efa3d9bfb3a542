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

/** How the service stands, and its backups. */
export async function readSystem(): Promise<{ readonly state: SystemState; readonly backups: Backups }> {
  const [state, backups] = await Promise.all([ask<SystemState>('system'), ask<Backups>('backups')])
  return { state: state.body, backups: backups.body }
}

/** Makes a backup. */
export async function backUp(): Promise<Backup> {
  return (await ask<Backup>('backups', { method: 'POST' })).body
}
