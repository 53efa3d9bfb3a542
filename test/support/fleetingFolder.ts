import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/**
 * Where tests have their calendars: in memory where there is room, as on a disk they wait for it a third of their time, at each commit,
 * and a database on PostgreSQL takes three times the processor time, and ten times as long, to be made and dropped.
 * What kills programs keeps to the disk, and so does what installs the package, which a memory may not let run.
 */
export function fleetingFolder(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= 2 ** 31 ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
