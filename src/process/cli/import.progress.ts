import type { World } from './command.ts'

/** How often progress is shown, in milliseconds: on a terminal a line is overwritten, elsewhere lines are printed. */
const pace_ms = { lines: 5_000, terminal: 100 }

const barWidth = 24

/** How much is done, and of how much if that is known. */
interface Progress {
  readonly done: number
  readonly expected: number | undefined
}

/** Shows progress on stderr, of an import or of anything countable: a bar on a terminal, lines elsewhere. */
export function createProgress(
  world: World,
  things = 'records',
): { told: (progress: Progress) => void; end: () => void } {
  const started_ms = world.now().epochMilliseconds
  const tell = world.overwrite ?? world.remark
  const pace = world.overwrite ? pace_ms.terminal : pace_ms.lines
  let last_ms = started_ms
  return {
    told: (progress) => {
      const now_ms = world.now().epochMilliseconds
      if (now_ms - last_ms < pace) return
      last_ms = now_ms
      const text = progressText(progress, (now_ms - started_ms) / 1000, things)
      tell(world.overwrite ? `${bar(progress)}${text}` : text)
    },
    end: () => world.overwrite?.(''),
  }
}

/** The progress, the speed and the time left as a text: `1200 of 10000 records, 340 a second, about 26 s left`. */
export function progressText({ done, expected }: Progress, elapsed_s: number, things = 'records'): string {
  const rate = elapsed_s > 0 ? done / elapsed_s : 0
  const known =
    expected === undefined || expected < done ? `${done} ${things}` : `${done} of ${expected} ${things}`
  const left = expected === undefined || rate === 0 ? 0 : Math.max(expected - done, 0) / rate
  const told = left > 0 ? `, about ${duration(left)} left` : ''
  return `${known}, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)} a second${told}`
}

function bar({ done, expected }: Progress): string {
  if (!expected) return ''
  const filled = Math.min(Math.round((done / expected) * barWidth), barWidth)
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} `
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}
