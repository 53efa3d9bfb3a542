import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { verdictOf } from './support/audit.ts'

/** How long the registry is waited for, in milliseconds. */
const patience_ms = 120_000

/** Fails where an advisory is known of what is installed for running, whatever its severity; development needs no such care. */
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: patience_ms,
  shell: process.platform === 'win32',
})
const { kind, says } = verdictOf(stdout)
console.log(says)
process.exitCode = kind === 'found' ? 1 : 0
