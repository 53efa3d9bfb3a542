import type { MailsRecord } from '../../../people/mail/mail.record.ts'
import type { BackupList, BackupRecord, SystemRecord } from '../../../people/system/system.record.ts'
import { ask } from '../api.ts'

/** A backup. */
export type Backup = BackupRecord

/** The backups that there are. */
export type Backups = BackupList

/** How the service stands. */
export type SystemState = SystemRecord

/** How mail stands. */
export type Mails = MailsRecord

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
